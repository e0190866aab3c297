/** Cell edits as text changes: each replaces only the field, so that concurrent edits beside it survive. */
import type { ChangeDesc, ChangeSpec, Text } from "@codemirror/state";
import { csvFault, fieldsOf, parseRow, printField, printRow, withField } from "../../../formats/sheet/csv.ts";
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { countRows, isSettings } from "../../../formats/sheet/settings-line.ts";
import { type Fields, remainsOf, trackCell } from "../editor/track-cell.ts";

export type CellText = CellPosition & { readonly text: string };

type Change = { from: number; to: number; insert: string };

const byRow = (cells: readonly CellText[]): Map<number, CellText[]> =>
  Map.groupBy(
    cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
    ({ row }) => row,
  );

/** Number of lines that are rows; trailing settings lines do not count. */
export const rowsIn = (doc: Text): number => countRows(doc.lines, (index) => doc.line(index + 1).text);

export function cellChanges(doc: Text, cells: readonly CellText[]): ChangeSpec[] {
  const changes: Change[] = [];
  const below: string[] = [];
  const rows = rowsIn(doc);
  for (const [row, inRow] of byRow(cells)) {
    if (row < rows) changes.push(...changesInLine(doc, row, inRow));
    else if (inRow.some(({ text }) => text !== "")) {
      while (below.length < row - rows) below.push("");
      below.push(inRow.reduce((line, { column, text }) => (text === "" ? line : withField(line, column, text)), ""));
    }
  }
  if (below.length === 0) return changes;
  const lines = below.join("\n");
  const isLast = rows === doc.lines;
  const from = isLast ? doc.length : doc.line(rows + 1).from;
  return [...changes, { from, to: from, insert: isLast ? `\n${lines}` : `${lines}\n` }];
}

function changesInLine(doc: Text, row: number, cells: readonly CellText[]): Change[] {
  const { from, to, text: line } = doc.line(row + 1);
  // A tool has written below the settings: their line becomes cells, and the settings move to the end.
  if (isSettings(line)) {
    const fields = cells.reduce((now, { column, text }) => withField(now, column, text), "");
    const end = doc.length;
    return /^,*$/.test(fields)
      ? []
      : [
          { from, to, insert: fields },
          { from: end, to: end, insert: `\n${line}` },
        ];
  }
  if (csvFault(line) !== null) {
    return [{ from, to, insert: cells.reduce((now, { column, text }) => withField(now, column, text), line) }];
  }
  const changes: Change[] = [];
  const fields = fieldsOf(line);
  let added = "";
  let end = fields.length - 1;
  for (const { column, text } of cells) {
    const field = fields[column];
    if (!field) {
      if (text === "") continue;
      added += ",".repeat(column - end) + printField(text);
      end = column;
    } else if (field.text !== text) {
      changes.push({ from: from + field.start, to: from + field.end, insert: printField(text) });
    }
  }
  if (added !== "") changes.push({ from: to, to, insert: added });
  return changes;
}

/** The range of a cell's text; for a missing cell, the end of its line or of the text. */
export function spanOf(doc: Text, { row, column }: CellPosition): { from: number; to: number } {
  if (row >= doc.lines) return { from: doc.length, to: doc.length };
  const line = doc.line(row + 1);
  const field = fieldsOf(line.text)[column];
  return field ? { from: line.from + field.start, to: line.from + field.end } : { from: line.to, to: line.to };
}

/** The cell at an offset in the text. */
export function placeAt(doc: Text, offset: number): CellPosition {
  const line = doc.lineAt(Math.min(offset, doc.length));
  const at = offset - line.from;
  const found = fieldsOf(line.text).findIndex(({ end }) => at <= end);
  return { row: line.number - 1, column: Math.max(found, 0) };
}

const FIELDS: Fields = {
  of: (line) => fieldsOf(line).map(({ text }) => text),
  // References in formulas change as rows and columns move.
  identity: (text) => (text.includes("=") ? text.replaceAll(/#REF!|\$?[A-Z]{1,3}\$?\d+/g, "#") : text),
};

/** The cell's position after a change of the text around it; null if its row or column was deleted. */
export const tracked = (place: CellPosition, before: Text, after: Text, changes: ChangeDesc): CellPosition | null =>
  trackCell(place, before, after, changes, FIELDS);

/** Like `tracked`, for a cell that was written here during a concurrent change: also returns what remains of its text. */
export function trackWritten(place: CellPosition, before: Text, after: Text, changes: ChangeDesc) {
  const span = spanOf(before, place);
  const now = trackCell(place, before, after, changes, FIELDS, span);
  return { place: now, remains: now === null ? remainsOf(span, changes) : [] };
}

/** Like `tracked`, but the nearest cell if that one was deleted. */
export const mapped = (place: CellPosition, before: Text, after: Text, changes: ChangeDesc): CellPosition =>
  tracked(place, before, after, changes) ?? nearest(place, before, after, changes);

function nearest(place: CellPosition, before: Text, after: Text, changes: ChangeDesc): CellPosition {
  if (place.row >= before.lines) return place;
  const line = before.line(place.row + 1);
  const field = fieldsOf(line.text)[place.column];
  const offset = line.from + (field?.start ?? line.length);
  // Text added at the end of a line follows the cell; text inserted before a field moves it.
  const found = placeAt(after, changes.mapPos(offset, field && offset < before.length ? 1 : -1));
  return field ? found : { row: found.row, column: place.column };
}

/** Rewrites a line of malformed CSV as valid CSV, because it has to be split into fields. */
export const soundLine = (line: string): string => (csvFault(line) === null ? line : printRow(parseRow(line)));
