/**
 * Brings a detached anchor back to its words. Words can only come back in text that appeared: an occurrence that
 * already existed while the anchor was elsewhere is a twin, however well its context fits.
 */
import { setAnchored, setChanged, type Anchor, type Context, type Lost } from "./anchor.ts";
import { foldBlanks, isDistinctive, trimBlanks, type Range } from "./blanks.ts";
import { choose, findCandidates, type Candidate, type Search } from "./candidates.ts";
import { fitOf } from "./context.ts";
import { neededFit } from "./needed-fit.ts";
import { foldQuote, FoldedText } from "./folded-text.ts";
import { likenessOf } from "./likeness.ts";
import type { Insertions } from "./insertions.ts";
import type { PageText } from "./page-text.ts";
import type { Pieces } from "./pieces.ts";
import { RECENT_MS } from "./recent-edits.ts";
import { Regions } from "./regions.ts";
import { fitsPlace } from "./stay.ts";

/** A context that fits better than a rival by more than this tells them apart. */
const CLEAR = 3;
/** Another place that fits better by more than this makes a candidate its twin. */
const RIVAL = 5;
/** Similar context (`score`) that identifies words of 20 units or more. */
const SIMILAR = 64;
/** Shorter removed text must be the only occurrence of the words when it comes back. */
const MIN_PIECE = 4;
/** The least similarity between the words in a removed piece that came back and the anchor's last words. */
const LIKE_PIECE = 0.3;
/** Context (units on each side) that identifies an empty place. */
const PLACE_SIDE = 32;

/** A detached anchor. `gap` is the text that this edit put in place of its words; `at` is the time of the edit (ms). */
export type Returning = {
  readonly anchor: Anchor;
  readonly lost: Lost;
  readonly gap: Range | undefined;
  readonly page: PageText;
  readonly at: number;
};

export const contextsOf = (anchor: Anchor, lost: Lost): readonly [Context, Context] => [lost, anchor];

export const searchIn = (regions: Regions, { anchor, lost, gap, page }: Returning): Search => ({
  page,
  regions,
  place: anchor,
  gap,
  contexts: contextsOf(anchor, lost),
});

/** Sets the anchor's range and state if its words came back. */
export function comesBack(returning: Returning, { all, pieces, ...without }: Insertions): boolean {
  if (returning.anchor.quote === "") return comesBackToPlace(returning, all, pieces);
  if (comesWithPiece(returning, pieces)) return true;
  const own = returning.lost.piece?.at === returning.at ? without.forLostNow : without.forLostBefore;
  return (
    comesBackIn(own, returning, isItself) ||
    comesBackIn(all, returning, ({ isInside, isAtGap, exact }) => isInside || (isAtGap && exact >= 4))
  );
}

/** The same for an anchor whose words were copied within the last minute, before this edit removed them. */
export const movesToCopy = (returning: Returning, copies: Pieces): boolean =>
  returning.anchor.quote !== "" && comesWithPiece(returning, copies, true);

type Rule = (candidate: Candidate, found: readonly Candidate[], words: string, returning: Returning) => boolean;

const isItself: Rule = ({ range, isInside, isAtGap, exact, score }, found, words, { lost, page }) => {
  if (isInside || (isAtGap && exact >= 4)) return true;
  if (lost.rival !== null && exact <= lost.rival + CLEAR) return false;
  const { length } = foldBlanks(words);
  if (exact >= neededFit(length) || (length >= 20 && score >= SIMILAR)) return true;
  if (found.length > 1 || lost.rival !== null) return false;
  return isDistinctive(words) || (length >= 4 && page.hasOnce(page.text.slice(range.from, range.to)));
};

/** How well a context fits the best occurrence of words outside a range; null if there is none. */
export function rivalOf(page: PageText, range: Range, words: string, context: Context): number | null {
  const others = page.occurrences(words, page.whole).filter(({ from, to }) => to <= range.from || from >= range.to);
  return others.reduce<number | null>(
    (most, other) => Math.max(most ?? 0, fitOf(page.text, other, context).exact),
    null,
  );
}

/** By the last words first, then by the quote. */
function comesBackIn(regions: Regions, returning: Returning, rule: Rule): boolean {
  const { anchor, lost, page } = returning;
  for (const words of lost.words === null ? [anchor.quote] : [lost.words, anchor.quote]) {
    const found = findCandidates(searchIn(regions, returning), words);
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
  const everywhere = searchIn(new Regions([returning.page.whole]), returning);
  return findCandidates(everywhere, words).some(({ exact }) => exact > best.exact + RIVAL);
}

/**
 * The removed text itself was inserted: the place in it is known, also among twins and for a part of the words. Text
 * that is not distinctive must have the same blanks and come within a minute; with `needsLine` it must be whole lines.
 */
function comesWithPiece({ anchor, lost, page, at }: Returning, pieces: Pieces, needsLine = false): boolean {
  const { piece } = lost;
  const words = lost.words ?? anchor.quote;
  if (piece === null || (piece.length < MIN_PIECE && !page.hasOnce(words))) return false;
  for (const { from, to, blanks } of pieces.equalTo(piece)) {
    const isKnown =
      isDistinctive(page.text.slice(from, to)) ||
      (blanks === piece.blanks && (blanks > 0 || !needsLine) && at - piece.at <= RECENT_MS);
    const range = {
      from: from + Math.max(0, piece.offset),
      to: from + Math.min(piece.length, piece.offset + words.length),
    };
    if (!isKnown || range.from >= range.to) continue;
    if (likenessOf(page.text.slice(range.from, range.to), words) < LIKE_PIECE) continue;
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

function comesBackToPlace({ anchor, lost, page }: Returning, appeared: Regions, pieces: Pieces): boolean {
  const at =
    placeInPiece(lost, pieces) ?? placeByContext(lost, page, appeared) ?? placeByContext(anchor, page, appeared);
  if (at === null || !fitsPlace(page.text, at, anchor)) return false;
  setAnchored(anchor, { from: at, to: at });
  return true;
}

function placeInPiece({ piece }: Lost, pieces: Pieces): number | null {
  if (piece === null || piece.offset < 0 || piece.offset > piece.length) return null;
  const [found] = pieces.equalTo(piece);
  return found === undefined ? null : found.from + piece.offset;
}

/** The place between both sides of a context, if that occurs once and some of it appeared. */
function placeByContext({ before, after }: Context, page: PageText, regions: Regions): number | null {
  const [left, right] = [before.slice(-PLACE_SIDE), after.slice(0, PLACE_SIDE)];
  const stretches = regions.widened(2 * PLACE_SIDE, page.text.length);
  const only = stretches
    .flatMap((stretch) => page.occurrences(left + right, stretch))
    .find((range) => regions.meets(range));
  if (only === undefined || page.occurrences(left + right, page.whole).length > 1) return null;
  const folded = new FoldedText(page.text, only, "blanks");
  return folded.offsetAt(foldQuote(left, "blanks").length);
}
