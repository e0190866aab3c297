/** A table pasted as text: with any separator, and with decimal commas. Loaded when text is pasted into a sheet. */
import { notesOn, type ReadTable, readTable } from "../../../formats/tables/read-table.ts";
import { currentLanguage } from "../../../words/language.ts";

/** Rows from the clipboard, and notes on how they were parsed. */
export type Pasted = { readonly rows: string[][]; readonly notes: readonly string[] };

/** Null for text that is not a table. */
export function pastedTable(text: string): Pasted | null {
  const usual = decimalMark();
  const isTabbed = text.includes("\t");
  const table = readTable(text, {
    ...(isTabbed && { separator: "\t" as const }),
    ...(usual === "." && { mark: usual }),
  });
  if (!isTabbed && !isTable(text, table)) return null;
  const isPlain = table.separator === "\t" && table.marks === "points";
  const [how, ...others] = notesOn({ ...table, hasBreaks: false });
  const notes = isPlain ? others : [how, ...others];
  return { rows: table.rows.map((row) => [...row]), notes: notes.filter((note) => note !== undefined) };
}

/** All lines must have the same number of fields. Prose contains commas too, followed by a space. */
function isTable(text: string, { rows, separator }: ReadTable): boolean {
  if (/^"?sep=/i.test(text)) return true;
  const [first = []] = rows;
  if (rows.length < 2 || first.length < 2 || rows.some(({ length }) => length !== first.length)) return false;
  return separator === "," ? !/, /.test(text) : true;
}

function decimalMark(): string {
  const parts = new Intl.NumberFormat(currentLanguage()).formatToParts(1.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
