/** Plans edits: chooses lines by their text, so that lines which must stay are not touched. */
import { wordsIn, type ExpectedPage, type AcknowledgedEdit } from "./expected-edits.ts";
import type { Random } from "./random.ts";

/** A section of a page as it was read; `firstLine` counts from 1. */
export type View = { readonly firstLine: number; readonly lines: readonly string[] };

type LineEdit =
  | { readonly operation: "insert"; readonly startLine: number; readonly content: string }
  | { readonly operation: "replace"; readonly startLine: number; readonly endLine: number; readonly content: string }
  | { readonly operation: "delete"; readonly startLine: number; readonly endLine: number };

export type Plan = { readonly edit: LineEdit; readonly promised: AcknowledgedEdit };

/** Follows the word in an entirely new line. */
export const PHRASES = [
  "a note",
  "naïve café",
  "漢字かな交じり",
  "🎈🎈 done",
  "`code` and **bold**",
  "see [the page](https://example.com/x)",
];

/** An edit of the visible lines. Every line it writes contains a generated word. */
export function planEdit(view: View, ledger: ExpectedPage, random: Random, nextWord: () => string): Plan {
  const fragile = view.lines.flatMap((line, index) => (ledger.isFragile(line) ? [index] : []));
  const choice = random.below(10);
  if (fragile.length === 0 || choice < 5) return planInsert(view, random, nextWord);
  const first = random.pick(fragile);
  const last = endOfRun(view, ledger, first, 1 + random.below(3));
  const touched = view.lines.slice(first, last + 1);
  const range = { startLine: view.firstLine + first, endLine: view.firstLine + last };
  if (choice >= 8) return { edit: { operation: "delete", ...range }, promised: { words: [], touched, extended: [] } };
  const written = touched.map((line) => reword(line, random, nextWord()));
  const content = written.join("\n");
  const extended = touched.filter((line, index) => written[index]?.includes(line));
  const rewritten = touched.filter((line) => !extended.includes(line));
  const promised = { words: wordsIn(content), touched: rewritten, extended };
  return { edit: { operation: "replace", ...range, content }, promised };
}

function planInsert(view: View, random: Random, nextWord: () => string): Plan {
  const startLine = view.firstLine + random.below(view.lines.length + 1);
  const lines = Array.from(
    { length: 1 + random.below(3) },
    () => `${random.pick(["", "- ", "> ", "  "])}${nextWord()} ${random.pick(PHRASES)}`,
  );
  const content = lines.join("\n");
  return {
    edit: { operation: "insert", startLine, content },
    promised: { words: wordsIn(content), touched: [], extended: [] },
  };
}

/** Index of the last of at most `most` consecutive fragile lines. */
function endOfRun({ lines }: View, ledger: ExpectedPage, first: number, most: number): number {
  let last = first;
  while (last + 1 < Math.min(lines.length, first + most) && ledger.isFragile(lines[last + 1] ?? "")) last++;
  return last;
}

/** Adds the word to the line in one of the usual ways of rewording. */
function reword(line: string, random: Random, word: string): string {
  switch (random.below(4)) {
    case 0:
      return `${word} ${random.pick(PHRASES)}`;
    case 1:
      return `${line} ${word}`;
    case 2:
      return `${word} ${line}`;
    default: {
      const parts = line.split(" ");
      parts[random.below(parts.length)] = word;
      return parts.join(" ");
    }
  }
}

/** The lines of the whole text after an edit of a view that covers all of it. */
export function applyEdit(lines: readonly string[], edit: LineEdit): string[] {
  const before = lines.slice(0, edit.startLine - 1);
  if (edit.operation === "insert") return [...before, ...edit.content.split("\n"), ...lines.slice(edit.startLine - 1)];
  const written = edit.operation === "replace" ? edit.content.split("\n") : [];
  return [...before, ...written, ...lines.slice(edit.endLine)];
}
