/** Text functions. Characters are counted in UTF-16 code units, as in other spreadsheets. */
import { formatValue } from "../number-format.ts";
import { TOO_LONG } from "../operators.ts";
import type { Scope } from "../scope.ts";
import { showValue } from "../display.ts";
import { toLogical, toNumber } from "../typed-input.ts";
import { Fault, MAX_TEXT_LENGTH, type Scalar, VALUE, type Value, wrongValue } from "../values.ts";
import { findPattern, hasWildcards, MAX_PATTERN_LENGTH, patternOf } from "../wildcards.ts";
import { round } from "./math.ts";
import { type Library, MANY, scalarOf, ranged, scalar, tableOf, walkMatrix } from "./signature.ts";

const limited = (text: string): Scalar => (text.length > MAX_TEXT_LENGTH ? TOO_LONG : text);

/** The texts of all arguments in order; blanks become empty texts. */
function textsOf(values: readonly Value[], scope: Scope): string[] | Fault {
  const texts: string[] = [];
  let length = 0;
  for (const value of values) {
    const fault = walkMatrix(tableOf(value), scope, (element) => {
      if (element instanceof Fault) return element;
      const text = showValue(element);
      length += text.length;
      texts.push(text);
      return length > MAX_TEXT_LENGTH ? TOO_LONG : undefined;
    });
    if (fault) return fault;
  }
  return texts;
}

function concat(values: readonly Value[], scope: Scope): Scalar {
  const texts = textsOf(values, scope);
  return texts instanceof Fault ? texts : texts.join("");
}

/** Blanks beyond the end of the sheet are ignored. */
function textJoin([delimiter = null, skip = null, ...values]: readonly Value[], scope: Scope): Scalar {
  const [separator, skips] = [scalarOf(delimiter), toLogical(scalarOf(skip))];
  if (separator instanceof Fault) return separator;
  if (skips instanceof Fault) return skips;
  const texts = textsOf(values, scope);
  if (texts instanceof Fault) return texts;
  return limited((skips ? texts.filter((text) => text !== "") : texts).join(showValue(separator)));
}

