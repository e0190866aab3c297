/** Patterns of lookups and criteria: `*` matches any text, `?` one character; `~` escapes them. */
import { fold } from "./values.ts";

/** The maximum pattern length, as in other spreadsheets; it keeps matching fast. */
export const MAX_PATTERN_LENGTH = 255;

/** Cost of matching a pattern against a text, in cells read. */
export const PATTERN_COST = 24;

const ANY = null;
type Part = string | typeof ANY;

export type Pattern = { readonly parts: readonly Part[]; readonly single: ReadonlySet<number> };

export const hasWildcards = (text: string): boolean => /[*?~]/.test(text);

/** Case-insensitive. */
export function patternOf(text: string): Pattern {
  const parts: Part[] = [];
  const single = new Set<number>();
  const folded = fold(text);
  for (let at = 0; at < folded.length; at++) {
    const char = folded[at] ?? "";
    const next = folded[at + 1] ?? "";
    if (char === "~" && next !== "" && "*?~".includes(next)) {
      parts.push(next);
      at++;
    } else if (char === "*") {
      if (parts.at(-1) !== ANY) parts.push(ANY);
    } else {
      if (char === "?") single.add(parts.length);
      parts.push(char);
    }
  }
  return { parts, single };
}

/** True if the pattern matches all of the text. */
export const matchesWhole = (pattern: Pattern, text: string): boolean => matchAll(pattern, fold(text));

/**
 * Offset of the first match at or after `from`, or -1. The first piece between stars decides the position: if the other
 * pieces do not follow its first occurrence, they follow none.
 */
export function findPattern(pattern: Pattern, text: string, from: number): number {
  const folded = fold(text);
  let start = -1;
  let at = from;
  for (let part = 0; part <= pattern.parts.length; part++) {
    const end = endOfPiece(pattern, part);
    const found = findPiece(pattern, { part, end }, folded, at);
    if (found === -1) return -1;
    if (start === -1) start = found;
    at = found + end - part;
    part = end;
  }
  return start;
}

function endOfPiece({ parts }: Pattern, from: number): number {
  let end = from;
  while (end < parts.length && parts[end] !== ANY) end++;
  return end;
}

function findPiece(pattern: Pattern, piece: { part: number; end: number }, text: string, from: number): number {
  const length = piece.end - piece.part;
  for (let at = from; at + length <= text.length; at++) {
    let same = 0;
    while (same < length && fits(pattern, piece.part + same, text[at + same])) same++;
    if (same === length) return at;
  }
  return -1;
}

const fits = ({ parts, single }: Pattern, part: number, char: string | undefined): boolean =>
  single.has(part) || parts[part] === char;

/** Greedy, and backtracks only to the last `*`: takes at most the text's length times the pattern's length. */
function matchAll(pattern: Pattern, text: string): boolean {
  const { parts } = pattern;
  let [at, part] = [0, 0];
  let [starAt, starPart] = [-1, -1];
  for (;;) {
    if (part === parts.length && at === text.length) return true;
    if (parts[part] === ANY) {
      [starAt, starPart] = [at, part];
      part++;
    } else if (at < text.length && part < parts.length && fits(pattern, part, text[at])) {
      at++;
      part++;
    } else if (starPart !== -1 && starAt < text.length) {
      starAt++;
      [at, part] = [starAt, starPart + 1];
    } else return false;
  }
}
