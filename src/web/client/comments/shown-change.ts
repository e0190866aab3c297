/** What a suggestion changes, without the words at its ends that it keeps. Pure. */
import { commonEnd, commonStart } from "../suggesting/common-ends.ts";

export type ShownChange = {
  /** Offset of the removed words in the words of the suggestion. */
  readonly at: number;
  readonly removed: string;
  readonly inserted: string;
};

const LETTER = /[\p{L}\p{N}\p{M}_]/u;

/** Words that differ stay whole. Where both ends are possible, it is the first of equal words that is removed. */
export function shownChange(quote: string, replacement: string): ShownChange {
  let end = commonEnd(quote, replacement);
  while (isWithinWord(quote, quote.length - end) || isWithinWord(replacement, replacement.length - end)) end--;
  const [before, after] = [quote.slice(0, quote.length - end), replacement.slice(0, replacement.length - end)];
  let at = commonStart(before, after);
  while (isWithinWord(quote, at) || isWithinWord(replacement, at)) at--;
  return { at, removed: before.slice(at), inserted: after.slice(at) };
}

const isWithinWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && LETTER.test(text.charAt(at - 1)) && LETTER.test(text.charAt(at));
