/**
 * Reads tables written by other programs: with any separator, decimal mark and line ending, and spreadsheet additions
 * such as `sep=;`. They become CSV in our sheet format, and notes describe how they were interpreted.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./papaparse.d.ts" />
import Papa from "papaparse/papaparse.js";
import { printRow } from "../sheet/csv.ts";
import { findMarks, isNumeric, type Mark, withMark } from "./decimal-marks.ts";

const SEPARATORS = { ";": "semicolons", "\t": "tabs", ",": "commas", "|": "vertical bars" } as const;
type Separator = keyof typeof SEPARATORS;

const isSeparator = (sign: string): sign is Separator => Object.hasOwn(SEPARATORS, sign);

export type ReadTable = {
  readonly rows: readonly (readonly string[])[];
  readonly separator: Separator;
  /** Decimal marks that occur in its numbers. */
  readonly marks: "points" | "commas" | "both";
  readonly hasBreaks: boolean;
  /** Number of fields that stay text because their decimal mark is ambiguous. */
  readonly kept: number;
  /** True if the original text already has the same meaning. */
  readonly isAsItWas: boolean;
};

/** Number of lines used to detect the separator. */
const SAMPLE_LINES = 200;

type Known = {
  /** Known from the file name, or because the table comes from a clipboard. */
  readonly separator?: Separator | undefined;
  /** The decimal mark that the author uses. */
  readonly mark?: Mark | undefined;
};

export function readTable(source: string, known: Known = {}): ReadTable {
  const text = source.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n");
  const said = /^"?sep=([;,|\t])"?\n/i.exec(text);
  const body = (said ? text.slice(said[0].length) : text).replace(/\n$/, "");
  const [, named = ""] = said ?? [];
  const separator = isSeparator(named) ? named : (known.separator ?? separatorOf(body));
  const parsed = parse(body, separator);
  const marks = findMarks(parsed, known.mark ?? (separator === ";" ? null : "."));
  let [kept, isChanged, hasBreaks] = [0, said !== null || source.startsWith("\ufeff") || separator !== ",", false];
  const rows = parsed.map((row) =>
    row.map((field, column) => {
      const oneLine = field.replaceAll("\n", " ");
      if (oneLine !== field) hasBreaks = true;
      const { text: read, isKept } = withMark(oneLine, marks.of[column] ?? null);
      if (isKept) kept++;
      if (read !== field) isChanged = true;
      return read;
    }),
  );
  return {
    rows,
    separator,
    marks: marks.hasCommas ? (marks.hasPoints ? "both" : "commas") : "points",
    hasBreaks,
    kept,
    isAsItWas: !isChanged,
  };
}

/** The records of a file with commas, as written: fields keep their line breaks. */
export const readRecords = (source: string): string[][] =>
  parse(
    source
      .replace(/^\ufeff/, "")
      .replaceAll(/\r\n?/g, "\n")
      .replace(/\n$/, ""),
    ",",
  );

/** An unclosed quote must not turn everything after it into one field: quotes are then plain characters. */
function parse(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse(text, { delimiter, newline: "\n" });
  return errors.some(({ code }) => code === "MissingQuotes")
    ? Papa.parse(text, { delimiter, newline: "\n", quoteChar: "\0" }).data
    : data;
}

/**
 * The separator that splits most lines consistently. If commas do so too, they count as decimal marks if all of them
 * are inside numbers.
 */
function separatorOf(text: string): Separator {
  const sample = firstLines(text);
  const found = (Object.keys(SEPARATORS) as Separator[]).map((separator) => ({
    separator,
    share: shareOf(sample, separator),
  }));
  const most = Math.max(...found.map(({ share }) => share));
  if (most === 0) return ",";
  const best = found.filter(({ share }) => share === most).map(({ separator }) => separator);
  const [first = ","] = best;
  if (first !== ";" || !best.includes(",")) return first;
  return parse(sample, ";").every((row) => row.every((field) => !field.includes(",") || isNumeric(field))) ? ";" : ",";
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < SAMPLE_LINES; line++) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end);
}

/** Share of rows that have the most common number of fields; 0 if that number is one. */
function shareOf(sample: string, separator: Separator): number {
  const widths = new Map<number, number>();
  const rows = parse(sample, separator).filter((row) => row.some((field) => field !== ""));
  for (const { length } of rows) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width = 1, count = 0] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return width === 1 ? 0 : count / rows.length;
}

export const printTable = ({ rows }: ReadTable): string => rows.map(printRow).join("\n");

const MARKS = {
  points: "",
  commas: " and commas as decimal marks",
  both: " and both points and commas as decimal marks",
};

/** Every note that describes how a table was read. */
export const READINGS: readonly string[] = Object.values(SEPARATORS).flatMap((separators) =>
  Object.values(MARKS).map((marks) => `Read with ${separators} as separators${marks}.`),
);

/** Notes on how the table was read, if the reader might have expected something else. */
export function notesOn({ separator, marks, hasBreaks, kept }: ReadTable): string[] {
  return [
    ...(separator === "," && marks === "points"
      ? []
      : [`Read with ${SEPARATORS[separator]} as separators${MARKS[marks]}.`]),
    ...(kept === 0 ? [] : [`It is unclear whether points or commas are decimal marks. Numbers kept as text: ${kept}.`]),
    ...(hasBreaks ? ["Line breaks in its fields became spaces."] : []),
  ];
}
