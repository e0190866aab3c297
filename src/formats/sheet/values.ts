/** The values of cells and formulas: numbers, text, logicals, moments, blanks, errors, and tables of those. */
import { hasSerial } from "./calendar.ts";

/** Spreadsheet error codes. `#ERROR!` is a formula that cannot be parsed, or that exceeds the work limit. */
export const FAULT_CODES = [
  "#NULL!",
  "#DIV/0!",
  "#VALUE!",
  "#REF!",
  "#NAME?",
  "#NUM!",
  "#N/A",
  "#CYCLE!",
  "#ERROR!",
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

export class Fault {
  readonly code: FaultCode;
  /** One sentence for the reader of the cell. */
  readonly message: string;

  constructor(code: FaultCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

export const DIV0 = new Fault("#DIV/0!", "A number is divided by zero, or there are no values to average.");
export const NOT_FOUND = new Fault("#N/A", "No match was found.");
export const VALUE = new Fault("#VALUE!", "A value has the wrong type.");
export const NUM = new Fault("#NUM!", "The result is not a valid number.");
export const REF = new Fault("#REF!", "The formula refers to cells that do not exist.");

export const wrongValue = (message: string): Fault => new Fault("#VALUE!", message);

export type Unit = "date" | "datetime" | "time";

/** A number of days displayed as a date, a time or both. */
export class Moment {
  readonly serial: number;
  readonly unit: Unit;

  constructor(serial: number, unit: Unit) {
    this.serial = serial;
    this.unit = unit;
  }
}

/** A moment, where a fractional date becomes a date-time; `#NUM!` outside the calendar. */
export function momentOf(serial: number, unit: Unit): Moment | Fault {
  if (!Number.isFinite(serial)) return NUM;
  if (unit === "time") return new Moment(serial, unit);
  if (!hasSerial(serial)) return new Fault("#NUM!", "The date is outside the years 1 to 9999.");
  return new Moment(serial, unit === "date" && !Number.isInteger(serial) ? "datetime" : unit);
}

/** `null` is a blank cell. */
export type Scalar = number | string | boolean | null | Moment | Fault;

/** A rectangle of values. */
export abstract class Matrix {
  abstract readonly rows: number;
  abstract readonly columns: number;
  /** 0-based; blank beyond the filled part. */
  abstract at(row: number, column: number): Scalar;
  /** A part of the matrix, which must be inside it. */
  abstract part(row: number, column: number, rows: number, columns: number): Matrix;

  /** Rows that may contain values: all later ones are blank. */
  get filledRows(): number {
    return this.rows;
  }

  get filledColumns(): number {
    return this.columns;
  }
}

export class Table extends Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly #cells: readonly Scalar[];

  /** `cells` are in row order. */
  constructor(rows: number, columns: number, cells: readonly Scalar[]) {
    super();
    this.rows = rows;
    this.columns = columns;
    this.#cells = cells;
  }

  at(row: number, column: number): Scalar {
    return column < this.columns ? (this.#cells[row * this.columns + column] ?? null) : null;
  }

  part(row: number, column: number, rows: number, columns: number): Table {
    const cells: Scalar[] = [];
    for (let r = row; r < row + rows; r++) {
      cells.push(...this.#cells.slice(r * this.columns + column, r * this.columns + column + columns));
    }
    return new Table(rows, columns, cells);
  }
}

export type Value = Scalar | Matrix;

/** Cost of reading a text, in cells read. */
export const textCost = (value: Value): number => (typeof value === "string" ? value.length >> 5 : 0);

/** Maximum length of a cell's text, as in other spreadsheets. */
export const MAX_TEXT_LENGTH = 32_767;

/** Maximum size of an array that a formula may create. */
const MAX_ELEMENTS = 1_000_000;

/** A fault if a table of that size is too large, otherwise null. */
export const tooLargeFor = (rows: number, columns: number): Fault | null =>
  rows * columns > MAX_ELEMENTS ? new Fault("#ERROR!", `An array can contain at most ${MAX_ELEMENTS} values.`) : null;

export const isNumeric = (value: Scalar): value is number | Moment =>
  typeof value === "number" || value instanceof Moment;

export const numericOf = (value: number | Moment): number => (typeof value === "number" ? value : value.serial);

/** Equal except for the last few bits, so that 0.1+0.2 compares equal to 0.3, as in other spreadsheets. */
export const nearlyEqual = (a: number, b: number): boolean => a === b || Math.abs(a - b) < Math.abs(a) * 2 ** -48;

/** Total order of values: numbers, then case-insensitive text, then FALSE, TRUE. A blank is 0, "" or FALSE. */
export function compare(left: Scalar, right: Scalar): number | Fault {
  if (left instanceof Fault) return left;
  if (right instanceof Fault) return right;
  const [a, b] = [left ?? emptyLike(right), right ?? emptyLike(left)];
  const rank = rankOf(a) - rankOf(b);
  if (rank !== 0) return rank;
  if (isNumeric(a) && isNumeric(b)) {
    const [x, y] = [numericOf(a), numericOf(b)];
    return nearlyEqual(x, y) ? 0 : x < y ? -1 : 1;
  }
  const [x, y] = typeof a === "string" && typeof b === "string" ? [fold(a), fold(b)] : [a, b];
  return x === y ? 0 : (x ?? 0) < (y ?? 0) ? -1 : 1;
}

const emptyLike = (other: Scalar): Scalar => (typeof other === "string" ? "" : typeof other === "boolean" ? false : 0);

const rankOf = (value: Scalar): number => (typeof value === "string" ? 1 : typeof value === "boolean" ? 2 : 0);

/** Text normalized for comparison. */
export const fold = (text: string): string => text.toLowerCase();
