/**
 * Tokenization: what counts as a word, and the index terms of a page. Pages and queries use the same rules, so they
 * agree in every language. Folding ignores case, accents, width and ligatures. Scripts without spaces between words are
 * indexed by character (with its marks) and by pairs of characters. Code identifiers are indexed whole and by part:
 * `getUserName` is also `get`, `user` and `name`.
 */
import { clustersOf, fold, readable } from "../../kernel/fold.ts";

/**
 * `word`: a run of letters and digits, with its parts if it has several. `chars`: a run in a script without spaces, or
 * a pictograph.
 */
type Run =
  | { readonly kind: "word"; readonly whole: string; readonly parts: readonly string[] }
  | { readonly kind: "chars"; readonly chars: readonly string[] };

const CHUNK = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu;
const SPACELESS =
  "\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}" +
  "\\p{scx=Myanmar}\\p{scx=Tai_Le}\\p{scx=New_Tai_Lue}\\p{scx=Tai_Tham}\\p{scx=Tai_Viet}\\p{scx=Javanese}\\p{scx=Balinese}" +
  "\\p{Extended_Pictographic}";
const SCRIPTS = new RegExp(`(?:(?=[${SPACELESS}])\\D)+|(?:(?![${SPACELESS}]).|\\d)+`, "gu");

/** Version of these rules and of `formats/fold.ts`. Pages indexed by other versions are reindexed. */
export const RULES = 2;

/** A boundary between parts of an identifier: an underscore or a capital letter. */
const SEAM = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Longer words are cut to this many characters. */
const MAX_WORD_LENGTH = 128;

/** The distinct chunks of a text, unfolded, with their counts. */
function countChunks(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [chunk] of readable(text).matchAll(CHUNK)) counts.set(chunk, (counts.get(chunk) ?? 0) + 1);
  return counts;
}

function runsOf(chunk: string): Run[] {
  return (chunk.match(SCRIPTS) ?? []).flatMap((piece): Run[] => {
    const folded = cut(fold(piece).replaceAll(/^_+|_+$/g, ""));
    if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(folded)) return [];
    if (isSpaceless(piece)) return [{ kind: "chars", chars: clustersOf(fold(piece)) }];
    const parts = piece
      .split(SEAM)
      .map((part) => cut(fold(part)))
      .filter((part) => part !== "");
    return [{ kind: "word", whole: folded, parts: parts.length > 1 ? parts : [] }];
  });
}

const isSpaceless = (piece: string): boolean => new RegExp(`^[${SPACELESS}]`, "u").test(piece) && !/^\d/.test(piece);

const cut = (word: string): string =>
  word.length <= MAX_WORD_LENGTH ? word : Array.from(word).slice(0, MAX_WORD_LENGTH).join("");

/** The runs of a short text, in order. */
export const readRuns = (text: string): Run[] =>
  Array.from(readable(text).matchAll(CHUNK), ([chunk]) => chunk).flatMap(runsOf);

/** Pairs of adjacent characters; a single character is returned as is. */
export const bigramsOf = (chars: readonly string[]): string[] =>
  chars.length < 2 ? [...chars] : chars.slice(1).map((char, i) => `${chars[i] ?? ""}${char}`);

/** All sequences of three characters. */
export function trigramsOf(word: string): string[] {
  const chars = Array.from(word);
  return chars.slice(2).map((char, i) => `${chars[i] ?? ""}${chars[i + 1] ?? ""}${char}`);
}

/** The first two characters, so that a word is found as soon as they are typed. */
export const shortPrefixOf = (word: string): string => Array.from(word).slice(0, 2).join("");

/** Prefixes that mark the kinds of index terms. */
export const TERM_PREFIX = {
  drive: "d",
  type: "y",
  /** The whole title. */
  title: "e",
  /** A word of the title or text; a word that occurs at least three times in the text; a word of the title. */
  word: "w",
  often: "f",
  titleWord: "t",
  /** A trigram, or the first two letters, of a word in the title or text; likewise for the title only. */
  three: "g",
  start: "s",
  titleThree: "h",
  titleStart: "i",
} as const;

export const driveTerm = (driveId: string): string => `${TERM_PREFIX.drive}${Buffer.from(driveId).toString("hex")}`;
export const typeTerm = (type: string): string => `${TERM_PREFIX.type}${type.toLowerCase()}`;

/** One term for the whole title; null if it has no words. */
export function titleTerm(title: string): string | null {
  const words = readRuns(title).map((run) => (run.kind === "word" ? run.whole : run.chars.join("")));
  return words.length === 0 ? null : `${TERM_PREFIX.title}${words.join("_").slice(0, 200)}`;
}

/** A word that occurs this often is taken as a topic of the page. */
const OFTEN = 3;
/** D1 binds strings of up to 2 MB. Terms beyond this are dropped; trigrams of the last words are added last. */
const MAX_BYTES = 1_500_000;

type IndexInput = {
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly driveId: string;
};

/** All index terms of a page, separated by spaces. */
export function termsOf({ title, content, type, driveId }: IndexInput): string {
  const inTitle = countWords(title);
  const inText = countWords(content);
  const words = new Set([...inTitle.words.keys(), ...inText.words.keys()]);
  const terms = new Set<string>([driveTerm(driveId), typeTerm(type)]);
  let left = MAX_BYTES;
  const add = (mark: string, value: string): void => {
    const term = mark + value;
    if (terms.has(term)) return;
    left -= 3 * term.length + 1;
    if (left > 0) terms.add(term);
  };
  const whole = titleTerm(title);
  if (whole !== null) add("", whole);
  for (const word of inTitle.words.keys()) add(TERM_PREFIX.titleWord, word);
  addTrigrams(inTitle.spelt, TERM_PREFIX.titleThree, TERM_PREFIX.titleStart, add);
  for (const word of words) add(TERM_PREFIX.word, word);
  for (const [word, count] of inText.words) if (count >= OFTEN) add(TERM_PREFIX.often, word);
  addTrigrams([...inTitle.spelt, ...inText.spelt], TERM_PREFIX.three, TERM_PREFIX.start, add);
  return [...terms].join(" ");
}

function addTrigrams(
  words: Iterable<string>,
  three: string,
  start: string,
  add: (mark: string, value: string) => void,
): void {
  for (const word of words) {
    add(start, shortPrefixOf(word));
    for (const letters of trigramsOf(word)) add(three, letters);
  }
}

/** `words`: all words with their counts. `spelt`: those that are also found by their letters. */
function countWords(text: string): { words: Map<string, number>; spelt: Set<string> } {
  const words = new Map<string, number>();
  const spelt = new Set<string>();
  for (const [chunk, count] of countChunks(text)) {
    for (const run of runsOf(chunk)) {
      const found = run.kind === "word" ? [run.whole, ...run.parts] : [...run.chars, ...bigramsOf(run.chars)];
      for (const word of new Set(found)) {
        words.set(word, (words.get(word) ?? 0) + count);
        if (run.kind === "word") spelt.add(word);
      }
    }
  }
  return { words, spelt };
}
