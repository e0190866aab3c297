/** Matching of people by name. Pure, and shared by server and browser. */
import { clustersOf, foldName } from "./fold.ts";

/** Increase with every change to word splitting, so that stored words are rebuilt. */
export const PERSON_WORD_RULES = 1;

const MAX_WORDS = 24;
/** Scripts that write names without spaces, where a match may begin in the middle. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The words of a name or of a query, folded. */
export const wordsIn = (text: string): string[] => foldName(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];

/** Every word that matches a person; in scripts without spaces, every suffix of a word too. */
export function wordsOfPerson(names: readonly (string | null)[]): string[] {
  const words = names.flatMap((name) => (name === null ? [] : wordsIn(name)));
  const all = words.flatMap((word) => {
    if (!UNSPACED.test(word)) return [word];
    const signs = clustersOf(word).slice(0, 20);
    return signs.map((_, i) => signs.slice(i).join(""));
  });
  return [...new Set(all)].map((word) => Array.from(word).slice(0, 64).join("")).slice(0, MAX_WORDS * 2);
}

/** Whether each of `words`, folded, starts a word of the names. */
export function hasWords(names: readonly (string | null)[], words: readonly string[]): boolean {
  const own = wordsOfPerson(names);
  return words.every((word) => own.some((each) => each.startsWith(word)));
}
