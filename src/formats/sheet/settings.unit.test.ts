import { expect, test } from "vitest";
import { formatNamed, nameOfFormat, withDecimals, withFormatShown } from "./cell-format.ts";
import { evaluate } from "./evaluate.ts";
import {
  formatAt,
  readSettings,
  remappedSettings,
  removedSettings,
  type SettingsEdit,
  shiftedSettings,
  withFormat,
  withFrozen,
  withWidth,
} from "./settings.ts";
import { countRows, isSettings } from "./settings-line.ts";

const column = (left: number, right = left) => ({ top: 0, left, bottom: null, right });

/** The settings line after an edit. */
const edited = (words: string, { edit, added }: SettingsEdit): string =>
  [...words.split(" ").flatMap((word) => (word === "" ? [] : edit(word))), ...added].join(" ");

test("parses the settings line with unknown words, and only at the end of the sheet", () => {
  const settings = readSettings([
    "#octavo-sheet freeze:1x2 width:C:9999 format:B:B:percent.1 format:B2:nonsense newer:x",
  ]);
  expect(settings.frozen).toEqual({ rows: 1, columns: 2 });
  expect([...settings.widths]).toEqual([[2, 800]]);
  expect(formatAt(settings, 7, 1)).toEqual({ kind: "percent", decimals: 1 });
  expect(formatAt(settings, 7, 2)).toBeNull();
  const lines = ["#octavo-sheet", "a", "#octavo-sheet width:A:90", "#octavo-sheet"];
  expect(countRows(lines.length, (index) => lines[index] ?? "")).toBe(2);
  expect(["#octavo-sheets", "#octavo", "octavo-sheet"].some(isSettings)).toBe(false);
});

test.each([
  ["width:B:90 width:C:80", withWidth(1, 120.4), "width:C:80 width:B:120"],
  ["freeze:1x0 newer:x", withFrozen(0, 0), "newer:x"],
  ["", withFrozen(2, 1), "freeze:2x1"],
  [
    "format:B2:B9:percent.1 format:C1:text",
    withFormat(readSettings([]), [column(1)], "number.2"),
    "format:C1:text format:B:B:number.2",
  ],
  ["format:B2:date", withFormat(readSettings(["format:B2:date"]), [column(1)], "auto"), ""],
  [
    "format:A:D:date",
    withFormat(readSettings(["format:A:D:date"]), [column(1)], "auto"),
    "format:A:D:date format:B:B:auto",
  ],
] as const)("changes the settings %s to %s", (words, edit, expected) => {
  expect(edited(words, edit)).toBe(expected);
});

test.each([
  [
    "width:B:90 format:B:B:percent.1 format:A2:C9:date",
    shiftedSettings({ axis: "column", at: 1, count: 1 }),
    "width:C:90 format:C:C:percent.1 format:A2:D9:date",
  ],
  [
    "width:B:90 format:B:B:percent.1 format:A2:C9:date",
    shiftedSettings({ axis: "column", at: 1, count: -1 }),
    "format:A2:B9:date",
  ],
  [
    "width:B:90 format:B:B:text format:A2:A9:date",
    shiftedSettings({ axis: "row", at: 2, count: 1 }),
    "width:B:90 format:B:B:text format:A2:A10:date",
  ],
  ["format:B:B:text format:A2:A9:date format:A3:text", removedSettings([2, 4]), "format:B:B:text format:A2:A7:date"],
  ["format:A1:A4:date", remappedSettings("row", (row) => 3 - row), "format:A1:A4:date"],
  [
    "format:A1:A3:date format:B:B:text",
    remappedSettings("row", (row) => (row === 1 ? 5 : row)),
    "format:A1:date format:A3:date format:A6:date format:B:B:text",
  ],
  [
    "width:A:90 format:A:B:date",
    remappedSettings("column", (at) => [2, 0, 1][at] ?? at),
    "width:C:90 format:A:A:date format:C:C:date",
  ],
  ["freeze:1x0 newer:A1", shiftedSettings({ axis: "row", at: 0, count: 1 }), "freeze:1x0 newer:A1"],
] as const)("adjusts %s when rows or columns move", (words, edit, expected) => {
  expect(edited(words, edit)).toBe(expected);
});

test.each([
  ["1234.5", "number.2", "1,234.50"],
  ["=1/3", "percent.1", "33.3%"],
  ["-1234.5", "currency.EUR.2", "-€1,234.50"],
  ["$1,200", "currency.USD.0", "$1,200"],
  ["46000", "date", "2025-12-09"],
  ["2026-12-01 10:30", "date", "2026-12-01"],
  ["2026-12-01", "datetime", "2026-12-01 00:00"],
  ["0.5", "time", "12:00"],
  ["2026-12-01", "number.2", "2026-12-01"],
  ["1.50", "text", "1.50"],
  ["pears", "number.2", "pears"],
  ["=1/0", "percent.0", "#DIV/0!"],
  ["-99999999", "date", "-99999999"],
])("formats %s as %s: %s", (field, name, expected) => {
  const [[cell] = []] = evaluate([[field]], { now: 0 });
  const format = formatNamed(name);
  if (!cell || !format) throw new Error("There is no such cell or format.");
  expect(withFormatShown(cell, format).text).toBe(expected);
  expect(nameOfFormat(format)).toBe(name);
});

test("adds and removes decimals from the displayed format", () => {
  expect(withDecimals(null, 1, "3.5")).toEqual({ kind: "number", decimals: 2 });
  expect(withDecimals(null, 1, "12%")).toEqual({ kind: "percent", decimals: 1 });
  expect(withDecimals({ kind: "percent", decimals: 0 }, -1, "")).toEqual({ kind: "percent", decimals: 0 });
  expect(withDecimals({ kind: "date" }, 1, "")).toBeNull();
});
