/** Occurrences of an anchor's words in text that appeared, and the choice between them. */
import type { Context } from "./anchor.ts";
import { isLetter, type Range } from "./blanks.ts";
import { fitOf, scoreOf } from "./context.ts";
import type { Folding } from "./folded-text.ts";
import type { PageText } from "./page-text.ts";
import type { Regions } from "./regions.ts";

/** `exact` and `score` are those of the context that fits best. */
export type Candidate = {
  readonly range: Range;
  readonly exact: number;
  score: number;
  /** Overlaps the anchor's present range, or extends over its gap. */
  readonly isInside: boolean;
  /** The same, or next to it, or in the text that replaced its words. */
  readonly isAtGap: boolean;
  readonly distance: number;
};

/** Where to search. `place` is the anchor's present range or gap; `gap` is the text that replaced its words, if known. */
export type Search = {
  readonly page: PageText;
  readonly regions: Regions;
  readonly place: Range;
  readonly gap?: Range | undefined;
  readonly contexts: readonly Context[];
};

/** More regions than this are not searched one by one: the whole text is searched once. */
const MAX_STRETCHES = 16;
const MARGIN = { blanks: 4, letters: 16 } as const;

/** Similarity of the context is computed for so many of the candidates that fit best, and of those at the gap. */
const SCORED = 6;
const SCORED_AT_GAP = 4;

/** Occurrences of `words` that have some of the text of the regions, best fit first. */
export function findCandidates(search: Search, words: string, folding: Folding = "blanks"): Candidate[] {
  const { page, regions, contexts } = search;
  const margin = words.length + MARGIN[folding];
  const stretches = regions.list.length > MAX_STRETCHES ? [page.whole] : regions.widened(margin, page.text.length);
  const found: Candidate[] = [];
  for (const stretch of stretches)
    for (const range of page.occurrences(words, stretch, folding)) {
      const place = relation(range, search);
      if (!regions.meets(range)) continue;
      // At the gap, words may still be typed; the only occurrence may have been pasted into a word.
      const isPart = !place.isInside && splitsWord(page.text, range, contexts);
      if (isPart && !page.hasOnce(page.text.slice(range.from, range.to))) continue;
      const exact = Math.max(...contexts.map((context) => fitOf(page.text, range, context).exact));
      found.push({ range, exact, score: exact, distance: Math.abs(range.from - search.place.from), ...place });
    }
  found.sort((a, b) => b.exact - a.exact || a.distance - b.distance);
  const others = found.slice(SCORED).filter(({ isAtGap }) => isAtGap);
  for (const candidate of [...found.slice(0, SCORED), ...others.slice(0, SCORED_AT_GAP)])
    candidate.score = Math.max(...contexts.map((context) => scoreOf(page.text, candidate.range, context)));
  return found;
}

function relation({ from, to }: Range, { place, gap }: Search): { isInside: boolean; isAtGap: boolean } {
  const isInside = place.from < place.to ? from < place.to && to > place.from : from <= place.from && to >= place.from;
  const isInGap = gap !== undefined && from < gap.to && to > gap.from;
  return { isInside, isAtGap: isInside || isInGap || to === place.from || from === place.to };
}

/** True if the range begins or ends inside a word, unlike in any of the contexts. */
function splitsWord(text: string, { from, to }: Range, contexts: readonly Context[]): boolean {
  const splitsStart = isWord(text[from - 1]) && isWord(text[from]);
  const splitsEnd = isWord(text[to - 1]) && isWord(text[to]);
  return (
    (splitsStart && contexts.every(({ before }) => !isWord(before.at(-1)))) ||
    (splitsEnd && contexts.every(({ after }) => !isWord(after[0])))
  );
}

const isWord = (unit: string | undefined): boolean => unit !== undefined && isLetter(unit.charCodeAt(0));

const BONUS_INSIDE = 40;
const BONUS_AT_GAP = 24;
/** Candidates whose ranks differ by less are equally good. */
const CLEAR = 6;

/**
 * The best candidate, or null if two are equally good. At the gap a candidate wins over an equally good one elsewhere;
 * `allowNearest` also prefers the nearest one.
 */
export function choose(found: readonly Candidate[], allowNearest = false): Candidate | null {
  const rank = ({ score, isInside, isAtGap }: Candidate) =>
    score + (isInside ? BONUS_INSIDE : isAtGap ? BONUS_AT_GAP : 0);
  const [first, second] = found.toSorted((a, b) => rank(b) - rank(a) || a.distance - b.distance);
  if (first === undefined || second === undefined) return first ?? null;
  const margin = rank(first) - rank(second);
  if (margin >= CLEAR) return first;
  if (first.isAtGap !== second.isAtGap) return first.isAtGap ? first : second;
  return allowNearest && (margin >= 1 || first.distance < second.distance) ? first : null;
}
