/** Counting, averages, order and spread. */
import { STDEV, VAR } from "@formulajs/formulajs";
import type { RangeTotals } from "../cache.ts";
import type { Scope } from "../scope.ts";
import { toNumber } from "../typed-input.ts";
import { lowerBound } from "../unfinished.ts";
import {
  DIV0,
  Fault,
  isNumeric,
  Matrix,
  momentOf,
  NOT_FOUND,
  NUM,
  type Scalar,
  type Unit,
  type Value,
} from "../values.ts";
import { callFormulaJs } from "./formulajs.ts";
import { type Library, MANY, numberAt, numbersIn, ranged, result, tableOf } from "./signature.ts";

const inUnit = (value: number, unit: Unit | null): Scalar => (unit === null ? result(value) : momentOf(value, unit));

/** The totals of all arguments that aggregates need, or the first fault. */
function tallyAll(values: readonly Value[], scope: Scope): Readonly<RangeTotals> | Fault {
  const all: RangeTotals = { count: 0, filled: 0, sum: 0, least: Infinity, most: -Infinity, unit: null, fault: null };
  for (const value of values) {
    const next = value instanceof Matrix ? scope.cache.tally(value) : tallyOfOne(value);
    if (next.fault) return next.fault;
    if (next.count > 0) all.unit = all.count === 0 || all.unit === next.unit ? next.unit : null;
    all.count += next.count;
    all.sum += next.sum;
    all.least = Math.min(all.least, next.least);
    all.most = Math.max(all.most, next.most);
  }
  return all;
}

function tallyOfOne(value: Scalar): RangeTotals {
  const number = toNumber(value);
  const unit = typeof value === "object" && value !== null && "unit" in value ? value.unit : null;
  return number instanceof Fault
    ? { count: 0, filled: 1, sum: 0, least: Infinity, most: -Infinity, unit: null, fault: number }
    : { count: 1, filled: 1, sum: number, least: number, most: number, unit, fault: null };
}

const tallied = (run: (tally: Readonly<RangeTotals>) => Scalar) =>
  ranged(1, MANY, (values, scope) => {
    const tally = tallyAll(values, scope);
    return tally instanceof Fault ? tally : run(tally);
  });

/** COUNT and COUNTA ignore faults. */
const counted = (ofTally: (tally: Readonly<RangeTotals>) => number, ofOne: (value: Scalar) => boolean) =>
  ranged(1, MANY, (values, scope) =>
    values.reduce<number>(
      (total, value) => total + (value instanceof Matrix ? ofTally(scope.cache.tally(value)) : Number(ofOne(value))),
      0,
    ),
  );

/** Numbers in ascending order, or the first fault among the values. */
function ordered(values: readonly Value[], scope: Scope): readonly number[] | Fault {
  const [only] = values;
  if (values.length === 1 && only instanceof Matrix) {
    return scope.cache.tally(only).fault ?? scope.cache.sorted(only);
  }
  const numbers = numbersIn(values, scope);
  return numbers instanceof Fault ? numbers : numbers.toSorted((a, b) => a - b);
}

const unitIn = (value: Value | undefined, scope: Scope): Unit | null =>
  value instanceof Matrix ? scope.cache.tally(value).unit : null;

/** The element at a fractional index, by linear interpolation. */
function between(sorted: readonly number[], place: number): Scalar {
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return NUM;
  return result(below + (above - below) * (place - Math.floor(place)));
}

/** LARGE and SMALL; `place` converts k and the count to an index. */
const kth = (place: (k: number, count: number) => number) =>
  ranged(2, 2, (values, scope) => {
    const sorted = ordered(values.slice(0, 1), scope);
    if (sorted instanceof Fault) return sorted;
    const k = numberAt(values, 1, 0);
    if (k instanceof Fault) return k;
    const found = k < 1 ? undefined : sorted[place(Math.ceil(k), sorted.length)];
    return found === undefined ? NUM : inUnit(found, unitIn(values[0], scope));
  });

const percentile = (share: (k: number) => number, place: (k: number, count: number) => number) =>
  ranged(2, 2, (values, scope) => {
    const sorted = ordered(values.slice(0, 1), scope);
    if (sorted instanceof Fault) return sorted;
    const k = numberAt(values, 1, 0);
    if (k instanceof Fault) return k;
    const part = share(k);
    return part >= 0 && part <= 1 ? between(sorted, place(part, sorted.length)) : NUM;
  });

