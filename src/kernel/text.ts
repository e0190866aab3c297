/** Text that people and tools send, as it is kept. */

/** The most text that a page holds, in bytes of UTF-8. */
export const CONTENT_LIMIT_BYTES = 1_000_000;

const UNUSUAL = /[\p{Cc}--[\t\n]]/v;

/** Whether a text holds what `withoutControls` would change. */
export const hasControls = (text: string): boolean => UNUSUAL.test(text);

/**
 * LF for line ends, and no control characters but tab. Those that break a line or a page elsewhere part words, so they
 * become spaces.
 */
export function withoutControls(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/[\v\f\x85]/g, " ")
    .replace(/[\p{Cc}--[\t\n]]/gv, "");
}
