/** What converting a document to Markdown changes or leaves out: counted, and reported as sentences. */

/** The report for each kind; # is the count. */
export const CONVERSION_CHANGES = {
  formulas: "Formulas converted to TeX: #.",
  formulaParts: "Formulas, or parts of them, that could not be converted: #.",
  scripts: "Superscripts and subscripts written as characters or formulas: #.",
  symbols: "Symbols without a known character: #.",
  hiddenText: "Passages of hidden text left out: #.",
  comments: "Comments left out: #.",
  trackedChanges: "Tracked changes accepted: #.",
  headersAndFooters: "Headers and footers left out: #.",
  textBoxes: "Text boxes moved into the text: #.",
  pictures: "Pictures left out, except for their descriptions: #.",
  charts: "Charts left out: #.",
  diagrams: "Diagrams (SmartArt) left out: #.",
  objects: "Embedded objects left out: #.",
  media: "Sound and video left out: #.",
  fields: "Fields and tables of contents kept as plain text: #.",
  controls: "Form fields kept as plain text: #.",
  innerLinks: "Links to places within the document left out: #.",
  numbering: "List items numbered in another style: #.",
  headingNumbers: "Numbers of headings left out: #.",
  mergedCells: "Merged table cells split: #.",
  tables: "Tables converted to text: #.",
  cellBreaks: "Table cells whose line breaks became spaces: #.",
  ruby: "Reading aids (ruby) put in parentheses: #.",
  pageBreaks: "Page breaks left out: #.",
  styles: "Passages whose formatting (bold, italics, color…) was left out: #.",
  cellFormulas: "Formulas replaced by their results: #.",
  hiddenParts: "Hidden rows, columns, sheets and slides included: #.",
} as const;

export type ConversionChange = keyof typeof CONVERSION_CHANGES;

const isKnown = (kind: string): kind is ConversionChange => Object.hasOwn(CONVERSION_CHANGES, kind);

/** The sentences for the counts in a file's metadata, which come from an untrusted parser. */
export function conversionReport(metadata: Readonly<Record<string, unknown>>): string[] {
  const { changes } = metadata;
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes).flatMap(([kind, count]) =>
    isKnown(kind) && Number.isSafeInteger(count) && count > 0
      ? [CONVERSION_CHANGES[kind].replace("#", String(count))]
      : [],
  );
}
