/** Decides whether an anchor whose text was edited still has its words. */
import { setAnchored, setChanged, type Anchor, type Context } from "./anchor.ts";
import { foldBlanks, isDistinctive, trimBlanks, type Range } from "./blanks.ts";
import { choose, findCandidates, type Candidate } from "./candidates.ts";
import { fitOf } from "./context.ts";
import { likenessOf } from "./likeness.ts";
import type { PageText } from "./page-text.ts";
import { neededFit } from "./needed-fit.ts";
import type { Mapped } from "./range-map.ts";
import { Regions } from "./regions.ts";

/** `old` is the range before the edit; `contexts` are the text around it, and the original context. */
export type Touched = {
  readonly anchor: Anchor;
  readonly old: Range;
  readonly mapped: Mapped;
  readonly contexts: readonly [Context, Context];
};

/** Of more insertions, only those near the anchor (in units) are searched for its words as long as it has a place. */
const MAX_REGIONS = 50;
const REACH = 4_000;

/** Units of context on one side that keep an empty place, and that a replaced quote needs on both sides. */
const SIDE = 8;

/** Context (units) that moves an anchor from words unlike its quote, and from any words, to its quote elsewhere. */
const FIT_OVER_UNLIKE = 16;
const FIT_OVER_LIKE = 64;
const FIT_OVER_NOTHING = 8;

/** Similarity from which a replacement, and what is left of edited words, counts as the same words reworded. */
const LIKE_REPLACED = 0.5;
const LIKE_EDITED = 0.35;
/** Share of the letters that must be left otherwise. */
const LETTERS_LEFT = 0.3;

/** Sets the anchor's new range and state if it still has its words; returns false if they are gone. */
export function stay(touched: Touched, page: PageText, appeared: () => Regions): boolean {
  const { anchor, mapped } = touched;
  if (anchor.quote === "") return staysAtPlace(anchor, page, mapped);
  const { text } = page;
  const current = text.slice(mapped.from, mapped.to);
  if (current.length === anchor.quote.length || current.length < 2 * anchor.quote.length + 64)
    if (foldBlanks(current) === foldBlanks(anchor.quote)) {
      setAnchored(anchor, trimBlanks(text, mapped));
      return true;
    }
  const isEmpty = current.trim() === "";
  if (isEmpty && mapped.replacement === null) return false;
  const whole = wholeQuote(touched, page, appeared(), current);
  if (whole !== null) {
    setAnchored(anchor, whole.range);
    return true;
  }
  if (isEmpty || !isReworded(touched, text, current)) return false;
  setChanged(anchor, text, trimBlanks(text, mapped));
  return true;
}

/** The whole quote in inserted text near the anchor, or around what is left of it. */
function wholeQuote({ anchor, mapped, contexts }: Touched, page: PageText, appeared: Regions, current: string) {
  const { quote } = anchor;
  const isLongReplacement = mapped.replacement !== null && mapped.replacement.length > 4 * quote.length + 200;
  const around = isLongReplacement
    ? []
    : appeared.list.length <= MAX_REGIONS
      ? appeared.list
      : appeared.near({ from: mapped.from - REACH, to: mapped.to + REACH }, MAX_REGIONS);
  const regions = Regions.join([...around, mapped]);
  const isEmpty = current.trim() === "";
  const isUnlike = !isEmpty && likenessOf(current, quote) < LIKE_REPLACED;
  const least = isEmpty ? FIT_OVER_NOTHING : isUnlike ? FIT_OVER_UNLIKE : FIT_OVER_LIKE;
  const needed = Math.max(least, neededFit(quote.length));
  const found = findCandidates({ page, regions, place: mapped, contexts }, quote);
  // A distinctive quote that the page has only in the inserted text was moved there, whatever is left in its place.
  const isOnly = found.length === 1 && isDistinctive(quote) && page.hasOnce(quote);
  const isGood = ({ isInside, exact }: Candidate) => isInside || exact >= needed || isOnly;
  return choose(found.filter(isGood), true);
}

function isReworded({ anchor, mapped, contexts: [fresh] }: Touched, text: string, current: string): boolean {
  const { quote, now } = anchor;
  const likeness = likenessOf(current, quote);
  const { replacement } = mapped;
  if (replacement === null)
    return (
      Math.max(likeness, now === null ? 0 : likenessOf(current, now)) >= LIKE_EDITED ||
      countLetters(current) >= Math.max(3, LETTERS_LEFT * countLetters(quote))
    );
  if (likeness >= LIKE_REPLACED) return true;
  const { left, right } = fitOf(text, mapped, fresh);
  const fits = left >= Math.min(SIDE, fresh.before.length) && right >= Math.min(SIDE, fresh.after.length);
  const isShort = replacement.length <= 3 * quote.length + 20;
  return fits && isShort && /[\p{L}\p{N}]/u.test(replacement) && !/\n\s*\n/.test(replacement);
}

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** True if 8 units of the original context, or all of a shorter one, are next to an empty place on one side. */
export function fitsPlace(text: string, at: number, context: Context): boolean {
  const { left, right } = fitOf(text, { from: at, to: at }, context);
  const [before, after] = [foldBlanks(context.before), foldBlanks(context.after)];
  if (before === "" && after === "") return text.trim() === "";
  const fits = (side: string, equal: number) => side !== "" && equal >= Math.min(SIDE, side.length);
  return fits(before, left) || fits(after, right);
}

function staysAtPlace(anchor: Anchor, { text }: PageText, mapped: Mapped): boolean {
  const { largest } = mapped;
  // A replacement around the place may have kept the text on either side of it.
  const ends = largest === null || largest.insert === "" ? [0] : [0, largest.insert.length];
  const at = ends.map((end) => mapped.from + end).find((place) => fitsPlace(text, place, anchor));
  if (at === undefined) return false;
  setAnchored(anchor, placeAt(at));
  return true;
}

const placeAt = (at: number): Range => ({ from: at, to: at });
