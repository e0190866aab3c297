import { ChangeSet, Text } from "@codemirror/state";
import { expect, test } from "vitest";
import { evaluate } from "../../../formats/sheet/evaluate.ts";
import { parseRow } from "../../../formats/sheet/csv.ts";
import { NO_SETTINGS } from "../../../formats/sheet/settings.ts";
import { answersOf, type ColumnFilter, type TestKind } from "./filter.ts";
import { FilteredRows } from "./filtered-rows.ts";
import { ShownRows } from "./shown-rows.ts";
import { shiftChanges } from "./structure.ts";

test("converts between visible positions and rows when rows are hidden", () => {
  const shown = new ShownRows(6, (row) => row % 2 === 0);
  expect(shown.between(0, 9)).toEqual([0, 2, 4, 6, 7, 8, 9]);
  expect(shown.between(1, 1)).toEqual([]);
  expect([0, 1, 2, 3, 4].map((position) => shown.at(position))).toEqual([0, 2, 4, 6, 7]);
  expect([0, 1, 2, 5, 6, 7].map((row) => shown.positionOf(row))).toEqual([0, 1, 1, 3, 3, 4]);
  expect([0, 1, 7].map((row) => shown.isShown(row))).toEqual([true, false, true]);
  expect([1, 5, 6, 8].map((rows) => shown.last(rows))).toEqual([0, 4, 4, 7]);
  expect([shown.step(0, 1, 10), shown.step(4, -5, 10), shown.step(4, 99, 10)]).toEqual([2, 0, 9]);
});

const FIELDS = ["Pear", "apple pie", "", "10", "$9", "2026-12-01", "=2*5"];
const asks = (asked: ColumnFilter["test"], values: ColumnFilter["values"] = null): string[] => {
  const answers = answersOf({ column: 0, head: "", test: asked, values });
  const cells = evaluate([FIELDS], { now: 0 })[0] ?? [];
  return FIELDS.filter((_, index) => answers(cells[index] ?? { kind: "blank", value: null, text: "" }));
};

test.each<[TestKind, string, string[]]>([
  ["contains", "P", ["Pear", "apple pie"]],
  ["lacks", "p", ["", "10", "$9", "2026-12-01", "=2*5"]],
  ["equals", "10", ["10", "=2*5"]],
  ["equals", "pear", ["Pear"]],
  ["differs", "10", ["Pear", "apple pie", "", "$9", "2026-12-01"]],
  ["above", "9", ["10", "2026-12-01", "=2*5"]],
  ["below", "10", ["$9"]],
  ["above", "2026-11-30", ["2026-12-01"]],
  ["above", "b", ["Pear"]],
  ["empty", "", [""]],
  ["filled", "", ["Pear", "apple pie", "10", "$9", "2026-12-01", "=2*5"]],
])("filters cells by the condition %s %s", (kind, words, expected) => {
  expect(asks({ kind, words })).toEqual(expected);
});

test("filters by displayed values, either only these or all but these", () => {
  expect(asks(null, { isOnly: true, texts: ["10", ""] })).toEqual(["", "10", "=2*5"]);
  expect(asks(null, { isOnly: false, texts: ["10", ""] })).toEqual(["Pear", "apple pie", "$9", "2026-12-01"]);
});

/** A filter for pears over an editable text. */
function filtered(text: string) {
  let doc = Text.of(text.split("\n"));
  const rows = new FilteredRows({
    get doc() {
      return doc;
    },
    get filled() {
      return { rows: doc.lines, columns: 3 };
    },
    settings: NO_SETTINGS,
    cell(row, column) {
      const field = parseRow(doc.line(row + 1).text)[column] ?? "";
      return { kind: "text", value: field, text: field };
    },
  });
  const pears = { kind: "contains", words: "pear" } as const;
  rows.set({ top: 1, columns: [{ column: 0, head: "item", test: pears, values: null }] });
  const change = (make: (doc: Text) => Parameters<typeof ChangeSet.of>[0], active = 0): void => {
    const changes = ChangeSet.of(make(doc), doc.length);
    const before = doc;
    doc = changes.apply(before);
    rows.follow(before, doc, changes, active);
  };
  return { rows, change, shown: () => rows.shown.between(0, doc.lines - 1) };
}

test("shows new matching rows, and keeps the row being edited visible", () => {
  const { change, shown } = filtered("item,n\npear,1\nplum,2");
  expect(shown()).toEqual([0, 1]);
  change((doc) => [{ from: doc.length, insert: "\npears,3" }]);
  expect(shown()).toEqual([0, 1, 3]);
  change(() => [{ from: 7, to: 11, insert: "fig" }], 1);
  expect(shown()).toEqual([0, 1, 3]);
  change((doc) => [{ from: doc.length, insert: "!" }], 3);
  expect(shown()).toEqual([0, 3]);
});

test("moves the filter with its column and header row, and removes it with its column", () => {
  const { rows, change, shown } = filtered("item,n\npear,1\nplum,2");
  change((doc) => shiftChanges(doc, { axis: "column", at: 0, count: 1 }));
  change((doc) => shiftChanges(doc, { axis: "row", at: 0, count: 1 }));
  expect(rows.filter).toMatchObject({ top: 2, columns: [{ column: 1, head: "item" }] });
  expect(shown()).toEqual([0, 1, 2]);
  change((doc) => shiftChanges(doc, { axis: "column", at: 1, count: -1 }));
  expect(rows.filter).toBeNull();
});
