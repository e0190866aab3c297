/**
 * Interprets what a person types into a cell, and the value of text in arithmetic.
 *
 * - Numbers have a decimal point, and may have an exponent, a percent sign, thousands separators (commas) and one of
 *   `$ € £ ¥` before or after them; the minus sign may be the typographic one.
 * - ISO dates (`2026-12-01`, also with `/`), ISO date-times and clock times (`10:30`, `10:30:15`, `9:05 pm`) are
 *   moments. Any other order of day and month is text, because `3/4/2026` is ambiguous.
 * - `TRUE`, `FALSE` and error names have their meaning, in any case.
 * - A whole number that begins with 0, or has more than 15 digits, is text: it is a postcode, a phone or account
 *   number, and would lose digits as a number.
 * - An apostrophe before anything that would be read as one of these, or as a formula, makes it text and is not
 *   displayed.
 */
import { isDay, serialOf } from "./calendar.ts";
import { FAULT_CODES, Fault, Moment, type Scalar, VALUE, wrongValue } from "./values.ts";

const NUMBER =
  /^([+\-\u2212]?)(?:[$€£¥][ \u00a0]?)?([+\-\u2212]?)((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?(%|[ \u00a0]?[$€£¥])?$/iu;
const DAY = /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](.+))?$/i;
const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?: ?([ap])m|z)?$/i;
const CODE_LIKE = /^[+-]?(?:0\d+|\d{16,})$/;

const TYPED_FAULTS: ReadonlyMap<string, Fault> = new Map(
  FAULT_CODES.map((code) => [code, new Fault(code, "The cell contains this error as text.")]),
);

export const isFormula = (field: string): boolean => field.startsWith("=") && field.length > 1;

export function readTyped(field: string): Scalar {
  if (field === "") return null;
  const text = field.trim();
  if (text.startsWith("'") && speaks(text.slice(1))) return text.slice(1);
  const value = meaningOf(text);
  return value === null || (typeof value === "number" && CODE_LIKE.test(text)) ? field : value;
}

const speaks = (text: string): boolean => text.startsWith("=") || meaningOf(text) !== null;

function meaningOf(text: string): Scalar {
  const first = text.charCodeAt(0);
  // No value begins with letters other than those of TRUE and FALSE: most text is recognized here.
  if (first > 0x39 && first < 0x80) {
    const word = text.length <= 5 ? text.toUpperCase() : "";
    return word === "TRUE" ? true : word === "FALSE" ? false : null;
  }
  return numberIn(text) ?? TYPED_FAULTS.get(text.toUpperCase()) ?? null;
}

/** The number or moment that a text spells, or null. */
export function numberIn(text: string): number | Moment | null {
  const found = NUMBER.exec(text);
  if (found) {
    const [, sign = "", innerSign = "", digits = "", exponent = "", after = ""] = found;
    if (sign !== "" && innerSign !== "") return null;
    // A symbol before and one after the number would be two currencies.
    if (after !== "" && after !== "%" && /^[+\-\u2212]?[$€£¥]/u.test(text)) return null;
    const signed = `${sign}${innerSign}`.replace("\u2212", "-");
    const value = Number(`${signed}${digits.replaceAll(",", "")}${exponent}`);
    return Number.isFinite(value) ? (after === "%" ? value / 100 : value) : null;
  }
  return text.length < 5 && !text.includes(":") ? null : momentIn(text);
}

/** The date, date-time or time that a text spells, or null. */
export function momentIn(text: string): Moment | null {
  const found = DAY.exec(text);
  if (!found) {
    const time = clockIn(text);
    return time === null || /z$/i.test(text) ? null : new Moment(time, "time");
  }
  const [, year, , month, day, clock] = found;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (!isDay(y, m, d)) return null;
  if (clock === undefined) return new Moment(serialOf(y, m, d), "date");
  const time = clockIn(clock);
  return time === null || time >= 1 ? null : new Moment(serialOf(y, m, d) + time, "datetime");
}

/** Fraction of a day; may exceed 1, because `36:15` is a duration. */
function clockIn(text: string): number | null {
  const found = CLOCK.exec(text);
  if (!found) return null;
  const [, hours, minutes, seconds = "0", fraction = "0", half] = found;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  return (hour * 3600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`)) / 86_400;
}

/** Converts a value to a number: a blank is 0, TRUE is 1, and text is the number that it spells. */
export function toNumber(value: Scalar): number | Fault {
  if (typeof value === "number") return value;
  if (value === null) return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Moment) return value.serial;
  if (value instanceof Fault) return value;
  const spelled = numberIn(value.trim());
  if (spelled === null) return value === "" ? VALUE : wrongValue(`“${value.slice(0, 40)}” is not a number.`);
  return typeof spelled === "number" ? spelled : spelled.serial;
}

/** Converts a value to a logical: 0 and blank are FALSE, other numbers TRUE. */
export function toLogical(value: Scalar): boolean | Fault {
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return value !== 0;
  if (value === null) return false;
  if (value instanceof Moment) return value.serial !== 0;
  if (value instanceof Fault) return value;
  const word = value.trim().toUpperCase();
  if (word === "TRUE" || word === "FALSE") return word === "TRUE";
  const number = toNumber(value);
  return number instanceof Fault ? wrongValue(`“${value.slice(0, 40)}” is neither TRUE nor FALSE.`) : number !== 0;
}
