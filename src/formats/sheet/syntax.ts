/** A formula as a tree, and the cells it reads. */
import type { Scalar, Table } from "./values.ts";

export type Operator = "^" | "*" | "/" | "+" | "-" | "&" | "=" | "<>" | "<" | "<=" | ">" | ">=";

/** `bottom` and `right` are null where the sheet's own size decides: whole columns and rows. */
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
  /** `@`: the one value that stands in the formula's own row or column. */
  | { readonly kind: "meet"; readonly operand: Node }
  | { readonly kind: "binary"; readonly operator: Operator; readonly left: Node; readonly right: Node }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Node[] }
  /** An argument left out, as the second of `IF(A1,,2)`. */
  | { readonly kind: "missing" };

/** Functions that do not read all arguments they are given: the index from which on they may leave one unread. */
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

/** Where a reference points, or null for anything that is none. */
export function reachOf(node: Node | undefined): Reach | null {
  if (node?.kind === "cell") return { top: node.row, left: node.column, bottom: node.row, right: node.column };
  return node?.kind === "range" ? node.reach : null;
}

/** What the formula reads whatever its values are. What lazy arguments read is asked for when they are. */
export function needsOf(root: Node): Reach[] {
  const needs: Reach[] = [];
  // A stack of its own: a sum of 4,000 terms is a tree 4,000 deep.
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
