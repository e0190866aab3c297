/** A page's text as lines: separated by LF, 1-based, where the empty text is one empty line. */
import { CONTENT_LIMIT_BYTES } from "../kernel/text.ts";

export const splitLines = (text: string): string[] => text.split("\n");

export const joinLines = (lines: readonly string[]): string => lines.join("\n");

/**
 * The text with a line feed after its last line. Joined, not concatenated: once V8 has optimized a loop that reads a
 * concatenated string by index, it flattens the string on every read, which takes minutes for a megabyte.
 */
export const endLastLine = (text: string): string => [text, ""].join("\n");

/** Matches text with content: a line without any match is blank or consists of symbols such as brackets. */
export const WORD = /[\p{L}\p{N}]/u;

/** Number of line feeds in `text` between two offsets. */
export function countBreaks(text: string, from = 0, to = text.length): number {
  let breaks = 0;
  for (let at = text.indexOf("\n", from); at !== -1 && at < to; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

export const countLines = (text: string): number => countBreaks(text) + 1;

/** The 1-based line of an offset; an offset just after a line feed is on the next line. */
export const lineAt = (text: string, offset: number): number => countBreaks(text, 0, offset) + 1;

/** Offset of the first character of a 1-based line, or -1 if the text has no such line. */
export function startOfLine(text: string, line: number): number {
  let at = 0;
  for (let current = 1; current < line; current++) {
    const next = text.indexOf("\n", at);
    if (next === -1) return -1;
    at = next + 1;
  }
  return at;
}

/** Length of `text` in UTF-8 bytes (RFC 3629); a lone surrogate counts as U+FFFD, as encoders write it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    // A valid pair has two units and four bytes; any other unit from U+0800 on has three bytes.
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 2;
      at++;
    } else bytes += unit < 0x800 ? 1 : 2;
  }
  return bytes;
}

/** True if `text` has at most `limit` bytes; most calls need not read the characters. */
export const fitsIn = (text: string, limit = CONTENT_LIMIT_BYTES): boolean =>
  text.length * 3 <= limit || (text.length <= limit && utf8Length(text) <= limit);

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** True if an edit at `offset` would split a surrogate pair. */
export const splitsCharacter = (text: string, offset: number): boolean =>
  isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1));

/** Formats lines for an agent: number right-aligned in four columns, ` | `, text. `first` is the first line's number. */
export const numberLines = (lines: readonly string[], first = 1): string[] =>
  lines.map((line, index) => `${String(first + index).padStart(4)} | ${line}`);
