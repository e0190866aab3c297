/** Continues a row or column of cells by autofill: numbers, dates and numbered words are counted, formulas are shifted. */
import { addMonths, dayOf, isoDay } from "./calendar.ts";
import { showNumber } from "./display.ts";
import { copiedBy } from "./move-references.ts";
import { isFormula, momentIn, readTyped } from "./typed-input.ts";

/** Cells of one countable kind, and how to write a value of it. */
type Count = { readonly values: readonly number[]; readonly write: (value: number) => string };

/** Without exponents, percent signs or currency symbols: numbers written differently are repeated. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
const NUMBERED = /^(.*?)(\d{1,9})$/s;

const common = <T>(values: readonly T[]): T | null =>
  values.every((value) => value === values[0]) ? (values[0] ?? null) : null;

function all<T>(cells: readonly string[], read: (cell: string) => T | null): T[] | null {
  const found = cells.map(read).filter((each) => each !== null);
  return found.length === cells.length ? found : null;
}

function numbers(cells: readonly string[]): Count | null {
  const values = all(cells, (cell) => (PLAIN_NUMBER.test(cell) ? Number(cell) : null));
  return values && { values, write: showNumber };
}

/** ISO dates, in steps of days or months. */
function days(cells: readonly string[]): Count | null {
  const values = all(cells, (cell) => {
    const moment = momentIn(cell);
    return moment?.unit === "date" ? moment.serial : null;
  });
  const separator = common(cells.map((cell) => (cell.includes("/") ? "/" : "-")));
  return values && separator && { values, write: (value) => isoDay(value).replaceAll("-", separator) };
}

/** `Week 1`, `Q1`, `item-009`. */
function numbered(cells: readonly string[]): Count | null {
  // A price or a time is not a word, even though it ends in digits.
  const found = all(cells, (cell) =>
    isFormula(cell) || typeof readTyped(cell) !== "string" ? null : NUMBERED.exec(cell),
  );
  const before = found && common(found.map(([, words]) => words));
  if (!found || before === null || before === undefined) return null;
  const digits = found.map(([, , each = ""]) => each);
  const width = digits.some((each) => each.startsWith("0")) ? Math.max(...digits.map(({ length }) => length)) : 1;
  return {
    values: digits.map(Number),
    write: (value) => before + String(Math.abs(value)).padStart(width, "0"),
  };
}

const differences = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => Number((value - (values[index] ?? 0)).toPrecision(12)));

const monthOf = (serial: number): number => dayOf(serial).year * 12 + dayOf(serial).month;

/** The value at an index, which may be negative; null if there is no constant step. */
function rule(values: readonly number[], aloneBy: number | null): ((index: number) => number) | null {
  const [first = 0] = values;
  const step = values.length === 1 ? aloneBy : common(differences(values));
  return step === null ? null : (index) => Number((first + step * index).toPrecision(15));
}

/** The same day of the month at regular intervals. */
function monthly(values: readonly number[]): ((index: number) => number) | null {
  const [first = 0] = values;
  const months = common(differences(values.map(monthOf)));
  if (months === null || months === 0 || common(values.map((value) => dayOf(value).day)) === null) return null;
  return (index) => addMonths(first, months * index);
}

function writer(cells: readonly string[]): ((index: number) => string) | null {
  const number = numbers(cells);
  // A single number is repeated, as in other spreadsheets.
  if (number) return written(number, rule(number.values, null));
  const day = days(cells);
  if (day) return written(day, monthly(day.values) ?? rule(day.values, 1));
  const words = numbered(cells);
  return words && written(words, rule(words.values, 1));
}

const written = ({ write }: Count, at: ((index: number) => number) | null): ((index: number) => string) | null =>
  at && ((index) => write(at(index)));

/**
 * Returns the text of the cell at `index`, counted from the first of `cells`; a negative index is before it. `along` is
 * the direction of the fill, by which formulas are shifted.
 */
export function seriesOf(cells: readonly string[], along: "down" | "right"): (index: number) => string {
  const write = cells.length === 0 ? null : writer(cells);
  if (write) return write;
  return (index) => {
    const from = ((index % cells.length) + cells.length) % cells.length;
    const distance = index - from;
    return copiedBy(cells[from] ?? "", along === "down" ? distance : 0, along === "down" ? 0 : distance);
  };
}
