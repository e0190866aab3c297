/**
 * Scalars and one-line lists of front matter, with offsets. The syntax is a subset of YAML 1.2 (core schema), without
 * the numbers that people mean as text: `00123`, `0x1F`, `+31`, and more digits than a number can keep. Pure.
 */

import { INDICATOR, type Span } from "./delimiters.ts";

export type { Span } from "./delimiters.ts";

export type Scalar = string | number | boolean | null;

/** `source` is the scalar as written, quotes included. */
export type ScalarAt = Span & { readonly value: Scalar; readonly source: string };

const DOUBLE = /"(?:[^"\\]|\\.)*"/y;
const SINGLE = /'(?:[^']|'')*'/y;
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
/** Digits that every double keeps. */
const MAX_DIGITS = 15;

function plainValue(source: string): Scalar {
  if (/^(?:null|Null|NULL|~|)$/.test(source)) return null;
  if (/^(?:true|True|TRUE)$/.test(source)) return true;
  if (/^(?:false|False|FALSE)$/.test(source)) return false;
  const isNumber = source.length <= 40 && NUMBER.test(source) && source.replaceAll(/\D/g, "").length <= MAX_DIGITS;
  const number = isNumber ? Number(source) : Number.NaN;
  return Number.isFinite(number) ? number : source;
}

function quotedAt(text: string, from: number): ScalarAt | null {
  const quoted = text[from] === '"' ? DOUBLE : SINGLE;
  quoted.lastIndex = from;
  const source = quoted.exec(text)?.[0];
  if (source === undefined) return null;
  const to = from + source.length;
  if (quoted === SINGLE) return { from, to, source, value: source.slice(1, -1).replaceAll("''", "'") };
  try {
    // The escapes that YAML has and JSON lacks are rare, and left as they are.
    const value: unknown = JSON.parse(source);
    return typeof value === "string" ? { from, to, source, value } : null;
  } catch {
    return null;
  }
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'";

/** True if only blanks and a comment follow. */
const isRest = (text: string, at: number): boolean => /^(?:[ \t]*|[ \t]+#.*)$/.test(text.slice(at));

/** Null for anything but a scalar and a comment. `line` is one line, which the scalar may leave after `from` blanks. */
export function scalarAt(line: string, from: number): ScalarAt | null {
  if (isQuote(line[from])) {
    const quoted = quotedAt(line, from);
    return quoted && isRest(line, quoted.to) ? quoted : null;
  }
  const rest = line.slice(from);
  const comment = rest.startsWith("#") ? 0 : rest.search(/\s#/);
  const source = (comment < 0 ? rest : rest.slice(0, comment)).trimEnd();
  if (INDICATOR.test(source) || /:(?:\s|$)/.test(source)) return null;
  return { from, to: from + source.length, source, value: plainValue(source) };
}

export type ListAt = Span & { readonly items: readonly ScalarAt[] };

/** A list in brackets on one line, without lists or maps in it. Null for anything else. */
export function listAt(line: string, from: number): ListAt | null {
  const items: ScalarAt[] = [];
  let at = skipBlanks(line, from + 1);
  while (line[at] !== "]") {
    const item = itemAt(line, at);
    if (item === null) return null;
    items.push(item);
    at = skipBlanks(line, item.to);
    if (line[at] === ",") at = skipBlanks(line, at + 1);
    else if (line[at] !== "]") return null;
  }
  return isRest(line, at + 1) ? { from, to: at + 1, items } : null;
}

function itemAt(line: string, from: number): ScalarAt | null {
  if (isQuote(line[from])) return quotedAt(line, from);
  let to = from;
  while (to < line.length && !",[]{}".includes(line[to] ?? "")) to += 1;
  const source = line.slice(from, to).trimEnd();
  if (source === "" || INDICATOR.test(source) || /:(?:\s|$)|\s#/.test(source)) return null;
  return { from, to: from + source.length, source, value: plainValue(source) };
}

function skipBlanks(line: string, at: number): number {
  let next = at;
  while (line[next] === " " || line[next] === "\t") next += 1;
  return next;
}

/** Dates are never text that needs quotes: a day, or a day and a time, and their ranges. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?(?:\/\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)?$/;
/** What YAML 1.1 readers take for something other than text. */
const OTHER_READERS = /^(?:y|n|yes|no|on|off|[-+.]?\d[\d_:.,xXoOeE+-]*|[-+]?0[xXoO][\da-fA-F]+|[-+]?\.(?:inf|nan))$/i;

function needsQuotes(text: string, isInList: boolean): boolean {
  if (DATE.test(text)) return false;
  return (
    text !== text.trim() ||
    plainValue(text) !== text ||
    INDICATOR.test(text) ||
    OTHER_READERS.test(text) ||
    /[\p{Cc}\u2028\u2029\ufeff]|:(?:\s|$)|\s#/u.test(text) ||
    (isInList && /[,[\]{}]/.test(text))
  );
}

/** Inverse of reading. Quotes text that this or another YAML reader would take for something else. */
export function writeScalar(value: Scalar, isInList = false): string {
  if (value === null) return isInList ? "null" : "";
  if (typeof value !== "string") return String(value);
  if (!needsQuotes(value, isInList)) return value;
  return JSON.stringify(value)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
}
