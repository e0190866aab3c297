/**
 * How well a page matches a query: the first of these tiers that contains it. A tier depends only on the page and the
 * query, never on other pages, so hidden pages affect neither scores nor order. (Statistics such as bm25's would reveal
 * how many hidden pages contain a word.) Within a tier, the latest change comes first.
 */
import { fold } from "../../kernel/fold.ts";
import { TERM_PREFIX, bigramsOf, readRuns, shortPrefixOf, trigramsOf, titleTerm } from "./word-rules.ts";

/**
 * One query term. `forms` are its alternatives, each a list of words that must all be present: a code identifier is
 * found whole or by its parts. `chars` match only exactly, not by prefix or part.
 */
export type Term = {
  readonly kind: "word" | "chars";
  readonly forms: readonly (readonly string[])[];
};

/** Check on the stored text, in addition to the index terms: every term starts a word, or occurs inside one. */
export type TextCheck = "title-begins" | "title-holds" | "begins" | "holds";

export type Tier = {
  /** FTS5 query. */
  readonly match: string;
  readonly is: readonly TextCheck[];
  readonly not: readonly TextCheck[];
  /** 0..1 */
  readonly score: number;
};

export type ParsedQuery = {
  readonly terms: readonly Term[];
  /** Texts to highlight, best first: a folded string, and whether it must start a word. */
  readonly needles: readonly Needle[];
  readonly titleTerm: string | null;
};

export type Needle = { readonly text: string; readonly begins: boolean };

/** Limits on the terms of a query, the words of all their forms, the parts of an identifier, and the needles. */
const MAX_TERMS = 12;
const MAX_WORDS = 24;
const MAX_PARTS = 8;
const MAX_NEEDLES = 8;
/** Maximum trigrams queried per word; the stored text is checked too. */
const MAX_TRIGRAMS = 16;

export function parseQuery(q: string): ParsedQuery {
  const terms = new Map<string, Term>();
  const needles = new Map<string, Needle>();
  const point = (text: string, begins: boolean): void => {
    if (text !== "" && needles.size < MAX_NEEDLES) needles.set(`${String(begins)} ${text}`, { text, begins });
  };
  const runs = readRuns(q);
  if (runs.length > 1) point(fold(q).trim(), false);
  for (const run of runs) {
    if (run.kind === "word") {
      const inParts = run.parts.length > 0 && run.parts.length <= MAX_PARTS;
      terms.set(run.whole, { kind: "word", forms: inParts ? [[run.whole], run.parts] : [[run.whole]] });
      point(run.whole, true);
      if (run.whole.length > 2) point(run.whole, false);
      for (const part of run.parts) point(part, true);
    } else {
      point(run.chars.join(""), false);
      for (const pair of bigramsOf(run.chars)) {
        terms.set(pair, { kind: "chars", forms: [[pair]] });
        point(pair, false);
      }
    }
  }
  return { terms: firstOf([...terms.values()]), needles: [...needles.values()], titleTerm: titleTerm(q) };
}

function firstOf(terms: readonly Term[]): Term[] {
  let words = 0;
  const end = terms.findIndex((term, i) => (words += term.forms.flat().length) > MAX_WORDS || i === MAX_TERMS);
  return terms.slice(0, end === -1 ? undefined : end);
}

export const quote = (term: string): string => `"${term.replaceAll('"', '""')}"`;
const all = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" AND ")})`);
const any = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" OR ")})`);

/** Matches the term as whole words with this prefix. */
const asWords = (mark: string, { forms }: Term): string =>
  any(forms.map((words) => all(words.map((word) => quote(mark + word)))));

/** Matches the term by its trigrams; a text check must follow, because scattered trigrams do not make a word. */
function byTrigrams(word: string, three: string, start: string): string[] {
  const threes = trigramsOf(word);
  if (threes.length === 0) return [quote(start + shortPrefixOf(word))];
  const step = Math.max(1, threes.length / MAX_TRIGRAMS);
  const asked = new Set(
    Array.from({ length: Math.min(threes.length, MAX_TRIGRAMS) }, (_, i) => threes[Math.floor(i * step)]),
  );
  return [...asked].flatMap((letters) => (letters === undefined ? [] : [quote(three + letters)]));
}

