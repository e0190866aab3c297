/** Rows and columns that come, go and change places: the lines and fields themselves, and formulas that follow them. */
import type { ChangeSpec, Text } from "@codemirror/state";
import { fieldsOf, parseRow, printField, printRow } from "../../../formats/sheet/csv.ts";
import { copiedBy, type Shift, shiftedBy } from "../../../formats/sheet/move-references.ts";
import { soundLine } from "./edits.ts";

/** The whole line anew where a field of it changes: most lines have no formulas and stay as they are. */
export function shiftChanges(doc: Text, shift: Shift): ChangeSpec[] {
  return shift.axis === "row" ? rowChanges(doc, shift) : columnChanges(doc, shift);
}

function rowChanges(doc: Text, shift: Shift): ChangeSpec[] {
  const { at, count } = shift;
  const changes: ChangeSpec[] = [];
  const end = count < 0 ? Math.min(at - count, doc.lines) : at;
  if (count > 0 && at < doc.lines) changes.push({ from: doc.line(at + 1).from, insert: "\n".repeat(count) });
  if (count < 0 && at < doc.lines) {
    const from = doc.line(at + 1).from;
    if (end < doc.lines) changes.push({ from, to: doc.line(end + 1).from });
    else changes.push({ from: Math.max(0, from - 1), to: doc.length });
  }
  forEachLine(doc, (line, from, row) => {
    if (row >= at && row < end) return;
    changes.push(...formulaChanges(line, from, shift));
  });
  return changes;
}

function formulaChanges(line: string, from: number, shift: Shift): ChangeSpec[] {
  if (!line.includes("=")) return [];
  return fieldsOf(line).flatMap(({ start, end, text }) => {
    const moved = shiftedBy(text, shift);
    return moved === text ? [] : [{ from: from + start, to: from + end, insert: printField(moved) }];
  });
}

function columnChanges(doc: Text, shift: Shift): ChangeSpec[] {
  const { at, count } = shift;
  const changes: ChangeSpec[] = [];
  forEachLine(doc, (line, from) => {
    const sound = soundLine(line);
    if (sound !== line) {
      const fields = parseRow(sound).map((text) => shiftedBy(text, shift));
      if (count < 0) fields.splice(at, -count);
      else if (at < fields.length) fields.splice(at, 0, ...Array.from({ length: count }, () => ""));
      changes.push({ from, to: from + line.length, insert: printRow(fields) });
      return;
    }
    const fields = fieldsOf(line);
    const first = fields[at];
    if (first && count > 0) changes.push({ from: from + first.start, insert: ",".repeat(count) });
    if (first && count < 0) {
      const next = fields[at - count];
      if (next) changes.push({ from: from + first.start, to: from + next.start });
      else changes.push({ from: from + Math.max(0, first.start - 1), to: from + line.length });
    }
    if (!line.includes("=")) return;
    for (const [column, { start, end, text }] of fields.entries()) {
      if (count < 0 && column >= at && column < at - count) continue;
      const moved = shiftedBy(text, shift);
      if (moved !== text) changes.push({ from: from + start, to: from + end, insert: printField(moved) });
    }
  });
  return changes;
}

/** Rows from `top` on in another order; a formula reads the row that it stands in, as it did. */
export function orderChanges(doc: Text, top: number, order: readonly number[]): ChangeSpec[] {
  return order.flatMap((from, index) => {
    const to = top + index;
    if (from === to) return [];
    const place = doc.line(to + 1);
    const line = doc.line(from + 1).text;
    const moved = line.includes("=") ? printRow(parseRow(line).map((text) => copiedBy(text, to - from, 0))) : line;
    return moved === place.text ? [] : [{ from: place.from, to: place.to, insert: moved }];
  });
}

function forEachLine(doc: Text, visit: (line: string, from: number, row: number) => void): void {
  let [row, from] = [0, 0];
  for (const line of doc.iterLines()) {
    visit(line, from, row);
    row++;
    from += line.length + 1;
  }
}
