import fc from "fast-check";
import { expect, test } from "vitest";
import { applySplices, areValidSplices } from "../../../realtime/splices.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { planEdits } from "./rules.ts";

const apply = (base: string, ...edits: TextEdit[]): string => applySplices(base, planEdits("DOCUMENT", base, edits));

test.each<[string, string, TextEdit[], string]>([
  ["all lines go", "a\nb", [{ op: "delete", startLine: 1, endLine: 2 }], ""],
  [
    "the last two lines go, one by one",
    "a\nb\nc",
    [
      { op: "delete", startLine: 3 },
      { op: "delete", startLine: 2 },
    ],
    "a",
  ],
  ["an empty page is begun", "", [{ op: "append", content: "a\nb" }], "a\nb"],
  [
    "lines are put past the last one, in the order given",
    "a",
    [
      { op: "insert", startLine: 2, content: "b" },
      { op: "append", content: "c" },
    ],
    "a\nb\nc",
  ],
  [
    "a line is put before one that is replaced",
    "a\nb",
    [
      { op: "replace", startLine: 2, content: "B" },
      { op: "insert", startLine: 2, content: "x" },
    ],
    "a\nx\nB",
  ],
  [
    "a text with its line feed goes, and the last line",
    "a\nb\nc",
    [
      { op: "replace_text", oldText: "b\n", newText: "x" },
      { op: "delete", startLine: 3 },
    ],
    "a\nx",
  ],
  ["an empty line is written", "a\nb", [{ op: "replace", startLine: 2, content: "" }], "a\n"],
  [
    "every occurrence is replaced",
    "a-a\na",
    [{ op: "replace_text", oldText: "a", newText: "aa", all: true }],
    "aa-aa\naa",
  ],
])("%s", (_, base, edits, after) => {
  expect(apply(base, ...edits)).toBe(after);
});

test("edits that name the same lines are refused, in whatever order they come", () => {
  const edits: TextEdit[] = [
    { op: "delete", startLine: 1, endLine: 2 },
    { op: "replace", startLine: 2, content: "x" },
  ];
  expect(() => apply("a\nb\nc", ...edits)).toThrow("same lines");
  expect(() => apply("a\nb\nc", ...edits.toReversed())).toThrow("same lines");
});

const Act = fc.record({
  kind: fc.constantFrom("keep", "replace", "delete", "insert"),
  text: fc.constantFrom("", "x", "x\ny", "é😀"),
});

test("edits of distinct lines do what they would do one after the other from below, and keep characters whole", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom("", "same", "one two", "é😀"), Act), { minLength: 1, maxLength: 8 }),
      (rows) => {
        const base = rows.map(([line]) => line).join("\n");
        const edits = rows.flatMap(([, { kind, text }], index): TextEdit[] => {
          const startLine = index + 1;
          if (kind === "replace" || kind === "insert") return [{ op: kind, startLine, content: text }];
          return kind === "delete" ? [{ op: kind, startLine }] : [];
        });
        const expected = rows.flatMap(([line, { kind, text }]) => {
          if (kind === "delete") return [];
          if (kind === "replace") return [text];
          return kind === "insert" ? [text, line] : [line];
        });
        const splices = planEdits("DOCUMENT", base, edits);
        expect(areValidSplices(base, splices)).toBe(true);
        expect(applySplices(base, splices)).toBe(expected.join("\n"));
      },
    ),
  );
});
