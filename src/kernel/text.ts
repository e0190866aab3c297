/** Cleaning of text from users and tools before it is stored. */

/** Maximum size of a page's text in bytes of UTF-8. */
export const CONTENT_LIMIT_BYTES = 1_000_000;

/** Characters that page text must not contain: control characters except tab and line feed, and lone surrogates. */
const REJECTED = /[[\p{Cc}--[\t\n]]\p{Cs}]/v;
const ALL_REJECTED = new RegExp(REJECTED, "gv");

/** True if `withoutControls` would change the text. */
export const hasControls = (text: string): boolean => REJECTED.test(text);

/** Characters that break lines or pages in other programs separate words, so they become spaces. */
function replacementFor(unit: string, next: string | undefined): string {
  if (unit === "\r") return next === "\n" ? "" : "\n";
  if (unit === "\v" || unit === "\f" || unit === "\x85") return " ";
  return unit >= "\ud800" ? "\ufffd" : "";
}

/** Replaces the UTF-16 unit at `at`. */
export type Repair = { readonly at: number; readonly insert: string };

/** The changes that make a text acceptable for a page, in ascending order. */
export const repairsOf = (text: string): Repair[] =>
  REJECTED.test(text)
    ? Array.from(text.matchAll(ALL_REJECTED), ({ 0: unit, index }) => ({
        at: index,
        insert: replacementFor(unit, text[index + 1]),
      }))
    : [];

/**
 * The text in the form a page accepts: LF line ends, no other control characters except tab, and U+FFFD for a lone
 * surrogate. Every entry point for text uses this function, so that a page's room rejects nothing.
 */
export const withoutControls = (text: string): string =>
  REJECTED.test(text) ? text.replace(ALL_REJECTED, (unit, at: number) => replacementFor(unit, text[at + 1])) : text;

/** Embeddings, overrides and isolates, which change the order of the text after them (Unicode UAX #9 §2). */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text as one line: runs of control characters and line breaks become a space, and direction controls are removed. */
export const oneLine = (text: string): string =>
  text.replaceAll(DIRECTIONS, "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
