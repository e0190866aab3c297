/** Which titles answer what was typed, best first. Runs over all titles of a person for every key. */
import { foldName } from "../../../kernel/fold.ts";

type Title = { readonly id: string; readonly title: string };

/** A title as it is compared: folded once, not for every key. */
export type Folded<T> = { readonly item: T; readonly text: string };

export const foldTitle = <T extends Title>(item: T): Folded<T> => ({ item, text: foldName(item.title) });

/** How well one word answers, from worst to best. */
const INSIDE = 1;
const AT_WORD = 4;
const AT_START = 6;
const WHOLE_TITLE = 12;

const isLetter = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);

/** 0 when the word is nowhere in the text. */
function scoreWord(word: string, text: string): number {
  let best = 0;
  for (let at = text.indexOf(word); at >= 0 && best < AT_START; at = text.indexOf(word, at + 1)) {
    if (at === 0) best = AT_START;
    else best = Math.max(best, isLetter(text.charAt(at - 1)) ? INSIDE : AT_WORD);
  }
  return best;
}

function score(query: string, words: readonly string[], text: string): number {
  if (text === query) return WHOLE_TITLE * words.length;
  let sum = 0;
  for (const word of words) {
    const own = scoreWord(word, text);
    if (own === 0) return 0;
    sum += own;
  }
  // The words as they were typed, one behind the other.
  if (words.length > 1) sum += scoreWord(query, text);
  // Of two that answer alike the shorter is meant: less of it was left out.
  return sum + 1 / (1 + text.length);
}

export const isSameName = (one: string, other: string): boolean => foldName(one).trim() === foldName(other).trim();

/** As `rank`, for titles that are also found by other words: what is in a title comes first, and a whole title before it. */
export function rankNamed<T extends Title & { readonly keywords: readonly string[] }>(
  typed: string,
  items: readonly T[],
  most: number,
): T[] {
  const searched = items.map((item) => ({ item, text: foldName(`${item.title} ${item.keywords.join(" ")}`) }));
  const named = new Set(items.filter(({ title }) => isSameName(title, typed)).map(({ id }) => id));
  const [query, words] = [foldName(typed), foldName(typed).split(" ")];
  const titled = new Set(items.filter(({ title }) => score(query, words, foldName(title)) > 0).map(({ id }) => id));
  return rank(typed, searched, most, (id) => (named.has(id) ? Infinity : titled.has(id) ? WHOLE_TITLE : 0));
}

/** At most `most` titles in which every typed word is found. `lift` adds to the score, of pages visited lately for instance. */
export function rank<T extends Title>(
  typed: string,
  titles: readonly Folded<T>[],
  most: number,
  lift: (id: string) => number = () => 0,
): T[] {
  const query = foldName(typed).trim();
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: { item: T; points: number }[] = [];
  for (const { item, text } of titles) {
    const points = score(query, words, text);
    if (points > 0) found.push({ item, points: points + lift(item.id) });
  }
  return found
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ item }) => item);
}
