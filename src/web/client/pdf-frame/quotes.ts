/** Finds words on a page by a quote. Blanks and control characters do not count: programs break lines differently. */
import type { Span } from "./page-text.ts";

/** `occurrence`: which of the equal passages of the page it is, counted from 0. */
export type Quoted = { readonly quote: string; readonly occurrence: number };

type Squeezed = { readonly text: string; readonly offsets: readonly number[] };

const SKIPPED = /[\s\p{Cc}\p{Cf}]/u;

function squeeze(text: string): Squeezed {
  const offsets: number[] = [];
  let squeezed = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (SKIPPED.test(letter)) continue;
    offsets.push(at);
    squeezed += letter;
  }
  return { text: squeezed.toWellFormed(), offsets };
}

/** Returns a function that finds quotes in a page's text: null if the page does not contain one that often. */
export function quoteFinder(pageText: string): (quoted: Quoted) => Span | null {
  const page = squeeze(pageText);
  return ({ quote, occurrence }) => {
    const wanted = squeeze(quote).text;
    if (wanted === "") return null;
    let found = page.text.indexOf(wanted);
    for (let passed = 0; passed < occurrence && found >= 0; passed++) found = page.text.indexOf(wanted, found + 1);
    const [start, last] = [page.offsets[found], page.offsets[found + wanted.length - 1]];
    return start === undefined || last === undefined ? null : { start, end: last + 1 };
  };
}

/** The quote of a part of the page's text, without blanks around it; null if there are only blanks. */
export function quoteOf(pageText: string, { start, end }: Span): Quoted | null {
  const page = squeeze(pageText);
  const first = page.offsets.find((at) => at >= start);
  const last = page.offsets.findLast((at) => at < end);
  if (first === undefined || last === undefined || first > last) return null;
  const whole = wholeLetters(pageText, { start: first, end: last + 1 });
  const quote = pageText.slice(whole.start, whole.end).toWellFormed();
  const wanted = squeeze(quote).text;
  let occurrence = 0;
  let found = page.text.indexOf(wanted);
  for (; found >= 0 && (page.offsets[found] ?? end) < whole.start; occurrence++)
    found = page.text.indexOf(wanted, found + 1);
  return { quote, occurrence };
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** A character of two code units is quoted as a whole. */
const wholeLetters = (text: string, { start, end }: Span): Span => ({
  start: isLowSurrogate(text.charCodeAt(start)) && start > 0 ? start - 1 : start,
  end: isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length ? end + 1 : end,
});