const asTrigrams = (term: Term, mark: string, three: string, start: string): string =>
  term.kind === "chars"
    ? asWords(mark, term)
    : any(term.forms.map((words) => all(words.flatMap((word) => byTrigrams(word, three, start)))));

/** The only tier of a search without a query: everything, latest change first. */
export const everythingIn = (scope: string): Tier => ({ score: 0, match: scope, is: [], not: [] });

/** The tiers, best first; no page is in two of them. `scope` is an FTS5 condition. */
export function tiersOf({ terms, titleTerm: whole }: ParsedQuery, scope: string): Tier[] {
  const n = terms.length;
  const titleWords = all(terms.map((term) => asWords(TERM_PREFIX.titleWord, term)));
  const oneInTitle = any(terms.map((term) => asWords(TERM_PREFIX.titleWord, term)));
  const words = all(terms.map((term) => asWords(TERM_PREFIX.word, term)));
  // Prefers identifiers as written over their separate parts.
  const isNamed = terms.some(({ forms }) => forms.length > 1);
  const named = all(terms.map(({ kind, forms }) => asWords(TERM_PREFIX.word, { kind, forms: forms.slice(0, 1) })));
  const often = all(terms.map((term) => asWords(TERM_PREFIX.often, term)));
  const titleLetters = all(
    terms.map((term) => asTrigrams(term, TERM_PREFIX.titleWord, TERM_PREFIX.titleThree, TERM_PREFIX.titleStart)),
  );
  const letters = all(terms.map((term) => asTrigrams(term, TERM_PREFIX.word, TERM_PREFIX.three, TERM_PREFIX.start)));
  const allButOne = any(
    terms.map((_, i) => all(terms.flatMap((term, k) => (k === i ? [] : [asWords(TERM_PREFIX.word, term)])))),
  );
  const tier = (
    score: number,
    match: string,
    except: readonly string[],
    is: readonly TextCheck[] = [],
    not: readonly TextCheck[] = [],
  ): Tier => ({
    score,
    match: `(${scope} AND ${match})${except.length === 0 ? "" : ` NOT ${any(except)}`}`,
    is,
    not,
  });
  const equal = whole === null ? [] : [quote(whole)];
  return [
    ...equal.map((title) => tier(1, title, [])),
    tier(0.95, titleWords, equal),
    tier(0.9, titleLetters, [titleWords, ...equal], ["title-begins"]),
    tier(0.8, titleLetters, [titleWords, ...equal], ["title-holds"], ["title-begins"]),
    ...(n < 2 ? [] : [tier(0.7, all([words, oneInTitle]), [titleWords, ...equal], [], ["title-holds"])]),
    ...(isNamed ? [tier(0.68, named, [oneInTitle, ...equal], [], ["title-holds"])] : []),
    tier(0.65, often, [oneInTitle, ...(isNamed ? [named] : []), ...equal], [], ["title-holds"]),
    tier(0.6, words, [oneInTitle, often, ...(isNamed ? [named] : []), ...equal], [], ["title-holds"]),
    tier(0.5, letters, [words, ...equal], ["begins"], ["title-holds"]),
    tier(0.4, letters, [words, ...equal], ["holds"], ["begins", "title-holds"]),
    ...(n < 3 ? [] : [tier(0.25, allButOne, [words, ...equal], [], ["holds", "title-holds"])]),
    ...(n < 2
      ? []
      : [
          tier(
            0.1,
            any(terms.map((term) => asWords(TERM_PREFIX.word, term))),
            [n < 3 ? words : allButOne, words, ...equal],
            [],
            ["holds", "title-holds"],
          ),
        ]),
  ];
}
