/** Arithmetic, comparison and concatenation; ranges and arrays are processed element by element. */
import type { Operator } from "./syntax.ts";
import {
  compare,
  DIV0,
  Fault,
  MAX_TEXT_LENGTH,
  Matrix,
  Moment,
  momentOf,
  nearlyEqual,
  NUM,
  type Scalar,
  Table,
  tooLargeFor,
  type Unit,
  type Value,
  wrongValue,
} from "./values.ts";
import { showValue } from "./display.ts";
import { toNumber } from "./typed-input.ts";

export const TOO_LONG = wrongValue(`A cell can contain at most ${MAX_TEXT_LENGTH} characters.`);

const OUTSIDE = new Fault("#N/A", "One of the ranges has no value at this position.");

export function applyOperator(operator: Operator, left: Scalar, right: Scalar): Scalar {
  if (left instanceof Fault) return left;
  if (right instanceof Fault) return right;
  switch (operator) {
    case "&":
      return join(showValue(left), showValue(right));
    case "=":
    case "<>":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return holds(operator, compare(left, right));
    case "^":
    case "*":
    case "/":
    case "+":
    case "-":
      return calculate(operator, left, right);
  }
}

function join(left: string, right: string): Scalar {
  return left.length + right.length > MAX_TEXT_LENGTH ? TOO_LONG : left + right;
}

function holds(operator: "=" | "<>" | "<" | "<=" | ">" | ">=", order: number | Fault): Scalar {
  if (order instanceof Fault) return order;
  switch (operator) {
    case "=":
      return order === 0;
    case "<>":
      return order !== 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function calculate(operator: "^" | "*" | "/" | "+" | "-", left: Scalar, right: Scalar): Scalar {
  const a = toNumber(left);
  if (a instanceof Fault) return a;
  const b = toNumber(right);
  if (b instanceof Fault) return b;
  switch (operator) {
    case "^":
      return power(a, b);
    case "*":
      return checked(a * b);
    case "/":
      return b === 0 ? DIV0 : checked(a / b);
    case "+":
      return inUnit(plus(a, b), unitOfSum(left, right));
    case "-":
      return inUnit(plus(a, -b), unitOfDifference(left, right));
  }
}

export const checked = (value: number): number | Fault => (Number.isFinite(value) ? value : NUM);

/** 0^0 is 1 as in LibreOffice and in the mathematics of polynomials; in Excel it is #NUM!. */
export function power(base: number, exponent: number): number | Fault {
  return base === 0 && exponent < 0 ? DIV0 : checked(base ** exponent);
}

/** The difference of two nearly equal numbers is zero: 0.3-0.1-0.2 is 0. */
export const plus = (a: number, b: number): number => (nearlyEqual(a, -b) ? 0 : a + b);

const inUnit = (value: number, unit: Unit | null): Scalar => (unit === null ? checked(value) : momentOf(value, unit));

/** A date plus days is a date, a date plus a time a date-time; the sum of two dates has no unit. */
function unitOfSum(left: Scalar, right: Scalar): Unit | null {
  const [a, b] = [unitOf(left), unitOf(right)];
  if (a === null || b === null) return a ?? b;
  if (a === "time" || b === "time") return a === b ? "time" : "datetime";
  return null;
}

/** The difference of two dates is in days, that of two times is a time. */
function unitOfDifference(left: Scalar, right: Scalar): Unit | null {
  const [a, b] = [unitOf(left), unitOf(right)];
  if (b === null || a === null) return a;
  if (b === "time") return a === "time" ? "time" : "datetime";
  return null;
}

export const unitOf = (value: Scalar): Unit | null => (value instanceof Moment ? value.unit : null);

export function negate(value: Scalar): Scalar {
  const number = toNumber(value);
  if (number instanceof Fault) return number;
  return value instanceof Moment && value.unit === "time" ? new Moment(-number, "time") : number === 0 ? 0 : -number;
}

/** Cost of a new element, in cells read. */
const ELEMENT_COST = 4;

/** Applies a function to each element of the values; single rows, columns and values are repeated to fit. */
export function spread(
  values: readonly Value[],
  charge: (cells: number) => void,
  run: (elements: readonly Scalar[]) => Scalar,
  cost = ELEMENT_COST,
): Value {
  const matrices = values.filter((value) => value instanceof Matrix);
  if (matrices.length === 0) return run(values.map((value) => (value instanceof Matrix ? null : value)));
  const rows = Math.max(...matrices.map((matrix) => matrix.rows));
  const columns = Math.max(...matrices.map((matrix) => matrix.columns));
  const tooLarge = tooLargeFor(rows, columns);
  if (tooLarge) return tooLarge;
  charge(rows * columns * cost);
  const cells: Scalar[] = [];
  // One array is reused for all calls: none of them retains it.
  const elements: Scalar[] = values.map(() => null);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (let index = 0; index < elements.length; index++) {
        elements[index] = element(values[index] ?? null, row, column);
      }
      cells.push(run(elements));
    }
  }
  return new Table(rows, columns, cells);
}

function element(value: Value, row: number, column: number): Scalar {
  if (!(value instanceof Matrix)) return value;
  const r = value.rows === 1 ? 0 : row;
  const c = value.columns === 1 ? 0 : column;
  return r < value.rows && c < value.columns ? value.at(r, c) : OUTSIDE;
}
