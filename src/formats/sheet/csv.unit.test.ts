/** CSV rows, compared with an independent CSV parser. */
import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvFault, fieldsOf, parseRow, printRow, withCell, withField } from "./csv.ts";

const line = fc
  .array(fc.constantFrom(",", '"', '""', "a", " ", "=", "1"), { maxLength: 12 })
  .map((parts) => parts.join(""));
const field = fc.oneof(fc.string(), line);

test.each([
  ["", [""]],
  ["a,b", ["a", "b"]],
  [",", ["", ""]],
  ['"a,b",c', ["a,b", "c"]],
  ['"a ""b""",', ['a "b"', ""]],
  ['"=SUM(A1,B1)"', ["=SUM(A1,B1)"]],
  ['"open, still', ["open, still"]],
  ['"a"b,c', ["ab", "c"]],
  ['a"b,c', ['a"b', "c"]],
])("parses the row %s", (text, fields) => {
  expect(parseRow(text)).toEqual(fields);
});

test("parses a valid line like a CSV parser", () => {
  fc.assert(
    fc.property(line, (text) => {
      fc.pre(csvFault(text) === null && text !== "");
      expect([parseRow(text)]).toEqual(Papa.parse(text, { delimiter: ",", newline: "\n" }).data);
    }),
    { numRuns: 500 },
  );
});

test("prints valid rows that parse back with line breaks as spaces", () => {
  fc.assert(
    fc.property(fc.array(field, { minLength: 1 }), (fields) => {
      const printed = printRow(fields);
      expect(csvFault(printed)).toBeNull();
      expect(parseRow(printed)).toEqual(fields.map((text) => text.replace(/\r\n?|\n/g, " ")));
    }),
  );
});

test("finds fields that cover the line except for the commas", () => {
  fc.assert(
    fc.property(line, (text) => {
      expect(
        fieldsOf(text)
          .map(({ start, end }) => text.slice(start, end))
          .join(","),
      ).toBe(text);
    }),
  );
});

test("replaces one field and leaves the others unchanged", () => {
  fc.assert(
    fc.property(line, fc.nat(8), field, (text, column, value) => {
      const before = fieldsOf(text);
      const changed = withField(text, column, value);
      const after = fieldsOf(changed);
      expect(after).toHaveLength(Math.max(before.length, column + 1));
      expect(after[column]?.text).toBe(value.replace(/\r\n?|\n/g, " "));
      const written = (at: number) => changed.slice(after[at]?.start, after[at]?.end);
      for (const [at, { start, end }] of before.entries()) {
        if (at === column) continue;
        if (csvFault(text) === null) expect(written(at)).toBe(text.slice(start, end));
        expect(after[at]?.text).toBe(before[at]?.text);
      }
    }),
    { numRuns: 500 },
  );
});

test("extends the sheet for a cell outside it", () => {
  expect(withCell('"a",b', 2, 1, "x,y")).toBe('"a",b\n\n,"x,y"');
});
