/** Defines functions by the types of their arguments, so that their bodies receive plain values only. */
import { spread } from "../operators.ts";
import type { Scope } from "../scope.ts";
import { showValue } from "../display.ts";
import type { Node } from "../syntax.ts";
import { toLogical, toNumber } from "../typed-input.ts";
import { Fault, Matrix, NUM, type Scalar, Table, textCost, type Value } from "../values.ts";

export type SheetFunction = {
  /** Minimum and maximum number of arguments. */
  readonly least: number;
  readonly most: number;
  run(args: readonly Node[], scope: Scope): Value;
};

export type Library = Readonly<Record<string, SheetFunction>>;

/** The maximum number of arguments in a formula. */
export const MANY = 255;

/** `value` is passed unchanged, including faults. */
export type Kind = "number" | "text" | "logical" | "value";

type Plain = { number: number; text: string; logical: boolean; value: Scalar };
type Required<Kinds extends readonly Kind[]> = { [Index in keyof Kinds]: Plain[Kinds[Index]] };
type Optional<Kinds extends readonly Kind[]> = { [Index in keyof Kinds]?: Plain[Kinds[Index]] };

/** Cost of one call of an ordinary function, in cells read. */
const CALL_COST = 16;

/**
 * A function of single values. A fault among its arguments becomes its result; ranges and arrays are processed element
 * by element. An omitted or empty optional argument is undefined. `cost` is the work beyond an ordinary call.
 */
export function scalar<const R extends readonly Kind[], const O extends readonly Kind[]>(
  required: R,
  optional: O,
  run: (...args: [...Required<R>, ...Optional<O>]) => Scalar,
  cost?: (...args: [...Required<R>, ...Optional<O>]) => number,
): SheetFunction {
  const kinds = [...required, ...optional];
  const least = required.length;
  return {
    least,
    most: kinds.length,
    run: (args, scope) => {
      const given = kinds.map((kind, index) => (index >= least && args[index]?.kind === "missing" ? null : kind));
      const values = args.map((arg) => scope.evaluate(arg));
      const call = (elements: readonly Scalar[]): Scalar => {
        const plain = plainArguments(given, elements, scope);
        if (plain instanceof Fault) return plain;
        // Each was just converted to its kind, in the order of the kinds.
        const typed = plain as [...Required<R>, ...Optional<O>];
        if (cost) scope.charge(cost(...typed));
        return run(...typed);
      };
      return spread(values, scope.charge, call, CALL_COST);
    },
  };
}

function plainArguments(
  kinds: readonly (Kind | null)[],
  elements: readonly Scalar[],
  scope: Scope,
): (Plain[Kind] | undefined)[] | Fault {
  const plain: (Plain[Kind] | undefined)[] = [];
  for (let index = 0; index < elements.length; index++) {
    const kind = kinds[index] ?? null;
    scope.charge(textCost(elements[index] ?? null));
    const value = kind === null ? undefined : plainOf(kind, elements[index] ?? null);
    if (value instanceof Fault && kind !== "value") return value;
    plain.push(value);
  }
  return plain;
}

function plainOf(kind: Kind, value: Scalar): Plain[Kind] {
  switch (kind) {
    case "number":
      return toNumber(value);
    case "text":
      return value instanceof Fault ? value : showValue(value);
    case "logical":
      return toLogical(value);
    case "value":
      return value;
  }
}

/** A function that receives its arguments unchanged: values, ranges, arrays. */
export const ranged = (
  least: number,
  most: number,
  run: (values: readonly Value[], scope: Scope) => Value,
): SheetFunction => ({
  least,
  most,
  run: (args, scope) =>
    run(
      args.map((arg) => scope.evaluate(arg)),
      scope,
    ),
});

/** A function that evaluates its arguments itself. */
export const lazy = (
  least: number,
  most: number,
  run: (args: readonly Node[], scope: Scope) => Value,
): SheetFunction => ({ least, most, run });

/** Wraps a single value in a 1×1 table. */
export const tableOf = (value: Value): Matrix => (value instanceof Matrix ? value : new Table(1, 1, [value]));

/** Reduces a value to a scalar; of a range or array, the first element. */
export const scalarOf = (value: Value): Scalar => (value instanceof Matrix ? value.at(0, 0) : value);

/** An argument as a number; `fallback` if it is omitted. */
export function numberAt(values: readonly Value[], index: number, fallback: number): number | Fault {
  const value = values[index];
  return value === undefined || value === null ? fallback : toNumber(scalarOf(value));
}

/** Visits the filled part of a matrix row by row, until `visit` returns a result. */
export function walkMatrix<T>(
  matrix: Matrix,
  scope: Scope,
  visit: (value: Scalar, row: number, column: number) => T | undefined,
): T | undefined {
  const [rows, columns] = [matrix.filledRows, matrix.filledColumns];
  scope.charge(rows * columns + 1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const answer = visit(matrix.at(row, column), row, column);
      if (answer !== undefined) return answer;
    }
  }
  return undefined;
}

/**
 * The numbers of an aggregate's arguments: in ranges and arrays only numbers count, while values written in the formula
 * are converted. Returns the first fault, if any.
 */
export function numbersIn(values: readonly Value[], scope: Scope): number[] | Fault {
  const numbers: number[] = [];
  for (const value of values) {
    if (!(value instanceof Matrix)) {
      const number = toNumber(value);
      if (number instanceof Fault) return number;
      numbers.push(number);
      continue;
    }
    const fault = walkMatrix(value, scope, (element) => {
      if (element instanceof Fault) return element;
      if (typeof element === "number") numbers.push(element);
      else if (typeof element === "object" && element !== null) numbers.push(element.serial);
      return undefined;
    });
    if (fault) return fault;
  }
  return numbers;
}

/** Checks a number that is a function's result. */
export const result = (value: number): number | Fault => (Number.isFinite(value) ? value : NUM);
