/** Dependencies between formulas: order, cycles, laziness, limits. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cell, evaluate } from "./evaluate.ts";
import { FUNCTION_NAMES } from "./functions/index.ts";
import { cellNameOf } from "./references.ts";

const CLOCK = { now: Date.UTC(2026, 11, 1, 23, 30) };

const shown = (rows: readonly (readonly string[])[], work?: number): string[][] =>
  evaluate(rows, CLOCK, work).map((cells) => cells.map(({ text }) => text));

const column = (length: number, field: (row: number) => string): string[][] =>
  Array.from({ length }, (_, index) => [field(index + 1)]);

const last = (cells: readonly (readonly Cell[])[]): Cell | undefined => cells.at(-1)?.at(-1);

test("evaluates formulas in any order", () => {
  expect(shown([["1", "=SUM(A1:A3)", "=SUM(A1:A2)", "=MAX(A1:A1)"], ["2"], ["3"]])[0]).toEqual(["1", "6", "3", "1"]);
  expect(shown([["=B1*2", "=C1+1", "=A2"], ["5"]])).toEqual([["12", "6", "5"], ["5"]]);
});

test("uses the given clock and time zone offset", () => {
  const at = (offsetMinutes: number) => evaluate([["=NOW()", "=TODAY()"]], { ...CLOCK, offsetMinutes })[0];
  expect(at(0)?.map(({ text }) => text)).toEqual(["2026-12-01 23:30", "2026-12-01"]);
  expect(at(60)?.map(({ text }) => text)).toEqual(["2026-12-02 00:30", "2026-12-02"]);
});

test("returns the kind of each cell and the reason of an error", () => {
  const [cells] = evaluate([["=1+1", "=A1=2", '="a"', "=TODAY()", "=1/0", "=FOO(", ""]], CLOCK);
  expect(cells?.map(({ kind, value }) => [kind, value])).toEqual([
    ["number", 2],
    ["logical", true],
    ["text", "a"],
    ["date", 46357],
    ["error", "#DIV/0!"],
    ["error", "#ERROR!"],
    ["blank", null],
  ]);
  expect(cells?.[4]?.error).toContain("divided by zero");
  expect(cells?.[5]?.error).toContain("not closed");
});

test("reports #CYCLE! for circular formulas and their dependents", () => {
  expect(shown([["=A1"]])).toEqual([["#CYCLE!"]]);
  expect(shown([["=B1", "=C1", "=A1+1", "=C1*2", "=1"]])).toEqual([["#CYCLE!", "#CYCLE!", "#CYCLE!", "#CYCLE!", "1"]]);
  expect(shown([["=SUM(A1:A3)"], ["1"], ["2"]])).toEqual([["#CYCLE!"], ["1"], ["2"]]);
  expect(shown([["=IFERROR(B1,0)", "=B1"]])).toEqual([["0", "#CYCLE!"]]);
});

test("does not evaluate branches that are not taken", () => {
  expect(shown([["=IF(TRUE,1,A1)"]])).toEqual([["1"]]);
  expect(shown([["=IF(FALSE,1,A1)"]])).toEqual([["#CYCLE!"]]);
  expect(shown([["=IF(C1,B1,1)", "=IF(C1,1,A1)", "TRUE"]])).toEqual([["1", "1", "TRUE"]]);
  expect(shown([["=IFERROR(1,A1)", "=CHOOSE(2,B1,5)", "=SWITCH(1,1,2,C1)", "=ROW(D1)"]])).toEqual([
    ["1", "5", "2", "1"],
  ]);
  expect(shown([["=IFS(TRUE,B1)", '=INDIRECT("C1")', "=7"]])).toEqual([["7", "7", "7"]]);
});

test.each([
  ["down", (row: number) => (row === 1 ? "1" : `=A${row - 1}+1`), 0],
  ["up", (row: number) => (row === 50_000 ? "1" : `=A${row + 1}+1`), 1],
  ["upwards through branches", (row: number) => (row === 50_000 ? "1" : `=IF(TRUE,A${row + 1}+1,0)`), 1],
] as const)("evaluates a chain of 50,000 formulas %s", (_, field, up) => {
  const cells = evaluate(column(50_000, field), CLOCK);
  expect((up ? cells[0] : cells.at(-1))?.[0]?.value).toBe(50_000);
});

test("detects a cycle of 50,000 formulas", () => {
  const cells = evaluate(
    column(50_000, (row) => `=A${row === 50_000 ? 1 : row + 1}`),
    CLOCK,
  );
  expect(cells.every(([cell]) => cell?.value === "#CYCLE!")).toBe(true);
});

const rowsOf = (count: number, fields: (row: number) => string[]): string[][] =>
  Array.from({ length: count }, (_, index) => fields(index + 1));

// `work` bounds the cells read: about a hundred per row, where reading every range in full would take 10,000.
test.each([
  ["running totals", (row: number) => [String(row), `=SUM(A$1:A${row})`], 50_005_000],
  ["running totals of formulas", (row: number) => [`=${row}`, `=SUM(A$1:A${row})`], 50_005_000],
  ["lookups", (row: number) => [`k${row}`, `=MATCH("k${row}",A$1:A$10000,0)`], 10_000],
  ["sums by key", (row: number) => [`k${row % 5000}`, `=SUMIF(A:A,A${row},A:A)+COUNTIFS(A:A,A${row})`], 2],
  ["ranks", (row: number) => [String(row), `=RANK(A${row},A$1:A$10000)`], 1],
])("evaluates 10,000 %s with work linear in the number of cells", (_, fields, expected) => {
  expect(last(evaluate(rowsOf(10_000, fields), CLOCK, 1_000_000))?.value).toBe(expected);
});

test("returns #ERROR! beyond the work limit and keeps earlier results", () => {
  const cells = shown(
    rowsOf(100, (row) => [String(row), `=SUMPRODUCT((A$1:A$100>${row})*1)`]),
    20_000,
  );
  expect(cells[0]?.[1]).toBe("99");
  expect(cells[99]?.[1]).toBe("#ERROR!");
  expect(shown([["=SUM(SEQUENCE(1E6,1E6))"]])).toEqual([["#ERROR!"]]);
});

test.each([
  ["a sum of 4,000 terms", `=${"1+".repeat(3999)}1`, "4000"],
  ["8,000 minus signs", `=${"-".repeat(8000)}1`, "1"],
  ["a formula that is too long", `=${"1+".repeat(5000)}1`, "#ERROR!"],
  ["too many parentheses", `=${"(".repeat(100)}1${")".repeat(100)}`, "#ERROR!"],
  ["too many braces", `=${"{".repeat(4000)}`, "#ERROR!"],
  ["too many arguments", `=SUM(${"1,".repeat(300)}1)`, "#ERROR!"],
])("evaluates or rejects %s", (_, formula, text) => {
  expect(shown([[formula]])).toEqual([[text]]);
});

/** Sums of other cells; null for cells that depend on a cycle. */
function sumsOf(graph: readonly (readonly number[])[]): (number | null)[] {
  const values: (number | null | undefined)[] = graph.map(() => undefined);
  for (let changed = true; changed;) {
    changed = false;
    for (const [index, needs] of graph.entries()) {
      if (values[index] !== undefined || needs.some((need) => values[need] === undefined)) continue;
      values[index] = needs.reduce((sum, need) => sum + (values[need] ?? 0), index + 1);
      changed = true;
    }
  }
  return values.map((value) => value ?? null);
}

