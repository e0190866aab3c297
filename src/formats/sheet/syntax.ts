/** A formula's syntax tree, and the cells that it reads. */
import type { Scalar, Table } from "./values.ts";

export type Operator = "^" | "*" | "/" | "+" | "-" | "&" | "=" | "<>" | "<" | "<=" | ">" | ">=";

/** `bottom` and `right` are null for whole columns and rows, where they depend on the sheet's size. */
export type Reach = {
  readonly top: number;
  readonly left: number;
  readonly bottom: number | null;
  readonly right: number | null;
};

export type Node =
  | { readonly kind: "constant"; readonly value: Scalar }
  | { readonly kind: "array"; readonly table: Table }
  | { readonly kind: "cell"; readonly row: number; readonly column: number }
  | { readonly kind: "range"; readonly reach: Reach }
  | { readonly kind: "negate"; readonly operand: Node }
  | { readonly kind: "percent"; readonly operand: Node; readonly times: number }
  /** `@`: the single value in the formula's own row or column. */
  | { readonly kind: "meet"; readonly operand: Node }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Node; readonly right: Node }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Node[] }
  /** An omitted argument, like the second of `IF(A1,,2)`. */
  | { readonly kind: "missing" };

/** Functions that may leave arguments unevaluated, with the index of the first such argument. */
export const LAZY_FROM: ReadonlyMap<string, number> = new Map([
  ["IF", 1],
  ["IFS", 1],
  ["IFERROR", 1],
  ["IFNA", 1],
  ["SWITCH", 1],
  ["CHOOSE", 1],
  ["ROW", 0],
  ["COLUMN", 0],
  ["ROWS", 0],
  ["COLUMNS", 0],
  ["ISREF", 0],
  ["OFFSET", 0],
]);

/** The target of a reference, or null for any other node. */
export function reachOf(node: Node | undefined): Reach | null {
  if (node?.kind === "cell") return { top: node.row, left: node.column, bottom: node.row, right: node.column };
  return node?.kind === "range" ? node.reach : null;
}

/** The cells that the formula always reads. Those of lazy arguments are read on demand. */
export function needsOf(root: Node): Reach[] {
  const needs: Reach[] = [];
  // An explicit stack, because a sum of 4,000 terms is a tree 4,000 levels deep.
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const reach = reachOf(node);
    if (reach) needs.push(reach);
    else if (node.kind === "binary") open.push(node.right, node.left);
    else if (node.kind === "call") open.push(...node.args.slice(0, LAZY_FROM.get(node.name)).toReversed());
    else if (node.kind === "negate" || node.kind === "percent" || node.kind === "meet") open.push(node.operand);
  }
  return needs;
}
