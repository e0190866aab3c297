/** SHEET: CSV (RFC 4180), one row a line. A field that starts with `=` is a formula; `evaluate.ts` gives its value. */
import { joinLines, splitLines } from "../../realtime/text.ts";
import { makeFormat } from "../format.ts";
import { csvFault, parseRow, printRow, withField } from "./csv.ts";

/** What is typed into each cell. Rows differ in length as their lines do. */
export type Sheet = { readonly rows: readonly (readonly string[])[] };

/** Printing quotes only what must be quoted; a sheet's own text is changed by `withCell`, which leaves other cells as they are. */
export const SHEET = makeFormat<Sheet>({
  keepsBreaks: false,
  parse: (text) => ({ rows: splitLines(text).map(parseRow) }),
  print: ({ rows }) => joinLines(rows.map(printRow)),
  lineFault: csvFault,
});

/** The text with one cell changed, from 0; rows and fields that are missing before it are added. */
export function withCell(text: string, row: number, column: number, value: string): string {
  const lines = splitLines(text);
  while (lines.length <= row) lines.push("");
  lines[row] = withField(lines[row] ?? "", column, value);
  return joinLines(lines);
}
