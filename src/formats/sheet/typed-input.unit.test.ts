/** Interpretation of typed cell input, and the calendar it uses. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { addMonths, dayOf, FIRST_SERIAL, isDay, isoDay, LAST_SERIAL, serialOf, weekdayOf } from "./calendar.ts";
import { evaluate } from "./evaluate.ts";
import { columnOf, lettersOf, cellNameOf, rangeOf } from "./references.ts";

const cell = (field: string) => evaluate([[field]], { now: 0 })[0]?.[0];

test.each([
  ["", "blank", null, ""],
  ["12", "number", 12, "12"],
  [" 12 ", "number", 12, " 12 "],
  ["-1.50", "number", -1.5, "-1.50"],
  ["1e3", "number", 1000, "1e3"],
  ["1,234,567.8", "number", 1234567.8, "1,234,567.8"],
  ["1,23", "text", "1,23", "1,23"],
  ["12%", "number", 0.12, "12%"],
  ["$1,200", "number", 1200, "$1,200"],
  ["-€ 3", "number", -3, "-€ 3"],
  ["007", "text", "007", "007"],
  ["0", "number", 0, "0"],
  ["0.50", "number", 0.5, "0.50"],
  ["1234567890123456", "text", "1234567890123456", "1234567890123456"],
  ["1e999", "text", "1e999", "1e999"],
  ["true", "logical", true, "true"],
  ["TRUEISH", "text", "TRUEISH", "TRUEISH"],
  ["2026-12-01", "date", 46357, "2026-12-01"],
  ["2026/12/1", "date", 46357, "2026/12/1"],
  ["2026-02-30", "text", "2026-02-30", "2026-02-30"],
  ["12/1/2026", "text", "12/1/2026", "12/1/2026"],
  ["2026-12-01T12:00Z", "datetime", 46357.5, "2026-12-01T12:00Z"],
  ["2026-12-01 25:00", "text", "2026-12-01 25:00", "2026-12-01 25:00"],
  ["12:00", "time", 0.5, "12:00"],
  ["6:00 pm", "time", 0.75, "6:00 pm"],
  ["13:00 pm", "text", "13:00 pm", "13:00 pm"],
  ["48:00", "time", 2, "48:00"],
  ["#n/a", "error", "#N/A", "#n/a"],
  ["#hashtag", "text", "#hashtag", "#hashtag"],
  ["'12", "text", "12", "12"],
  ["'=1", "text", "=1", "=1"],
  ["'tis", "text", "'tis", "'tis"],
  ["=", "text", "=", "="],
  [" =1", "text", " =1", " =1"],
  ["Infinity", "text", "Infinity", "Infinity"],
  ["0x10", "text", "0x10", "0x10"],
])("reads the input %j as %s", (field, kind, value, text) => {
  expect(cell(field)).toMatchObject({ kind, value, text });
});

test("assigns a type to any input and displays it as typed", () => {
  const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
  const parts = fc.constantFrom(
    "1",
    "0",
    "-",
    ".",
    ",",
    "%",
    ":",
    "e",
    "2026-01-01",
    " ",
    "$",
    "T",
    "Z",
    "pm",
    "'",
    "#",
  );
  const likely = fc.array(parts, { maxLength: 8 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(anyText, likely), (field) => {
      fc.pre(!field.startsWith("="));
      const typed = cell(field);
      expect(field.trim().startsWith("'") || typed?.text === field).toBe(true);
      if (typeof typed?.value === "number") expect(Number.isFinite(typed.value)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("converts serial dates like the platform's calendar", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: FIRST_SERIAL, max: LAST_SERIAL }),
      fc.integer({ min: -600, max: 600 }),
      (serial, months) => {
        const date = new Date((serial - 25_569) * 86_400_000);
        const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
        expect(dayOf(serial)).toEqual(day);
        expect(serialOf(day.year, day.month, day.day)).toBe(serial);
        expect(isDay(day.year, day.month, day.day)).toBe(true);
        expect(isoDay(serial)).toBe(date.toISOString().slice(0, 10));
        expect(weekdayOf(serial)).toBe(date.getUTCDay());
        const later = dayOf(addMonths(serial, months));
        expect(later.year * 12 + later.month).toBe(day.year * 12 + day.month + months);
        expect(later.day).toBeLessThanOrEqual(day.day);
      },
    ),
  );
});

test("converts between column letters and indexes, and parses ranges", () => {
  expect([0, 25, 26, 701, 702, 16_383].map(lettersOf)).toEqual(["A", "Z", "AA", "ZZ", "AAA", "XFD"]);
  expect(columnOf("xfd")).toBe(16_383);
  expect(columnOf("XFE")).toBe(-1);
  fc.assert(
    fc.property(fc.nat(16_383), fc.nat(1_048_575), (column, row) => {
      expect(columnOf(lettersOf(column))).toBe(column);
      expect(rangeOf(cellNameOf(row, column))).toEqual({ top: row, left: column, bottom: row, right: column });
    }),
  );
  expect(rangeOf("$B2:A$9")).toEqual({ top: 1, left: 0, bottom: 8, right: 1 });
  expect(rangeOf("B:A")).toEqual({ top: 0, left: 0, bottom: null, right: 1 });
  expect(rangeOf("3:2")).toEqual({ top: 1, left: 0, bottom: 2, right: null });
  for (const none of ["A", "1", "A0", "A1:B", "A1:B2:C3", "A1048577", ""]) expect(rangeOf(none)).toBeNull();
});
