/**
 * Finds a single typo in a long word: a wrong, missing or extra letter, or two swapped letters. The index finds texts
 * that contain the letters on both sides of the typo, for every possible position; their words are then compared.
 */
import { quote } from "./query-rules.ts";
import type { ParsedQuery, Term } from "./query-rules.ts";
import { TERM_PREFIX, readRuns, shortPrefixOf, trigramsOf } from "./word-rules.ts";

/** Shorter words have too many similar words. */
const MIN_LENGTH = 5;
/** Longer strings are not words. */
const MAX_LENGTH = 40;
/** Maximum number of query words examined. */
const MAX_WORDS = 3;
/** Maximum number of corrections per word. */
const MAX_MEANT = 4;

export const longWordsOf = ({ terms }: ParsedQuery): string[] =>
  terms
    .flatMap(({ kind, forms }) => (kind === "word" ? (forms[0] ?? []).slice(0, 1) : []))
    .filter((word) => {
      const { length } = Array.from(word);
      return length >= MIN_LENGTH && length <= MAX_LENGTH;
    })
    .slice(0, MAX_WORDS);

/** FTS5 query for texts that may contain one of these words with a typo. */
export function similarMatch(words: readonly string[], scope: string): string {
  const ways = new Set(words.flatMap(waysOf));
  return `(${scope} AND (${[...ways].join(" OR ")}))`;
}

/** For each possible position of a typo, the trigrams that it does not affect. */
function waysOf(word: string): string[] {
  const threes = trigramsOf(word);
  const { length } = Array.from(word);
  return Array.from({ length }, (_, at) => {
    const whole = threes.filter((__, start) => start + 2 < at || start > at + 1);
    const terms = [...new Set(whole)].map((three) => quote(TERM_PREFIX.three + three));
    // A typo in the middle of a short word affects all trigrams, so use the first two letters.
    return terms.length > 0 ? `(${terms.join(" AND ")})` : quote(TERM_PREFIX.start + shortPrefixOf(word));
  });
}

/** Whether one inserted, missing or different letter, or two swapped ones, turns one word into the other. */
export function isOneTypoAway(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)];
  if (Math.abs(a.length - b.length) > 1 || one === other) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** The query with corrected words; null if the texts contain no correction. */
export function corrected(question: ParsedQuery, texts: readonly string[]): ParsedQuery | null {
  const long = new Set(longWordsOf(question));
  const counts = new Map([...long].map((word) => [word, new Map<string, number>()]));
  for (const text of texts) {
    for (const found of wordsIn(text)) {
      for (const [word, meant] of counts) if (isOneTypoAway(word, found)) meant.set(found, (meant.get(found) ?? 0) + 1);
    }
  }
  let isCorrected = false;
  const terms = question.terms.map((term): Term => {
    const meant = counts.get(term.forms[0]?.[0] ?? "");
    if (!meant || meant.size === 0) return term;
    isCorrected = true;
    const best = [...meant].toSorted((x, y) => y[1] - x[1]).slice(0, MAX_MEANT);
    return { kind: "word", forms: best.map(([word]) => [word]) };
  });
  if (!isCorrected) return null;
  const needles = terms.flatMap(({ forms }) => forms.flat().map((text) => ({ text, begins: true })));
  return { terms, needles: needles.slice(0, 8), titleTerm: null };
}

/** The words of a folded text, and their parts. */
function wordsIn(text: string): Set<string> {
  return new Set(readRuns(text).flatMap((run) => (run.kind === "word" ? [run.whole, ...run.parts] : [])));
}