test("evaluates any graph of sums, with #CYCLE! for circular ones", () => {
  const size = 9;
  const graph = fc.array(fc.array(fc.nat(size - 1), { maxLength: 3 }), { minLength: size, maxLength: size });
  fc.assert(
    fc.property(graph, (needs) => {
      const cells = needs.map((list, index) => [
        index + 1,
        ...list.map((need) => cellNameOf(Math.floor(need / 3), need % 3)),
      ]);
      const rows = [0, 3, 6].map((from) => cells.slice(from, from + 3).map((terms) => `=${terms.join("+")}`));
      expect(evaluate(rows, CLOCK).flatMap((row) => row.map(({ value }) => value))).toEqual(
        sumsOf(needs).map((sum) => sum ?? "#CYCLE!"),
      );
    }),
    { numRuns: 500 },
  );
});

const leaf = fc.oneof(
  fc.constantFrom(
    "A1",
    "$B$2",
    "C1:D4",
    "A:B",
    "2:3",
    "1",
    "-2.5",
    "1E3",
    '"a"',
    '"2026-01-31"',
    '"*a?"',
    "TRUE",
    "#N/A",
    "{1,2;3,4}",
    "",
    "E9",
    "1E9",
    '"0.00"',
    '">1"',
  ),
  fc.integer({ min: -3, max: 50 }).map(String),
);
const formula = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc
      .tuple(tie("expression"), fc.constantFrom("+", "-", "*", "/", "^", "&", "=", "<", ">=", "<>"), tie("expression"))
      .map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom("-", "@", "+"), tie("expression")).map((parts) => parts.join("")),
    tie("expression").map((inner) => `(${inner})%`),
    fc
      .tuple(fc.constantFrom(...FUNCTION_NAMES), fc.array(tie("expression"), { maxLength: 5 }))
      .map(([name, args]) => `${name}(${args.join(",")})`),
  ),
})).expression;

test("evaluates any formulas to displayable values with a kind", () => {
  const noise = fc.array(
    fc.constantFrom("=", "(", ")", ",", "A1", ":", '"', "'", "!", "{", "}", "%", "1", "SUM", " ", "#REF!", "é"),
    { maxLength: 12 },
  );
  const field = fc.oneof(
    formula.map((text) => `=${text}`),
    noise.map((parts) => `=${parts.join("")}`),
    fc.constantFrom("1", "2026-01-31", "apple", "10:30", "", "TRUE", "-7.5"),
  );
  fc.assert(
    fc.property(fc.array(fc.array(field, { minLength: 4, maxLength: 4 }), { minLength: 4, maxLength: 4 }), (rows) => {
      for (const { kind, value, text, error } of evaluate(rows, CLOCK, 200_000).flat()) {
        expect(text.length).toBeLessThanOrEqual(32_767);
        expect(error !== undefined).toBe(kind === "error");
        if (typeof value === "number") expect(Number.isFinite(value)).toBe(true);
        if (kind === "text" || kind === "error") expect(typeof value).toBe("string");
      }
    }),
    { numRuns: 400 },
  );
});
