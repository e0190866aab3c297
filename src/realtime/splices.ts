/** A change to a text as a list of splices, and functions to apply and check it. */
import { countBreaks, lineAt, splitsCharacter } from "./text.ts";

/** Removes `remove` UTF-16 code units at offset `at` and inserts `insert` there. */
export type Splice = { readonly at: number; readonly remove: number; readonly insert: string };

/** 1-based and inclusive. `end` is `start - 1` if lines were only removed: the change is then just before `start`. */
export type LineRange = { readonly start: number; readonly end: number };

/** The text after `splices`, whose offsets all refer to `text` and ascend without overlap. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices) {
    pieces.push(text.slice(from, at), insert);
    from = at + remove;
  }
  pieces.push(text.slice(from));
  return pieces.join("");
}

/** True if the splices ascend without overlap inside `text` and split no character. */
export function areValidSplices(text: string, splices: readonly Splice[]): boolean {
  let from = 0;
  for (const { at, remove } of splices) {
    if (!Number.isSafeInteger(at) || !Number.isSafeInteger(remove) || at < from || remove < 0) return false;
    from = at + remove;
    if (from > text.length || splitsCharacter(text, at) || splitsCharacter(text, from)) return false;
  }
  return true;
}

/** The lines of `after` that the splices from `before` touched; null if there are none. */
export function changedLines(before: string, after: string, splices: readonly Splice[]): LineRange | null {
  const first = splices[0];
  const last = splices[splices.length - 1];
  if (first === undefined || last === undefined) return null;
  const growth = after.length - before.length;
  const lastAt = last.at + growth - (last.insert.length - last.remove);
  return { start: linesOf(before, after, first, first.at).start, end: linesOf(before, after, last, lastAt).end };
}

/** Lines of one splice that begins at offset `at` of `after`; whole lines do not count their neighbours. */
function linesOf(before: string, after: string, splice: Splice, at: number): LineRange {
  const { insert } = splice;
  const removed = before.slice(splice.at, splice.at + splice.remove);
  const line = lineAt(after, at);
  const breaks = countBreaks(insert);
  const bothMatch = (test: (part: string) => boolean) =>
    (insert === "" || test(insert)) && (removed === "" || test(removed));
  if ((at === 0 || after[at - 1] === "\n") && bothMatch((part) => part.endsWith("\n")))
    return { start: line, end: line + breaks - 1 };
  const end = at + insert.length;
  if ((end === after.length || after[end] === "\n") && bothMatch((part) => part.startsWith("\n")))
    return { start: line + 1, end: line + breaks };
  return { start: line, end: line + breaks };
}
