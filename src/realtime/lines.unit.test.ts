import { expect, test } from "vitest";
import fc from "fast-check";
import { spliceLines, type LineOperation } from "./lines.ts";
import { applySplices } from "./splices.ts";

const content = fc
  .array(fc.constantFrom("", "x", "same", "two words"), { minLength: 1, maxLength: 4 })
  .map((l) => l.join("\n"));
const line = fc.integer({ min: -1, max: 9 });
const operation: fc.Arbitrary<LineOperation> = fc.oneof(
  fc.record({
    operation: fc.constant("replace" as const),
    startLine: line,
    endLine: fc.option(line, { nil: undefined }),
    content,
  }),
  fc.record({ operation: fc.constant("insert" as const), startLine: line, content }),
  fc.record({
    operation: fc.constant("delete" as const),
    startLine: line,
    endLine: fc.option(line, { nil: undefined }),
  }),
);

/** A reference implementation, as simple as possible, on an array of lines. */
function model(text: string, change: LineOperation): string | number {
  const lines = text.split("\n");
  const { startLine } = change;
  if (change.operation === "insert") {
    if (startLine < 1 || startLine > lines.length + 1) return lines.length;
    return lines.toSpliced(startLine - 1, 0, ...change.content.split("\n")).join("\n");
  }
  const endLine = change.endLine ?? startLine;
  if (startLine < 1 || endLine < startLine || endLine > lines.length) return lines.length;
  const replacement = change.operation === "replace" ? change.content.split("\n") : [];
  return lines.toSpliced(startLine - 1, endLine - startLine + 1, ...replacement).join("\n");
}

test("applies line operations like array operations", () => {
  fc.assert(
    fc.property(content, operation, (text, change) => {
      const splices = spliceLines(text, change);
      const result = Array.isArray(splices) ? applySplices(text, splices) : splices.totalLines;
      expect(result).toBe(model(text, change));
    }),
    { numRuns: 5000 },
  );
});

test("rejects fractional and out-of-range line numbers", () => {
  for (const startLine of [0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 3])
    expect(spliceLines("a\nb", { operation: "delete", startLine })).toEqual({
      code: "line_out_of_range",
      totalLines: 2,
    });
});

test("inserts one word when a line is replaced by itself with one more word", () => {
  const change = { operation: "replace", startLine: 2, content: "two more words" } as const;
  expect(spliceLines("one\ntwo words\nthree", change)).toEqual([{ at: 8, remove: 0, insert: "more " }]);
});