/** Capitalizes each word, where a word begins after any character that is not a letter. */
const proper = (text: string): string =>
  text
    .toLowerCase()
    .replace(/(^|[^\p{L}\p{M}])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

const left = (text: string, count: number): Scalar => (count < 0 ? VALUE : text.slice(0, Math.trunc(count)));

const right = (text: string, count: number): Scalar =>
  count < 0 ? VALUE : text.slice(Math.max(0, text.length - Math.trunc(count)));

const mid = (text: string, start: number, count: number): Scalar =>
  start < 1 || count < 0 ? VALUE : text.slice(Math.trunc(start) - 1, Math.trunc(start) - 1 + Math.trunc(count));

const replace = (text: string, start: number, count: number, by: string): Scalar =>
  start < 1 || count < 0
    ? VALUE
    : limited(text.slice(0, Math.trunc(start) - 1) + by + text.slice(Math.trunc(start) - 1 + Math.trunc(count)));

function substitute(text: string, from: string, to: string, occurrence?: number): Scalar {
  if (from === "") return text;
  if (occurrence === undefined) {
    const parts = text.split(from);
    const length = text.length + (parts.length - 1) * (to.length - from.length);
    return length > MAX_TEXT_LENGTH ? TOO_LONG : parts.join(to);
  }
  if (occurrence < 1) return VALUE;
  let at = text.indexOf(from);
  for (let seen = 1; at !== -1 && seen < Math.trunc(occurrence); seen++) at = text.indexOf(from, at + from.length);
  return at === -1 ? text : limited(text.slice(0, at) + to + text.slice(at + from.length));
}

const found = (at: number, what: string): Scalar =>
  at === -1 ? wrongValue(`“${what.slice(0, 40)}” was not found in the text.`) : at + 1;

function find(wanted: string, text: string, start = 1): Scalar {
  return start < 1 || start > text.length + 1 ? VALUE : found(text.indexOf(wanted, Math.trunc(start) - 1), wanted);
}

/** Case-insensitive, with wildcards. */
function searchText(wanted: string, text: string, start = 1): Scalar {
  if (start < 1 || start > text.length + 1) return VALUE;
  const from = Math.trunc(start) - 1;
  if (!hasWildcards(wanted)) return found(text.toLowerCase().indexOf(wanted.toLowerCase(), from), wanted);
  // A pattern is tried at every position.
  if (wanted.length > MAX_PATTERN_LENGTH || text.length > MAX_TEXT_LENGTH) return VALUE;
  return found(findPattern(patternOf(wanted), text, from), wanted);
}

function repeat(text: string, times: number): Scalar {
  if (times < 0) return VALUE;
  return text.length * Math.trunc(times) > MAX_TEXT_LENGTH ? TOO_LONG : text.repeat(Math.trunc(times));
}

function fixed(value: number, decimals: number, plain: boolean): Scalar {
  const digits = Math.trunc(decimals);
  if (digits > 100) return VALUE;
  const rounded = round(value, digits);
  if (rounded instanceof Fault) return rounded;
  const places = digits > 0 ? `.${"0".repeat(digits)}` : "";
  return formatValue(rounded, `${plain ? "0" : "#,##0"}${places}`);
}

function char(code: number): Scalar {
  const point = Math.trunc(code);
  return point >= 1 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : VALUE;
}

const aside = (after: boolean) =>
  scalar(["text", "text"], ["number"], (text, mark, occurrence = 1) => {
    if (occurrence < 1 || mark === "") return VALUE;
    let at = text.indexOf(mark);
    for (let seen = 1; at !== -1 && seen < Math.trunc(occurrence); seen++) at = text.indexOf(mark, at + mark.length);
    if (at === -1) return new Fault("#N/A", `“${mark.slice(0, 40)}” was not found in the text.`);
    return after ? text.slice(at + mark.length) : text.slice(0, at);
  });

const one = (run: (text: string) => Scalar) => scalar(["text"], [], run);

/** Parsing a format costs more than an ordinary function. */
const formatting = (): number => 60;

export const TEXT: Library = {
  LEFT: scalar(["text"], ["number"], (text, count = 1) => left(text, count)),
  RIGHT: scalar(["text"], ["number"], (text, count = 1) => right(text, count)),
  MID: scalar(["text", "number", "number"], [], mid),
  LEN: one((text) => text.length),
  TRIM: one((text) => text.replace(/ +/g, " ").replace(/^ | $/g, "")),
  CLEAN: one((text) => text.replace(/\p{Cc}/gu, "")),
  UPPER: one((text) => limited(text.toUpperCase())),
  LOWER: one((text) => limited(text.toLowerCase())),
  PROPER: one((text) => limited(proper(text))),
  CONCAT: ranged(1, MANY, concat),
  CONCATENATE: ranged(1, MANY, concat),
  TEXTJOIN: ranged(3, MANY, textJoin),
  TEXTBEFORE: aside(false),
  TEXTAFTER: aside(true),
  SUBSTITUTE: scalar(["text", "text", "text"], ["number"], substitute),
  REPLACE: scalar(["text", "number", "number", "text"], [], replace),
  FIND: scalar(["text", "text"], ["number"], find),
  SEARCH: scalar(["text", "text"], ["number"], searchText, (wanted, text) =>
    hasWildcards(wanted) ? (Math.min(wanted.length, MAX_PATTERN_LENGTH) * text.length) >> 4 : 0,
  ),
  EXACT: scalar(["text", "text"], [], (a, b) => a === b),
  REPT: scalar(["text", "number"], [], repeat),
  CHAR: scalar(["number"], [], char),
  UNICHAR: scalar(["number"], [], char),
  CODE: one((text) => text.codePointAt(0) ?? VALUE),
  UNICODE: one((text) => text.codePointAt(0) ?? VALUE),
  T: scalar(["value"], [], (value) => (value instanceof Fault || typeof value === "string" ? value : "")),
  VALUE: scalar(["value"], [], (value) => (typeof value === "boolean" ? VALUE : toNumber(value))),
  TEXT: scalar(["value", "text"], [], formatValue, formatting),
  FIXED: scalar(
    ["number"],
    ["number", "logical"],
    (value, decimals = 2, plain = false) => fixed(value, decimals, plain),
    formatting,
  ),
  DOLLAR: scalar(
    ["number"],
    ["number"],
    (value, decimals = 2) => {
      const text = fixed(Math.abs(value), decimals, false);
      return typeof text === "string" ? `${value < 0 ? "-" : ""}$${text}` : text;
    },
    formatting,
  ),
};
