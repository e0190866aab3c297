import { expect, test } from "vitest";
import { diffLines } from "./diff-lines.ts";

test("reads the lines of a unified diff, with gaps between its hunks", () => {
  const diff = "@@ -1 +1 @@\n # Title\n-old\n+new\n+\n@@ -40 +41 @@\n--- a rule\n \n+++ plus";
  expect(diffLines(diff)).toEqual([
    { kind: "same", text: "# Title" },
    { kind: "removed", text: "old" },
    { kind: "added", text: "new" },
    { kind: "added", text: "" },
    { kind: "gap", text: "" },
    { kind: "removed", text: "-- a rule" },
    { kind: "same", text: "" },
    { kind: "added", text: "++ plus" },
  ]);
});

test("draws nothing for an empty diff, and ignores names of files", () => {
  expect(diffLines("")).toEqual([]);
  expect(diffLines("--- a\n+++ b\n@@ -1 +1 @@\n-x\n\\ No newline\n")).toEqual([{ kind: "removed", text: "x" }]);
});
