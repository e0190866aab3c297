/** Merges the pages found by words with those found by meaning, and continues after them by words alone. Pure. */

/** Pages found by meaning. Cursors list those that were shown early. */
export const MAX_NEAR_PAGES = 20;

/** The usual constant of reciprocal rank fusion: how slowly a rank loses weight. */
const RANK_OFFSET = 60;

/**
 * Reciprocal rank fusion of two lists of pages, best first. Each page is in the result once. Of two pages that only the words
 * found, the better one stays ahead, and it stays ahead of everything that is no better in both lists.
 */
export function fuse(byWords: readonly string[], byMeaning: readonly string[]): string[] {
  if (byMeaning.length === 0) return [...byWords];
  const scores = new Map<string, number>();
  for (const list of [byWords, byMeaning])
    list.forEach((id, rank) => scores.set(id, (scores.get(id) ?? 0) + 1 / (RANK_OFFSET + rank + 1)));
  // Sorting is stable: at equal scores, words come first.
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}

export type Continuation = {
  /** How many of the pages found by words are before the next page of results. */
  readonly passed: number;
  /** Pages that were shown although they come later by words: the next pages of results leave them out. */
  readonly shownEarly: readonly string[];
};

/**
 * Where results continue by words after the merged list was answered up to and including `last`. Before that, all pages of the
 * merged list have been shown, or are hidden from the caller.
 */
export function continueByWords(
  byWords: readonly string[],
  merged: readonly string[],
  last: number,
  shown: readonly string[],
): Continuation {
  const done = new Set(merged.slice(0, last + 1));
  const open = byWords.findIndex((id) => !done.has(id));
  const passed = open === -1 ? byWords.length : open;
  const behind = new Set(byWords.slice(0, passed));
  return { passed, shownEarly: shown.filter((id) => !behind.has(id)) };
}
