/** Functions that count and add up under conditions. */
import { type Criterion, criterionOf } from "../criteria.ts";
import { Area } from "../grid.ts";
import type { Scope } from "../scope.ts";
import { type Node, reachOf } from "../syntax.ts";
import {
  DIV0,
  Fault,
  isNumeric,
  type Matrix,
  Moment,
  momentOf,
  numericOf,
  type Scalar,
  textCost,
  type Unit,
  VALUE,
  type Value,
} from "../values.ts";
import { lazy, type Library, MANY, scalarOf, ranged, result, tableOf } from "./signature.ts";

type Condition = { readonly matrix: Matrix; readonly criterion: Criterion };

/** Alternating ranges and criteria, or the fault in them. All ranges have the same size. */
function conditionsOf(values: readonly Value[]): readonly Condition[] | Fault {
  const conditions: Condition[] = [];
  for (let index = 0; index + 1 < values.length; index += 2) {
    const matrix = tableOf(values[index] ?? null);
    const criterion = criterionOf(scalarOf(values[index + 1] ?? null));
    if (criterion instanceof Fault) return criterion;
    conditions.push({ matrix, criterion });
  }
  const [first] = conditions;
  const same = conditions.every(({ matrix }) => sameSize(matrix, first?.matrix ?? matrix));
  return values.length % 2 === 0 && same ? conditions : VALUE;
}

const sameSize = (a: Matrix, b: Matrix): boolean => a.rows === b.rows && a.columns === b.columns;

/**
 * Visits every position where all conditions are true, row by row, and returns the number of further matches among the
 * blanks beyond the end of the sheet. A condition with a single key uses the index.
 */
function visitMatches(
  conditions: readonly Condition[],
  scope: Scope,
  visit: (row: number, column: number) => void,
): number {
  const [first] = conditions;
  if (!first) return 0;
  const rows = Math.max(...conditions.map(({ matrix }) => matrix.filledRows));
  const columns = Math.max(...conditions.map(({ matrix }) => matrix.filledColumns));
  const test = (row: number, column: number) => {
    const holds = conditions.every(({ matrix, criterion }) => {
      const value = matrix.at(row, column);
      scope.charge(textCost(value) * criterion.cost);
      return criterion.test(value);
    });
    if (holds) visit(row, column);
  };
  const cost = conditions.reduce((total, { criterion }) => total + criterion.cost, 0);
  const places = shortest(conditions, scope);
  if (places) {
    scope.charge(places.list.length * cost + 1);
    for (const place of places.list) test(Math.floor(place / places.columns), place % places.columns);
  } else {
    scope.charge(rows * columns * cost + 1);
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) test(row, column);
  }
  const blankMatches = conditions.every(({ criterion }) => criterion.test(null));
  return blankMatches ? first.matrix.rows * first.matrix.columns - rows * columns : 0;
}

function shortest(conditions: readonly Condition[], scope: Scope): { list: readonly number[]; columns: number } | null {
  let best: { list: readonly number[]; columns: number } | null = null;
  for (const { matrix, criterion } of conditions) {
    if (criterion.key === undefined || !(matrix instanceof Area)) continue;
    const list = scope.cache.places(matrix).get(criterion.key) ?? [];
    if (!best || list.length < best.list.length) best = { list, columns: matrix.filledColumns };
  }
  return best;
}

type Total = { count: number; sum: number; least: number; most: number; unit: Unit | null };

/** Totals of the numbers in `matrix` where the conditions are true. */
function totalOf(matrix: Matrix, conditions: readonly Condition[], scope: Scope): Total | Fault {
  const total: Total = { count: 0, sum: 0, least: Infinity, most: -Infinity, unit: null };
  let fault: Fault | null = null;
  visitMatches(conditions, scope, (row, column) => {
    const value = matrix.at(row, column);
    if (value instanceof Fault) fault ??= value;
    if (!isNumeric(value)) return;
    const unit = value instanceof Moment ? value.unit : null;
    total.unit = total.count === 0 || total.unit === unit ? unit : null;
    total.count++;
    total.sum += numericOf(value);
    total.least = Math.min(total.least, numericOf(value));
    total.most = Math.max(total.most, numericOf(value));
  });
  return fault ?? total;
}

/** SUMIF and AVERAGEIF: the summed range begins where the third argument begins, and has the size of the first. */
const overOne = (answer: (total: Total) => Scalar) =>
  lazy(2, 3, ([tested, wanted, summed], scope) => {
    const matrix = tableOf(tested ? scope.evaluate(tested) : null);
    const conditions = conditionsOf([matrix, wanted ? scope.evaluate(wanted) : null]);
    if (conditions instanceof Fault) return conditions;
    const total = totalOf(summed ? asLarge(summed, matrix, scope) : matrix, conditions, scope);
    return total instanceof Fault ? total : answer(total);
  });

function asLarge(node: Node, { rows, columns }: Matrix, scope: Scope): Matrix {
  const reach = reachOf(node);
  if (!reach) return tableOf(scope.evaluate(node));
  const { top, left } = reach;
  return scope.read({ top, left, bottom: top + rows - 1, right: left + columns - 1 });
}

/** SUMIFS and similar functions: first the summed range, then ranges and criteria. */
const overMany = (answer: (total: Total) => Scalar) =>
  ranged(3, MANY, ([summed = null, ...rest], scope) => {
    const conditions = conditionsOf(rest);
    if (conditions instanceof Fault) return conditions;
    const matrix = tableOf(summed);
    if (!conditions.every((condition) => sameSize(condition.matrix, matrix))) return VALUE;
    const total = totalOf(matrix, conditions, scope);
    return total instanceof Fault ? total : answer(total);
  });

const counting = (least: number, most: number) =>
  ranged(least, most, (values, scope) => {
    const conditions = conditionsOf(values);
    if (conditions instanceof Fault) return conditions;
    let count = 0;
    const blanks = visitMatches(conditions, scope, () => count++);
    return count + blanks;
  });

const inUnit = (value: number, unit: Unit | null): Scalar => (unit === null ? result(value) : momentOf(value, unit));

const sum = ({ sum: total, unit }: Total): Scalar => inUnit(total, unit === "time" ? unit : null);
const average = ({ sum: total, count, unit }: Total): Scalar => (count === 0 ? DIV0 : inUnit(total / count, unit));

export const CONDITIONAL: Library = {
  COUNTIF: counting(2, 2),
  COUNTIFS: counting(2, MANY),
  SUMIF: overOne(sum),
  SUMIFS: overMany(sum),
  AVERAGEIF: overOne(average),
  AVERAGEIFS: overMany(average),
  MAXIFS: overMany(({ most, count, unit }) => (count === 0 ? 0 : inUnit(most, unit))),
  MINIFS: overMany(({ least, count, unit }) => (count === 0 ? 0 : inUnit(least, unit))),
};
