/** How people are found by name. Pure, and the same on the server and in the browser. */
import { clustersOf, foldName } from "./fold.ts";

/** Raised with every change of what a name's words are, so that stored words are made anew. */
export const PERSON_WORD_RULES = 1;

const MAX_WORDS = 24;
/** Scripts that write names without spaces: there a search may begin in the middle. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** The words of a name or of a query, folded. */
export const wordsIn = (text: string): string[] => foldName(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];

/** Every word somebody is to be found by; in scripts without spaces, every ending of a word too. */
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
