/** Selects the element of a range that a formula with room for one value shows. */
import { Area } from "./grid.ts";
import type { Matrix, Scalar } from "./values.ts";

/** The element in the formula's own row or column if the range crosses it, otherwise the first. */
export function implicitIntersection(matrix: Matrix, at: { readonly row: number; readonly column: number }): Scalar {
  if (matrix instanceof Area) {
    const { top, left, bottom, right } = matrix.rect;
    if (left === right && at.row >= top && at.row <= bottom) return matrix.at(at.row - top, 0);
    if (top === bottom && at.column >= left && at.column <= right) return matrix.at(0, at.column - left);
  }
  return matrix.at(0, 0);
}
