/** Finds a value in a row or column, for MATCH and the lookup functions. */
import { keyOf } from "./cache.ts";
import { Area } from "./grid.ts";
import type { Scope } from "./scope.ts";
import { compare, Fault, type Matrix, NOT_FOUND, type Scalar, textCost, VALUE } from "./values.ts";
import { hasWildcards, MAX_PATTERN_LENGTH, matchesWhole, PATTERN_COST, patternOf } from "./wildcards.ts";

/** `below` and `above` find the nearest smaller or larger value if there is no equal one; values may be unsorted. */
export type Search = "exact" | "wildcard" | "below" | "above";

/** Number of elements of a single row or column, or of a table in row order. */
export const lengthOf = (matrix: Matrix): number => matrix.filledRows * matrix.filledColumns;

const elementAt = (matrix: Matrix, index: number): Scalar =>
  matrix.at(Math.floor(index / matrix.filledColumns), index % matrix.filledColumns);

/** 0-based index. `backwards` finds the last match instead of the first. */
export function searchMatrix(
  wanted: Scalar,
  matrix: Matrix,
  how: Search,
  scope: Scope,
  backwards = false,
): number | Fault {
  if (wanted instanceof Fault) return wanted;
  const value = wanted ?? 0;
  if (how === "wildcard" && typeof value === "string" && hasWildcards(value)) {
    return searchPattern(value, matrix, scope, backwards);
  }
  const exact = searchKey(value, matrix, scope, backwards);
  return exact instanceof Fault && (how === "below" || how === "above") ? nearest(value, matrix, how, scope) : exact;
}

function searchKey(value: Scalar, matrix: Matrix, scope: Scope, backwards: boolean): number | Fault {
  const key = keyOf(value);
  if (key === null) return NOT_FOUND;
  if (matrix instanceof Area) {
    const places = scope.cache.places(matrix).get(key);
    return (backwards ? places?.at(-1) : places?.[0]) ?? NOT_FOUND;
  }
  return scan(matrix, scope, { cost: 1, backwards, test: (element) => element !== null && keyOf(element) === key });
}

function searchPattern(text: string, matrix: Matrix, scope: Scope, backwards: boolean): number | Fault {
  if (text.length > MAX_PATTERN_LENGTH) return VALUE;
  const pattern = patternOf(text);
  const test = (element: Scalar) => typeof element === "string" && matchesWhole(pattern, element);
  return scan(matrix, scope, { cost: PATTERN_COST, backwards, test });
}

type Scan = { readonly cost: number; readonly backwards: boolean; readonly test: (element: Scalar) => boolean };

function scan(matrix: Matrix, scope: Scope, { cost, backwards, test }: Scan): number | Fault {
  const length = lengthOf(matrix);
  scope.charge(length * cost + 1);
  for (let step = 0; step < length; step++) {
    const index = backwards ? length - 1 - step : step;
    const element = elementAt(matrix, index);
    scope.charge(textCost(element) * cost);
    if (test(element)) return index;
  }
  return NOT_FOUND;
}

function nearest(value: Scalar, matrix: Matrix, how: "below" | "above", scope: Scope): number | Fault {
  const length = lengthOf(matrix);
  scope.charge(length + 1);
  const direction = how === "below" ? -1 : 1;
  let best: { index: number; element: Scalar } | null = null;
  for (let index = 0; index < length; index++) {
    const element = elementAt(matrix, index);
    const order = ofOneKind(element, value) ? compare(element, value) : 0;
    if (order instanceof Fault || order * direction <= 0) continue;
    const closer = best === null ? -1 : compare(element, best.element);
    if (best === null || (!(closer instanceof Fault) && closer * direction < 0)) best = { index, element };
  }
  return best?.index ?? NOT_FOUND;
}

const kindOf = (value: Scalar): string =>
  value instanceof Fault ? "fault" : typeof value === "object" ? "number" : typeof value;

const ofOneKind = (a: Scalar, b: Scalar): boolean => a !== null && !(a instanceof Fault) && kindOf(a) === kindOf(b);

/**
 * Binary search in ascending (or descending) values for the last one not beyond the wanted value. Elements of other
 * types are skipped, so a heading above numbers does no harm.
 */
export function searchSorted(wanted: Scalar, matrix: Matrix, scope: Scope, descending = false): number | Fault {
  if (wanted instanceof Fault) return wanted;
  const value = wanted ?? 0;
  let [low, high, best] = [0, lengthOf(matrix) - 1, -1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    let probe = middle;
    while (probe >= low && !ofOneKind(elementAt(matrix, probe), value)) probe--;
    scope.charge(middle - probe + 1);
    if (probe < low) {
      low = middle + 1;
      continue;
    }
    const order = compare(elementAt(matrix, probe), value);
    if (order instanceof Fault) return order;
    if ((descending ? -order : order) <= 0) {
      best = probe;
      low = middle + 1;
    } else high = probe - 1;
  }
  return best === -1 ? NOT_FOUND : best;
}
