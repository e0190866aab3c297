/**
 * An anchor ties a comment or a suggestion to words of a page. It is plain data: offsets count UTF-16 units of one
 * version of the text, and src/anchors/anchor-set.ts carries them from edit to edit.
 */
import { splitsCharacter } from "../realtime/text.ts";
import { trimBlanks, type Range } from "./blanks.ts";

/** `changed`: the anchor is in place, but its words differ from the quote. `detached`: its words are gone. */
export type AnchorState = "anchored" | "changed" | "detached";

/** The text whose removal detached an anchor, without blanks at its ends. */
export type RemovedPiece = {
  readonly length: number;
  readonly hash: number;
  /** Number of blanks left out. */
  readonly blanks: number;
  /** Where the anchor's words began in it. */
  readonly offset: number;
  /** When it was removed (ms). */
  readonly at: number;
};

/** What recognizes the words of a detached anchor when they come back. JSON-serializable. */
export type Lost = {
  /** Context in the last text that had the words: at most `CONTEXT` units on each side. */
  readonly before: string;
  readonly after: string;
  /** The last words, if they already differed from the quote; at most `MAX_QUOTE` units. */
  readonly words: string | null;
  /** How well this context fitted the best other occurrence of the words (units); null if there was none. */
  readonly rival: number | null;
  readonly piece: RemovedPiece | null;
};

export type Anchor = {
  readonly id: string;
  /** Start and end. Both are the place of the gap if the anchor is detached, and the place itself if the quote is empty. */
  from: number;
  to: number;
  state: AnchorState;
  /** The words and their context at creation: at most `MAX_QUOTE` and `CONTEXT` units. Empty for an insertion. */
  readonly quote: string;
  readonly before: string;
  readonly after: string;
  /** The present words (at most `MAX_QUOTE` units) if the state is `changed`, otherwise null. */
  now: string | null;
  /** Not null exactly if the anchor is detached. */
  lost: Lost | null;
};

/** Text on both sides of a place. */
export type Context = { readonly before: string; readonly after: string };

/** Maximum length of a quote in UTF-16 units. */
export const MAX_QUOTE = 1000;

/** Length of the context on each side in UTF-16 units. */
export const CONTEXT = 64;

export type AnchorError = { readonly code: "range_invalid" | "quote_empty" | "quote_too_long" };

export type AnchorOutcome =
  | { readonly ok: true; readonly anchor: Anchor }
  | { readonly ok: false; readonly error: AnchorError };

/**
 * Makes an anchor for the words between two offsets, without blanks at either end. A range that splits a surrogate pair
 * grows to contain it. `isInsertion` makes an anchor for the empty place at `from`, which must then equal `to`.
 */
export function anchorAt(
  text: string,
  id: string,
  { from, to }: Range,
  { isInsertion = false }: { readonly isInsertion?: boolean } = {},
): AnchorOutcome {
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to;
  if (!isRange || to > text.length || (isInsertion && from !== to)) return failed("range_invalid");
  const start = splitsCharacter(text, from) ? from - 1 : from;
  if (isInsertion) return { ok: true, anchor: makeAnchor(text, id, { from: start, to: start }) };
  const words = trimBlanks(text, { from: start, to: splitsCharacter(text, to) ? to + 1 : to });
  if (words.from === words.to) return failed("quote_empty");
  if (words.to - words.from > MAX_QUOTE) return failed("quote_too_long");
  return { ok: true, anchor: makeAnchor(text, id, words) };
}

const failed = (code: AnchorError["code"]): AnchorOutcome => ({ ok: false, error: { code } });

function makeAnchor(text: string, id: string, range: Range): Anchor {
  const quote = text.slice(range.from, range.to);
  return { id, ...range, state: "anchored", quote, ...contextAround(text, range), now: null, lost: null };
}

/** The text on both sides of a range, without halves of surrogate pairs. */
export function contextAround(text: string, { from, to }: Range): Context {
  const start = Math.max(0, from - CONTEXT);
  const end = Math.min(text.length, to + CONTEXT);
  return {
    before: text.slice(splitsCharacter(text, start) ? start + 1 : start, from),
    after: text.slice(to, splitsCharacter(text, end) ? end - 1 : end),
  };
}

/** The words of a range, cut to `MAX_QUOTE` units. */
export function wordsOf(text: string, { from, to }: Range): string {
  const end = Math.min(to, from + MAX_QUOTE);
  return text.slice(from, end < to && splitsCharacter(text, end) ? end - 1 : end);
}

/** Puts an anchor on words that equal its quote. */
export function setAnchored(anchor: Anchor, { from, to }: Range): void {
  Object.assign(anchor, { from, to, state: "anchored", now: null, lost: null });
}

/** Puts an anchor on words that replace its quote. */
export function setChanged(anchor: Anchor, text: string, { from, to }: Range): void {
  Object.assign(anchor, { from, to, state: "changed", now: wordsOf(text, { from, to }), lost: null });
}

/** Leaves an anchor at the gap that its words left. */
export function setDetached(anchor: Anchor, at: number, lost: Lost): void {
  Object.assign(anchor, { from: at, to: at, state: "detached", now: null, lost });
}
