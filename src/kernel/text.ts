/** Text that people and tools send, as it is kept. */

/** The most text that a page holds, in bytes of UTF-8. */
export const CONTENT_LIMIT_BYTES = 1_000_000;

/** What no text of a page may contain: control characters except tab and line feed, and halves of surrogate pairs. */
const REJECTED = /[[\p{Cc}--[\t\n]]\p{Cs}]/v;
const ALL_REJECTED = new RegExp(REJECTED, "gv");

/** True when the text contains something that `withoutControls` would change. */
export const hasControls = (text: string): boolean => REJECTED.test(text);

/** Characters that break a line or a page elsewhere separate words, so they become spaces. */
function replacementFor(unit: string, next: string | undefined): string {
  if (unit === "\r") return next === "\n" ? "" : "\n";
  if (unit === "\v" || unit === "\f" || unit === "\x85") return " ";
  return unit >= "\ud800" ? "\ufffd" : "";
}

/** Replaces the UTF-16 unit at `at`. */
export type Repair = { readonly at: number; readonly insert: string };

/** The changes that make a text one that a page accepts, in ascending order. */
export const repairsOf = (text: string): Repair[] =>
  REJECTED.test(text)
    ? Array.from(text.matchAll(ALL_REJECTED), ({ 0: unit, index }) => ({
        at: index,
        insert: replacementFor(unit, text[index + 1]),
      }))
    : [];

/**
 * The text as a page accepts it: LF for line ends, no other control characters except tab, and U+FFFD for half of a
 * surrogate pair. Every entry point of text uses this function, so that the room of a page rejects nothing.
 */
export const withoutControls = (text: string): string =>
  REJECTED.test(text) ? text.replace(ALL_REJECTED, (unit, at: number) => replacementFor(unit, text[at + 1])) : text;

/** Embeddings, overrides and isolates, which turn the order of what follows them (Unicode UAX #9 §2). */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text as one line, each run of control characters and line breaks a space, that reads in the order it is written in. */
export const oneLine = (text: string): string =>
  text.replaceAll(DIRECTIONS, "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
