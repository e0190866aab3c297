import { expect, test } from "vitest";
import { evaluateFormulas } from "./formulas.ts";
import { readFrontMatter, findEntry } from "./front-matter.ts";
import { readSchema } from "./schema.ts";
import { typedValue } from "./values.ts";

const schema = readSchema(`---
properties:
  Budget: number, EUR
  Start date: date
  Title: text
  Done: checkbox
  Cost: =Budget * 1.2
  Twice: =Cost * 2
  Long: =[Start date] + 7
  Words: =UPPER(Title) & " budget"
  State: =IF(Done, "yes", "no")
  Spread: =ROUND(STDEV.P(Budget, 0), 0)
  Loop: =Loop + 1
  Cell: =A1 + 1
  Unknown: =[No such] + 1
  Broken: =(
---
`);

function valuesOf(...sources: readonly string[]): Record<string, unknown>[] {
  const rows = sources.map((source) => {
    const entries = readFrontMatter(`---\n${source}\n---\n`)?.entries ?? [];
    return new Map(schema.map((property) => [property.name, typedValue(property, findEntry(entries, property.name))]));
  });
  return evaluateFormulas(schema, rows, { now: 0 }).map((row) =>
    Object.fromEntries([...row].map(([name, { value, fits }]) => [name, fits ? value : `misfit ${String(value)}`])),
  );
}

test("evaluates formulas over the properties of each row, and over other formulas", () => {
  const [first, second] = valuesOf("Budget: 10\nStart date: 2026-12-01\nTitle: =1+1\nDone: true", "Budget: 20");
  expect(first).toMatchObject({ Cost: 12, Twice: 24, Long: "2026-12-08", Words: "=1+1 budget", State: "yes" });
  expect(first).toMatchObject({ Spread: 5 });
  expect(second).toMatchObject({ Cost: 24, Twice: 48, Words: " budget", State: "no" });
});

test("a formula that cannot be evaluated is marked with the sheet's error", () => {
  const [row] = valuesOf("Budget: 10");
  expect(row).toMatchObject({
    Loop: "misfit #CYCLE!",
    Cell: "misfit #NAME?",
    Unknown: "misfit #NAME?",
    Broken: "misfit #ERROR!",
  });
});

test.each([
  ["a long function name", `${"a".repeat(50_000)}(`],
  ["function names in parts", `${"a.".repeat(25_000)}(`],
  ["open brackets", "[".repeat(60_000)],
  ["quotes", '"'.repeat(60_001)],
])("a formula of %s is read within bounds", (_, source) => {
  for (const length of [1_000, 60_000]) {
    const long = readSchema(`---\nproperties:\n  A: number\n  F: =${source.slice(-length + 1)}\n---\n`);
    const [row] = evaluateFormulas(long, [new Map()], { now: 0 });
    expect(row?.get("F")?.fits ?? long[1]?.isUnderstood).toBe(false);
  }
});

test("the work of all formulas is bounded", () => {
  const text = `---\nproperties:\n  A: =SUM(SEQUENCE(10000,100))\n---\n`;
  const expensive = readSchema(text);
  const rows = Array.from({ length: 100 }, () => new Map());
  const values = evaluateFormulas(expensive, rows, { now: 0 }).map((row) => row.get("A")?.fits);
  expect(values).toContain(false);
});