const inclusive = (part: number, count: number) => part * (count - 1);
const exclusive = (part: number, count: number) => part * (count + 1) - 1;
const quarter = (k: number) => Math.trunc(k) / 4;

/** `place` converts the number of values before it in the order, and of values equal to it, to a rank. */
const rank = (place: (before: number, same: number) => number) =>
  ranged(2, 3, (values, scope) => {
    const number = numberAt(values, 0, 0);
    const ascending = numberAt(values, 2, 0);
    if (number instanceof Fault) return number;
    if (ascending instanceof Fault) return ascending;
    const sorted = ordered(values.slice(1, 2), scope);
    if (sorted instanceof Fault) return sorted;
    const below = lowerBound(sorted.length, (index) => (sorted[index] ?? 0) < number);
    const through = lowerBound(sorted.length, (index) => (sorted[index] ?? 0) <= number);
    if (through === below) return NOT_FOUND;
    return place(ascending === 0 ? sorted.length - through : below, through - below);
  });

/** The most frequent value; the first one if there are several. */
function mode(values: readonly Value[], scope: Scope): Scalar {
  const numbers = numbersIn(values, scope);
  if (numbers instanceof Fault) return numbers;
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let [best, most] = [0, 1];
  for (const [number, count] of counts) if (count > most) [best, most] = [number, count];
  return most > 1 ? best : NOT_FOUND;
}

const spreadOf = (least: number, run: (numbers: number[]) => unknown) =>
  ranged(1, MANY, (values, scope) => {
    const numbers = numbersIn(values, scope);
    if (numbers instanceof Fault) return numbers;
    return numbers.length < least ? DIV0 : callFormulaJs(() => run(numbers));
  });

const countBlank = ranged(1, 1, ([value = null], scope) => {
  const matrix = tableOf(value);
  let empty = 0;
  const { filled } = scope.cache.tally(matrix);
  scope.charge(matrix.filledRows * matrix.filledColumns);
  for (let row = 0; row < matrix.filledRows; row++) {
    for (let column = 0; column < matrix.filledColumns; column++) if (matrix.at(row, column) === "") empty++;
  }
  return matrix.rows * matrix.columns - filled + empty;
});

const LARGE = kth((k, count) => count - k);
const SMALL = kth((k) => k - 1);
const PERCENTILE = percentile((k) => k, inclusive);
const QUARTILE = percentile(quarter, inclusive);
const RANK = rank((before) => before + 1);
const MODE = ranged(1, MANY, mode);
const STDEV_S = spreadOf(2, (numbers) => STDEV.S(numbers));
const STDEV_P = spreadOf(1, (numbers) => STDEV.P(numbers));
const VAR_S = spreadOf(2, (numbers) => VAR.S(numbers));
const VAR_P = spreadOf(1, (numbers) => VAR.P(numbers));

export const STATISTICS: Library = {
  COUNT: counted(
    ({ count }) => count,
    (value) => (value !== null && typeof value !== "string" ? !(value instanceof Fault) : isNumeric(toNumber(value))),
  ),
  COUNTA: counted(
    ({ filled }) => filled,
    () => true,
  ),
  COUNTBLANK: countBlank,
  AVERAGE: tallied(({ sum, count, unit }) => (count === 0 ? DIV0 : inUnit(sum / count, unit))),
  MIN: tallied(({ least, count, unit }) => (count === 0 ? 0 : inUnit(least, unit))),
  MAX: tallied(({ most, count, unit }) => (count === 0 ? 0 : inUnit(most, unit))),
  MEDIAN: ranged(1, MANY, (values, scope) => {
    const sorted = ordered(values, scope);
    return sorted instanceof Fault ? sorted : between(sorted, (sorted.length - 1) / 2);
  }),
  MODE,
  "MODE.SNGL": MODE,
  LARGE,
  SMALL,
  PERCENTILE,
  "PERCENTILE.INC": PERCENTILE,
  "PERCENTILE.EXC": percentile((k) => k, exclusive),
  QUARTILE,
  "QUARTILE.INC": QUARTILE,
  "QUARTILE.EXC": percentile(quarter, exclusive),
  RANK,
  "RANK.EQ": RANK,
  "RANK.AVG": rank((before, same) => before + (same + 1) / 2),
  STDEV: STDEV_S,
  "STDEV.S": STDEV_S,
  STDEVP: STDEV_P,
  "STDEV.P": STDEV_P,
  VAR: VAR_S,
  "VAR.S": VAR_S,
  VARP: VAR_P,
  "VAR.P": VAR_P,
};
