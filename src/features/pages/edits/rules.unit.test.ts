import fc from "fast-check";
import { expect, test } from "vitest";
import { applySplices, areValidSplices } from "../../../realtime/splices.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { planEdits } from "./rules.ts";

const apply = (base: string, ...edits: TextEdit[]): string => applySplices(base, planEdits("DOCUMENT", base, edits));

test.each<[string, string, TextEdit[], string]>([
  ["deletes all lines", "a\nb", [{ op: "delete", startLine: 1, endLine: 2 }], ""],
  [
    "deletes the last two lines one by one",
    "a\nb\nc",
    [
      { op: "delete", startLine: 3 },
      { op: "delete", startLine: 2 },
    ],
    "a",
  ],
  ["appends to an empty page", "", [{ op: "append", content: "a\nb" }], "a\nb"],
  [
    "inserts lines at the end in the given order",
    "a",
    [
      { op: "insert", startLine: 2, content: "b" },
      { op: "append", content: "c" },
    ],
    "a\nb\nc",
  ],
  [
    "inserts a line before a replaced one",
    "a\nb",
    [
      { op: "replace", startLine: 2, content: "B" },
      { op: "insert", startLine: 2, content: "x" },
    ],
    "a\nx\nB",
  ],
  [
    "replaces a text with its line feed and deletes the last line",
    "a\nb\nc",
    [
      { op: "replace_text", oldText: "b\n", newText: "x" },
      { op: "delete", startLine: 3 },
    ],
    "a\nx",
  ],
  ["writes an empty line", "a\nb", [{ op: "replace", startLine: 2, content: "" }], "a\n"],
  [
    "replaces every occurrence",
    "a-a\na",
    [{ op: "replace_text", oldText: "a", newText: "aa", all: true }],
    "aa-aa\naa",
  ],
])("applies edits: %s", (_, base, edits, after) => {
  expect(apply(base, ...edits)).toBe(after);
});

test("rejects edits of the same lines in any order", () => {
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

test("applies edits of distinct lines like sequential edits from the bottom, without splitting characters", () => {
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
