/** Inserting, deleting and moving rows and columns: the lines and fields themselves, and the formulas that refer to them. */
import type { ChangeSpec, Text } from "@codemirror/state";
import { fieldsOf, parseRow, printField, printRow } from "../../../formats/sheet/csv.ts";
import {
  copiedBy,
  type Move,
  movedBy,
  movedIndex,
  removedBy,
  type Shift,
  shiftedBy,
} from "../../../formats/sheet/move-references.ts";
import { isSettings } from "../../../formats/sheet/settings-line.ts";
import { rowsIn, soundLine } from "./edits.ts";

/** Rewrites only the fields that change: most lines have no formulas and stay as they are. */
export function shiftChanges(doc: Text, shift: Shift): ChangeSpec[] {
  return shift.axis === "row" ? rowChanges(doc, shift) : columnChanges(doc, shift);
}

function rowChanges(doc: Text, shift: Shift): ChangeSpec[] {
  const { at, count } = shift;
  const rows = rowsIn(doc);
  if (count < 0)
    return removeRowsChanges(
      doc,
      Array.from({ length: -count }, (_, index) => at + index),
    );
  const changes: ChangeSpec[] = [];
  if (at < rows) changes.push({ from: doc.line(at + 1).from, insert: "\n".repeat(count) });
  forEachLine(doc, (line, from) => {
    changes.push(...formulaChanges(line, from, (field) => shiftedBy(field, shift)));
  });
  return changes;
}

/** Removes rows, given in ascending order. */
export function removeRowsChanges(doc: Text, rows: readonly number[]): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  const count = rowsIn(doc);
  const gone = rows.filter((row) => row < count);
  for (let index = 0; index < gone.length;) {
    const first = gone[index] ?? 0;
    let end = first + 1;
    while (gone[++index] === end) end++;
    const { from } = doc.line(first + 1);
    // The last rows are removed together with the line break before them.
    if (end < doc.lines) changes.push({ from, to: doc.line(end + 1).from });
    else changes.push({ from: Math.max(0, from - 1), to: doc.length });
  }
  const isGone = new Set(gone);
  forEachLine(doc, (line, from, row) => {
    if (!isGone.has(row)) changes.push(...formulaChanges(line, from, (field) => removedBy(field, rows)));
  });
  return changes;
}

function formulaChanges(line: string, from: number, change: (field: string) => string): ChangeSpec[] {
  if (!line.includes("=")) return [];
  return fieldsOf(line).flatMap(({ start, end, text }) => {
    const changed = change(text);
    return changed === text ? [] : [{ from: from + start, to: from + end, insert: printField(changed) }];
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

/** Puts each row of `order` into the slot with the same index. Formulas keep referring to their own row. */
export function orderChanges(doc: Text, slots: readonly number[], order: readonly number[]): ChangeSpec[] {
  return order.flatMap((from, index) => {
    const to = slots[index] ?? from;
    if (from === to) return [];
    const place = doc.line(to + 1);
    const line = doc.line(from + 1).text;
    const moved = line.includes("=") ? printRow(parseRow(line).map((text) => copiedBy(text, to - from, 0))) : line;
    return moved === place.text ? [] : [{ from: place.from, to: place.to, insert: moved }];
  });
}

/**
 * Moves a block of rows or columns. For rows, the rows that it passes are rewritten, so that concurrent edits inside
 * the block survive.
 */
export function moveChanges(doc: Text, move: Move): ChangeSpec[] {
  if (move.to === move.at || move.to < 0) return [];
  return move.axis === "row" ? rowMoveChanges(doc, move) : columnMoveChanges(doc, move);
}

function rowMoveChanges(doc: Text, { at, count: wanted, to }: Move): ChangeSpec[] {
  const rows = rowsIn(doc);
  const count = Math.min(wanted, rows - at);
  if (count <= 0) return [];
  const move: Move = { axis: "row", at, count, to };
  const passed = to > at ? { from: at + count, to: to + count } : { from: to, to: at };
  const inText = Math.min(passed.to, rows);
  const lines = Array.from({ length: passed.to - passed.from }, (_, index) => {
    const line = passed.from + index < rows ? doc.line(passed.from + index + 1).text : "";
    return line.includes("=") ? printRow(parseRow(line).map((field) => movedBy(field, move))) : line;
  }).join("\n");
  const changes: ChangeSpec[] = [];
  if (to > at) {
    changes.push({ from: doc.line(at + 1).from, insert: `${lines}\n` });
    if (inText > passed.from) changes.push({ from: doc.line(at + count).to, to: doc.line(inText).to });
  } else {
    changes.push({ from: doc.line(to + 1).from, to: doc.line(at + 1).from });
    changes.push({ from: doc.line(at + count).to, insert: `\n${lines}` });
  }
  forEachLine(doc, (line, from, row) => {
    if (row >= passed.from && row < passed.to) return;
    changes.push(...formulaChanges(line, from, (field) => movedBy(field, move)));
  });
  return changes;
}

function columnMoveChanges(doc: Text, move: Move): ChangeSpec[] {
  const { at, count, to } = move;
  const [first, end] = [Math.min(at, to), Math.max(at, to) + count];
  const changes: ChangeSpec[] = [];
  forEachLine(doc, (line, from) => {
    const sound = soundLine(line);
    const fields = parseRow(sound);
    if (fields.length <= first)
      return void changes.push(...formulaChanges(line, from, (field) => movedBy(field, move)));
    const moved: string[] = [];
    const length = Math.max(fields.length, end);
    for (let column = 0; column < length; column++)
      moved[movedIndex(column, move)] = movedBy(fields[column] ?? "", move);
    while (moved.length > fields.length && moved.at(-1) === "") moved.pop();
    changes.push(...changedPart(line, printRow(moved), from));
  });
  return changes;
}

/** The differing part between the equal prefix and suffix. */
function changedPart(line: string, text: string, from: number): ChangeSpec[] {
  if (line === text) return [];
  let start = 0;
  while (start < Math.min(line.length, text.length) && line[start] === text[start]) start++;
  let end = 0;
  const most = Math.min(line.length, text.length) - start;
  while (end < most && line[line.length - 1 - end] === text[text.length - 1 - end]) end++;
  return [{ from: from + start, to: from + line.length - end, insert: text.slice(start, text.length - end) }];
}

/** Visits the lines that contain cells. */
function forEachLine(doc: Text, visit: (line: string, from: number, row: number) => void): void {
  let [row, from] = [0, 0];
  for (const line of doc.iterLines()) {
    if (!isSettings(line)) visit(line, from, row);
    row++;
    from += line.length + 1;
  }
}
