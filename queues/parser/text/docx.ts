/** Text of Word documents as Markdown: headings, lists, tables, links, footnotes, formulas. */
import type { FoundThread } from "../../../src/formats/transfer/found-threads.ts";
import { type Changes } from "./changes.ts";
import { readComments } from "./docx-comments.ts";
import { readNumbering } from "./docx-numbering.ts";
import { SKIPPED } from "./docx-elements.ts";
import { type Document, DocxReader } from "./docx-reader.ts";
import { readStyles } from "./docx-styles.ts";
import { type Package } from "./package.ts";
import { readRelations, relatedPart } from "./relations.ts";
import { type TextOutput } from "./text-out.ts";
import { readXml } from "./xml.ts";

/** Maximum number of headers and footers that are checked for text. */
const MAX_FRINGE = 60;

type Read = { readonly counts: { readonly paragraphCount: number }; readonly threads: readonly FoundThread[] };

export function readDocx(pack: Package, main: string, out: TextOutput, changes: Changes): Read {
  const relations = readRelations(pack, main);
  const styles = readStyles(pack, relatedPart(pack, relations, "styles"));
  const markers = readNumbering(pack, relatedPart(pack, relations, "numbering"));
  const comments = readComments(pack, relations);
  changes.note("comments", comments.omitted);
  if (!comments.isEmpty) out.track((mark, at) => comments.place(mark, at));
  const document: Document = { pack, out, styles, markers, changes, comments };
  const story = new DocxReader(document, relations);
  story.read(main);
  for (const [type, kind] of [
    ["footnotes", "footnote"],
    ["endnotes", "endnote"],
  ] as const) {
    const part = relatedPart(pack, relations, type);
    if (part === null || story.notes[kind].size === 0 || out.truncated) continue;
    const notes = new DocxReader(document, readRelations(pack, part), { kind, wanted: story.notes[kind] });
    notes.read(part);
  }
  const fringe = [...relations.values()].filter(({ type }) => type === "header" || type === "footer");
  for (const { target } of fringe.slice(0, MAX_FRINGE))
    if (hasText(pack, pack.find(target))) changes.note("headersAndFooters");
  return { counts: { paragraphCount: story.paragraphCount }, threads: comments.found(out.toString()) };
}

/** True if a part has any text; a damaged part does not matter. */
function hasText(pack: Package, part: string | null): boolean {
  let found = false;
  let inText = false;
  if (part === null) return false;
  readXml(pack.pieces(part), {
    skip: SKIPPED,
    isDone: () => found,
    open: (name) => {
      inText = name === "t";
    },
    close: () => {
      inText = false;
    },
    text: (text) => {
      if (inText && text.trim() !== "") found = true;
    },
  });
  return found;
}
