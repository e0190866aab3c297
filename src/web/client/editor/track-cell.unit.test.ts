import { ChangeSet, type ChangeSpec, Text } from "@codemirror/state";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "../../../realtime/diff.ts";
import { moveChanges, orderChanges, removeRowsChanges, shiftChanges } from "../sheet/structure.ts";
import { mapped, tracked, trackWritten } from "../sheet/edits.ts";
import { toChanges } from "./collaboration/text-changes.ts";
import { trackLine } from "./track-line.ts";

const SHEET = "item,price,sum\npears,3,=B2*2\nplums,4,=B3*2\nfigs,4\n\nkiwis,5,=B6*2";
const doc = Text.of(SHEET.split("\n"));

type Place = readonly [row: number, column: number];

/** The change as made in the grid, and as made by a tool that rewrites the whole text. */
function after(change: (text: Text) => ChangeSpec[]) {
  const set = ChangeSet.of(change(doc), doc.length);
  const text = set.apply(doc);
  const byTool = toChanges(diffText(doc.toString(), text.toString()), doc.length);
  return [set, byTool].map((changes) => ([row, column]: Place): Place | null => {
    const to = tracked({ row, column }, doc, text, changes);
    const nearest = mapped({ row, column }, doc, text, changes);
    expect(nearest.row).toBeLessThanOrEqual(Math.max(row, text.lines));
    return to && [to.row, to.column];
  });
}

const CASES: readonly (readonly [string, (text: Text) => ChangeSpec[], readonly (readonly [Place, Place | null])[]])[] = [
  [
    "a row is deleted",
    (text) => removeRowsChanges(text, [2]),
    [
      [[1, 0], [1, 0]],
      [[2, 0], null],
      [[2, 2], null],
      [[2, 9], null],
      [[3, 1], [2, 1]],
      [[5, 2], [4, 2]],
    ],
  ],
  ["the first row is deleted", (text) => removeRowsChanges(text, [0]), [[[0, 0], null], [[1, 2], [0, 2]]]],
  ["the last row is deleted", (text) => removeRowsChanges(text, [5]), [[[5, 0], null], [[4, 0], [4, 0]]]],
  ["several rows are deleted", (text) => removeRowsChanges(text, [1, 2, 4]), [[[1, 0], null], [[2, 1], null], [[3, 1], [1, 1]], [[4, 0], null], [[5, 1], [2, 1]]]],
  ["a row is inserted", (text) => shiftChanges(text, { axis: "row", at: 2, count: 1 }), [[[1, 2], [1, 2]], [[2, 1], [3, 1]], [[4, 1], [5, 1]], [[5, 1], [6, 1]]]],
  ["a row is inserted above an empty one", (text) => shiftChanges(text, { axis: "row", at: 4, count: 2 }), [[[3, 1], [3, 1]], [[5, 1], [7, 1]]]],
  ["a row is moved down", (text) => moveChanges(text, { axis: "row", at: 1, count: 1, to: 3 }), [[[1, 1], [3, 1]], [[2, 1], [1, 1]], [[3, 0], [2, 0]], [[5, 0], [5, 0]]]],
  ["a row is moved up", (text) => moveChanges(text, { axis: "row", at: 3, count: 1, to: 1 }), [[[3, 1], [1, 1]], [[1, 1], [2, 1]], [[2, 2], [3, 2]]]],
  ["rows are sorted", (text) => orderChanges(text, [1, 2, 3], [3, 1, 2]), [[[3, 0], [1, 0]], [[1, 0], [2, 0]], [[2, 1], [3, 1]]]],
  ["a column is deleted", (text) => shiftChanges(text, { axis: "column", at: 1, count: -1 }), [[[2, 0], [2, 0]], [[2, 1], null], [[2, 2], [2, 1]], [[4, 1], null], [[4, 2], [4, 1]], [[3, 2], [3, 1]]]],
  ["the last column is deleted", (text) => shiftChanges(text, { axis: "column", at: 2, count: -1 }), [[[2, 2], null], [[3, 2], null], [[3, 1], [3, 1]], [[2, 0], [2, 0]]]],
  ["a column is inserted", (text) => shiftChanges(text, { axis: "column", at: 1, count: 2 }), [[[2, 0], [2, 0]], [[2, 1], [2, 3]], [[4, 1], [4, 3]], [[3, 2], [3, 4]]]],
  ["a column is moved", (text) => moveChanges(text, { axis: "column", at: 0, count: 1, to: 1 }), [[[2, 0], [2, 1]], [[2, 1], [2, 0]], [[2, 2], [2, 2]], [[4, 0], [4, 1]]]],
  ["a cell is written", (text) => [{ from: text.line(4).to, insert: ",x" }], [[[3, 2], [3, 2]], [[3, 1], [3, 1]], [[2, 2], [2, 2]]]],
]; // oxfmt-ignore

test.each(CASES)("tracks cells when %s", (_, change, places) => {
  for (const track of after(change)) for (const [from, to] of places) expect([from, track(from)]).toEqual([from, to]);
});

test("tracks distinct lines through any edit of whole lines", () => {
  const lines = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (old, fresh) => {
      const [before, then] = [old, fresh].map((all) => Text.of(all.map((each) => `row ${each} of ${each * each}`)));
      if (!before || !then) return;
      const changes = toChanges(diffText(before.toString(), then.toString()), before.length);
      const places = old.map((_, index) => trackLine(index + 1, before, then, changes));
      for (const [index, place] of places.entries()) {
        const kept = fresh.indexOf(old[index] ?? -1);
        if (kept >= 0) expect(place).toBe(kept + 1);
      }
    }),
  );
});

test("reports a line as deleted if text was typed in it during its deletion", () => {
  const before = Text.of(["| a | b |", "| - | - |", "| c typed | d |", "| e | f |"]);
  const from = before.line(3).from;
  const changes = ChangeSet.of([{ from, to: from + 3 }, { from: from + 9, to: before.line(4).from }], before.length); // oxfmt-ignore
  expect(trackLine(3, before, changes.apply(before), changes)).toBeNull();
  expect(trackLine(4, before, changes.apply(before), changes)).toBe(3);
});

test.each([
  ["the longest field", "a\ngreen and yellow plums,4\nfigs,5", 1, "a\nfigs,5"],
  ["the whole row", "a\nplums\nfigs", 1, "a\nfigs"],
  ["the last row", "a\nfigs,5\nplums,4", 2, "a\nfigs,5"],
])(
  "reports a cell edited during the deletion of its row as deleted, and removes its text: %s",
  (_, text, row, left) => {
    const before = Text.of(text.split("\n"));
    const line = before.line(row + 1);
    const end = line.text.includes(",") ? line.from + line.text.indexOf(",") : line.to;
    const isLast = row + 1 === before.lines;
    const start = { from: line.from - 1, to: line.from };
    const around = isLast ? [start, { from: end, to: line.to }] : [{ from: end, to: line.to + 1 }];
    const changes = ChangeSet.of(around, before.length);
    const fresh = changes.apply(before);
    const written = trackWritten({ row, column: 0 }, before, fresh, changes);
    expect(written.place).toBeNull();
    expect(ChangeSet.of(written.remains, fresh.length).apply(fresh).toString()).toBe(left);
  },
);
