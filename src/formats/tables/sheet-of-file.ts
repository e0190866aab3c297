/** Converts a file with a table to the text of a SHEET page, with notes on how it was read. */
import { isSettings } from "../sheet/settings-line.ts";
import { extensionOf } from "../transfer/paths.ts";
import { notesOn, printTable, readTable } from "./read-table.ts";

type Sheet = { readonly text: string; readonly notes: readonly string[] };

export function sheetOf(path: string, source: string): Sheet {
  const body = source.replace(/\n$/, "");
  // One of our own sheets, whatever its fields contain.
  if (body.includes("#octavo-sheet") && isSettings(body.slice(body.lastIndexOf("\n") + 1)))
    return { text: body, notes: [] };
  const isTabbed = /^\.(?:tsv|tab)$/.test(extensionOf(path));
  const table = readTable(body, isTabbed ? { separator: "\t" } : {});
  return { text: table.isAsItWas && !table.hasBreaks ? body : printTable(table), notes: notesOn(table) };
}
