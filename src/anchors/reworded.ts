/** Finds the words of an anchor that one edit removed and, reworded, inserted elsewhere. */
import { setChanged } from "./anchor.ts";
import type { Range } from "./blanks.ts";
import { choose, findCandidates } from "./candidates.ts";
import { likenessOf } from "./likeness.ts";
import type { PageText } from "./page-text.ts";
import type { Regions } from "./regions.ts";
import { neededFit } from "./needed-fit.ts";
import { put, searchIn, type Returning } from "./return.ts";

const MIN_WORDS = 3;
/** Share of the words that a stretch must have in common before it is compared. */
const SAME_WORDS = 0.6;
const LIKE = 0.6;
/** The best stretch must lead by this much. */
const LEAD = 0.1;
/** Comparisons for one anchor. */
const MAX_COMPARISONS = 200;
/** A longer insertion is a new page, in which something similar always occurs. */
const MAX_REGION = 20_000;

/** First by letters and digits alone, then by similarity. */
export function findReworded(returning: Returning, inserted: Regions): boolean {
  const { anchor, page } = returning;
  if (anchor.quote === "") return false;
  const search = searchIn(inserted, returning);
  const candidates = findCandidates(search, anchor.quote, "letters");
  const loose = choose(
    candidates.filter(
      ({ isInside, isAtGap, exact }) => isInside || (isAtGap && exact >= 4) || exact >= neededFit(anchor.quote.length),
    ),
  );
  if (loose !== null) {
    put(anchor, page, loose.range, search.contexts);
    return true;
  }
  const range = mostAlike(anchor.quote, page, inserted);
  if (range === null) return false;
  setChanged(anchor, page.text, range);
  return true;
}

type Match = { readonly range: Range; readonly likeness: number };

/** The stretch of inserted words that is most like the quote; null if two are. An equal one is a twin. */
function mostAlike(quote: string, page: PageText, inserted: Regions): Range | null {
  const words = new Set(Array.from(quote.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word.toLowerCase()));
  const count = quote.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (count < MIN_WORDS) return null;
  let [best, second]: [Match | null, number] = [null, 0];
  let comparisons = 0;
  for (const range of stretchesOf(page, inserted, words, count, quote.length)) {
    if (++comparisons > MAX_COMPARISONS) break;
    const likeness = likenessOf(page.text.slice(range.from, range.to), quote);
    const isApart = best !== null && Math.abs(best.range.from - range.from) > quote.length / 2;
    if (best === null || likeness > best.likeness) {
      if (best !== null && isApart) second = best.likeness;
      best = { range, likeness };
    } else if (isApart) second = Math.max(second, likeness);
  }
  if (best === null || best.likeness < LIKE || best.likeness === 1 || best.likeness - second < LEAD) return null;
  return best.range;
}

/** Stretches of as many words as the quote has, most of which it has too. */
function* stretchesOf(
  page: PageText,
  inserted: Regions,
  known: ReadonlySet<string>,
  count: number,
  length: number,
): Generator<Range> {
  for (const region of inserted.list) {
    const size = region.to - region.from;
    if (size > MAX_REGION || size < length / 2) continue;
    const words = page.words(region);
    const isKnown = words.map(([word]) => known.has(word.toLowerCase()));
    const wanted = Math.min(count, words.length);
    let same = 0;
    for (let end = 0; end < words.length; end++) {
      if (isKnown[end]) same++;
      if (isKnown[end - wanted]) same--;
      const [first, last] = [words[end - wanted + 1], words[end]];
      if (first === undefined || last === undefined || same < SAME_WORDS * wanted) continue;
      yield { from: region.from + first.index, to: region.from + last.index + last[0].length };
    }
  }
}
