/** Edits that change the number of lines: splits, joins and blank lines, in addition to those of `planEdit`. */
import { planEdit, type Plan } from "./edit-plan.ts";
import { wordsIn, type ExpectedPage } from "./expected-edits.ts";
import type { Random } from "./random.ts";

/** Follows the word in a line inserted between the pieces of a split line. */
export const BETWEEN = "between";

/** `isReshaped`: the touched lines, in parts or joined, may end up in lines without a generated word. */
export type ShapePlan = Plan & { readonly isReshaped: boolean };

export function planShape(
  lines: readonly string[],
  ledger: ExpectedPage,
  random: Random,
  nextWord: () => string,
  mayChangeBlanks: boolean,
): ShapePlan {
  const view = { firstLine: 1, lines };
  const choice = random.below(10);
  if (choice >= 9 && mayChangeBlanks) return planBlank(lines, random, nextWord);
  if (choice >= 5) {
    const plan = choice >= 7 ? planSplit(lines, ledger, random, nextWord) : planJoin(lines, ledger, random, nextWord);
    if (plan !== null) return plan;
  }
  return { ...planEdit(view, ledger, random, nextWord), isReshaped: false };
}

/** Splits a line into two or three, each with or without a generated word. */
function planSplit(
  lines: readonly string[],
  ledger: ExpectedPage,
  random: Random,
  nextWord: () => string,
): ShapePlan | null {
  const places = indexesOf(lines, (line) => ledger.isFragile(line) && line.trim().includes(" "));
  if (places.length === 0) return null;
  const at = random.pick(places);
  const line = lines[at] ?? "";
  const parts = line.split(" ");
  const cut = 1 + random.below(parts.length - 1);
  const pieces = [parts.slice(0, cut).join(" "), parts.slice(cut).join(" ")];
  if (pieces.some((piece) => piece.trim() === "")) return null;
  // A piece without a generated word must differ from every original line.
  const originals = ledger.text.split("\n");
  const isPure =
    pieces.every((piece) => /[\p{L}\p{N}]/u.test(piece) && !originals.includes(piece)) && random.chance(0.3);
  const written = pieces.map((piece) =>
    isPure
      ? piece
      : random.pick([(word: string) => `${word} ${piece}`, (word: string) => `${piece} ${word}`])(nextWord()),
  );
  if (random.chance(0.3)) written.splice(1, 0, `${nextWord()} ${BETWEEN}`);
  return replacing(at, [line], written);
}

/** Joins two or three lines. */
function planJoin(
  lines: readonly string[],
  ledger: ExpectedPage,
  random: Random,
  nextWord: () => string,
): ShapePlan | null {
  // The remains of a line of punctuation could not be distinguished from another such line.
  const isFragile = (index: number): boolean =>
    ledger.isFragile(lines[index] ?? "") && /[\p{L}\p{N}]/u.test(lines[index] ?? "");
  const places = indexesOf(lines, (_, index) => isFragile(index) && isFragile(index + 1));
  if (places.length === 0) return null;
  const at = random.pick(places);
  const count = isFragile(at + 2) && random.chance(0.3) ? 3 : 2;
  const touched = lines.slice(at, at + count);
  const joined = touched.join(" ");
  const written = random.pick([
    () => joined,
    () => `${joined} ${nextWord()}`,
    () => `${nextWord()} ${joined}`,
    () => [touched[0], nextWord(), ...touched.slice(1)].join(" "),
  ])();
  return replacing(at, touched, [written]);
}

/** Adds a paragraph with blank lines around it, or adds or removes a blank line. */
function planBlank(lines: readonly string[], random: Random, nextWord: () => string): ShapePlan {
  const blanks = indexesOf(lines, (line) => line === "");
  if (blanks.length > 0 && random.chance(0.4)) {
    const line = random.pick(blanks) + 1;
    const promised = { words: [], touched: [], extended: [] };
    return { edit: { operation: "delete", startLine: line, endLine: line }, promised, isReshaped: false };
  }
  const content = random.pick(["", "\n", `\n${nextWord()} a paragraph\n`, `${nextWord()} a paragraph\n`]);
  const edit = { operation: "insert", startLine: 1 + random.below(lines.length + 1), content } as const;
  return { edit, promised: { words: wordsIn(content), touched: [], extended: [] }, isReshaped: false };
}

function replacing(at: number, touched: readonly string[], written: readonly string[]): ShapePlan {
  const content = written.join("\n");
  const extended = touched.filter((line) => content.includes(line));
  return {
    edit: { operation: "replace", startLine: at + 1, endLine: at + touched.length, content },
    promised: { words: wordsIn(content), touched: touched.filter((line) => !extended.includes(line)), extended },
    isReshaped: true,
  };
}

function indexesOf(lines: readonly string[], holds: (line: string, index: number) => boolean): number[] {
  return lines.flatMap((line, index) => (holds(line, index) ? [index] : []));
}
