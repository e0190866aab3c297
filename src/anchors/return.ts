/**
 * Brings a detached anchor back to its words. Words can only come back in text that appeared: an occurrence that
 * already existed while the anchor was elsewhere is a twin, however well its context fits.
 */
import { setAnchored, setChanged, type Anchor, type Context, type Lost } from "./anchor.ts";
import { foldBlanks, isDistinctive, trimBlanks, type Range } from "./blanks.ts";
import { choose, findCandidates, type Candidate, type Search } from "./candidates.ts";
import { foldQuote, FoldedText } from "./folded-text.ts";
import { likenessOf } from "./likeness.ts";
import type { PageText } from "./page-text.ts";
import { Regions } from "./regions.ts";
import { fitsPlace } from "./stay.ts";

/** The context (units) that identifies words: the shorter they are, the more of it must be equal. */
export const neededFit = (length: number): number => (length >= 40 ? 4 : length >= 20 ? 12 : length >= 8 ? 28 : 36);

/** Another place that fits better by more than this makes a candidate its twin. */
const RIVAL = 5;
/** Similar context (`score`) that identifies words of 20 units or more. */
const SIMILAR = 64;
/** The least similarity between the words in a removed piece that came back and the anchor's last words. */
const LIKE_PIECE = 0.3;
/** Context (units on each side) that identifies an empty place. */
const PLACE_SIDE = 32;

export type Returning = {
  readonly anchor: Anchor;
  readonly lost: Lost;
  readonly page: PageText;
  /** All inserted text. */
  readonly inserted: Regions;
  /** Where its words may have appeared. */
  readonly regions: Regions;
};

export const contextsOf = (anchor: Anchor, lost: Lost): readonly [Context, Context] => [lost, anchor];

export const searchOf = ({ anchor, lost, page, regions }: Returning): Search => ({
  page,
  regions,
  place: anchor,
  contexts: contextsOf(anchor, lost),
});

/** Sets the anchor's range and state if its words came back. */
export function comesBack(returning: Returning): boolean {
  const { anchor } = returning;
  if (anchor.quote === "") return comesBackToPlace(returning);
  return comesWithPiece(returning) || comesBackBy(returning, isItself);
}

/** Like `comesBack`, but to text that was inserted before the anchor lost its words: only distinctive words may. */
export const movesToCopy = (returning: Returning): boolean =>
  returning.anchor.quote === ""
    ? false
    : comesWithPiece({ ...returning, inserted: returning.regions }) || comesBackBy(returning, isCopy);

type Rule = (candidate: Candidate, found: readonly Candidate[], words: string, returning: Returning) => boolean;

const isItself: Rule = ({ range, isInside, isAtGap, exact, score }, found, words, { lost, page }) => {
  const { length } = foldBlanks(words);
  if (isInside || exact >= neededFit(length) || (length >= 20 && score >= SIMILAR)) return true;
  if (isAtGap && exact >= 4) return true;
  if (found.length > 1) return false;
  return isDistinctive(words) || (lost.wasOnly && length >= 4 && page.hasOnce(page.text.slice(range.from, range.to)));
};

const isCopy: Rule = ({ exact }, found, words) =>
  isDistinctive(words) && (exact >= 16 || (exact >= 4 && found.length === 1));

/** By the last words first, then by the quote. */
function comesBackBy(returning: Returning, rule: Rule): boolean {
  const { anchor, lost, page } = returning;
  for (const words of lost.words === null ? [anchor.quote] : [lost.words, anchor.quote]) {
    const found = findCandidates(searchOf(returning), words);
    const best = choose(found.filter((candidate) => rule(candidate, found, words, returning)));
    if (best === null || isTwin(returning, best, words)) continue;
    put(anchor, page, best.range, contextsOf(anchor, lost));
    return true;
  }
  return false;
}

/** True if the words fit another place of the page better by far. */
function isTwin(returning: Returning, best: Candidate, words: string): boolean {
  if (best.isInside || isDistinctive(words)) return false;
  const everywhere = { ...searchOf(returning), regions: new Regions([returning.page.whole]) };
  return findCandidates(everywhere, words).some(({ exact }) => exact > best.exact + RIVAL);
}

/** The removed piece itself was inserted: the place in it is known, also among twins and for a part of the words. */
function comesWithPiece({ anchor, lost, page, inserted }: Returning): boolean {
  const { piece } = lost;
  if (piece === null) return false;
  const words = lost.words ?? anchor.quote;
  for (const region of inserted.ofLength(page.text, piece.length)) {
    if (page.hash(region) !== piece.hash) continue;
    const range = {
      from: region.from + Math.max(0, piece.offset),
      to: region.from + Math.min(piece.length, piece.offset + words.length),
    };
    const isLike = range.from < range.to && likenessOf(page.text.slice(range.from, range.to), words) >= LIKE_PIECE;
    if (!isLike) continue;
    put(anchor, page, range, contextsOf(anchor, lost));
    return true;
  }
  return false;
}

/** Puts an anchor on a range, or on the whole quote if that stands around it. */
export function put(anchor: Anchor, page: PageText, found: Range, contexts: readonly Context[]): void {
  const range = trimBlanks(page.text, found);
  const isQuote = foldBlanks(page.text.slice(range.from, range.to)) === foldBlanks(anchor.quote);
  const search = { page, regions: new Regions([range]), place: anchor, contexts };
  const whole = isQuote
    ? range
    : findCandidates(search, anchor.quote).find((each) => each.range.from <= range.from && each.range.to >= range.to)
        ?.range;
  if (whole === undefined) setChanged(anchor, page.text, range);
  else setAnchored(anchor, whole);
}

function comesBackToPlace({ anchor, lost, page, inserted, regions }: Returning): boolean {
  const at = placeInPiece(lost, page, inserted) ?? placeByContext(lost, page, regions);
  if (at === null || !fitsPlace(page.text, at, anchor)) return false;
  setAnchored(anchor, { from: at, to: at });
  return true;
}

function placeInPiece({ piece }: Lost, page: PageText, inserted: Regions): number | null {
  if (piece === null || piece.offset < 0 || piece.offset > piece.length) return null;
  const region = inserted.ofLength(page.text, piece.length).find((each) => page.hash(each) === piece.hash);
  return region === undefined ? null : region.from + piece.offset;
}

/** The place between its last context, if that occurs once and some of it appeared. */
function placeByContext({ before, after }: Lost, page: PageText, regions: Regions): number | null {
  const [left, right] = [before.slice(-PLACE_SIDE), after.slice(0, PLACE_SIDE)];
  const [only, ...others] = page.occurrences(left + right, page.whole);
  if (only === undefined || others.length > 0 || !regions.meets(only)) return null;
  const folded = new FoldedText(page.text, only, "blanks");
  return folded.offsetAt(foldQuote(left, "blanks").length);
}
