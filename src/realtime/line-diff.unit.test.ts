/** Line diffs for display: applied to the old text, a diff gives the new text. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareLines, type DiffHunk } from "./line-diff.ts";

/** Applies the hunks to the old lines. */
function applied(before: string, hunks: readonly DiffHunk[]): string {
  const old = before.split("\n");
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, lines } of hunks) {
    while (at < oldStart - 1) result.push(old[at++] ?? "");
    for (const { kind, text } of lines) {
      if (kind !== "added") expect(old[at++]).toBe(text);
      if (kind !== "removed") result.push(text);
    }
  }
  return [...result, ...old.slice(at)].join("\n");
}

test("computes hunks that produce the new text from any other", () => {
  const text = fc.array(fc.constantFrom("a", "b", "", "+c", "-d", "\\ No newline", " e"), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [before, after] = [a.join("\n"), b.join("\n")];
      return applied(before, compareLines(before, after)) === after;
    }),
    { numRuns: 2_000 },
  );
});

test("shows a changed line with three lines of context on each side", () => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`);
  const [hunk, ...rest] = compareLines(lines.join("\n"), lines.with(9, "other").join("\n"));
  expect(rest).toEqual([]);
  expect([hunk?.oldStart, hunk?.newStart, hunk?.lines.length]).toEqual([7, 7, 8]);
  expect(hunk?.lines.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "line 10" },
    { kind: "added", text: "other" },
  ]);
});

test("compares two unrelated texts of 20,000 lines as one change without quadratic work", () => {
  const [before, after] = ["a", "b"].map((mark) => Array.from({ length: 20_000 }, (_, i) => `${mark}${i}`).join("\n"));
  const hunks = compareLines(before ?? "", after ?? "");
  expect(hunks.map(({ lines }) => lines.length)).toEqual([40_000]);
});
