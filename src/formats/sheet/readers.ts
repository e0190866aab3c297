/** Finds the formulas that may read a cell, by all their references, including those of arguments that are not evaluated. */
import { MAX_COLUMNS } from "./references.ts";
import type { CellPosition } from "./references.ts";
import { type Node, type Reach, reachOf } from "./syntax.ts";

type Range = { readonly reader: CellPosition; readonly reach: Reach };

/** Functions whose value changes without an edit, or that read cells they do not reference directly. */
const VOLATILE: ReadonlySet<string> = new Set([
  "NOW",
  "TODAY",
  "RAND",
  "RANDBETWEEN",
  "RANDARRAY",
  "OFFSET",
  "INDIRECT",
]);

/** Wider ranges are in one list, which is searched for every cell. */
const NARROW = 32;

/**
 * After this many range checks all formulas count as readers, because searching on would take longer than evaluating
 * them.
 */
const MAX_CHECKS = 2_000_000;

export class Readers {
  readonly #ofCell = new Map<number, Set<CellPosition>>();
  readonly #ofColumn = new Map<number, Set<Range>>();
  readonly #wide = new Set<Range>();
  readonly #ranges = new Map<CellPosition, Range[]>();
  readonly #volatile = new Set<CellPosition>();

  add(reader: CellPosition, root: Node): void {
    const { reaches, isVolatile } = reachesOf(root);
    if (isVolatile) this.#volatile.add(reader);
    const ranges: Range[] = [];
    for (const reach of reaches) {
      if (isOneCell(reach)) addTo(this.#ofCell, keyOf(reach.top, reach.left), reader);
      else ranges.push({ reader, reach });
    }
    if (ranges.length > 0) this.#ranges.set(reader, ranges);
    for (const range of ranges) this.#listsOf(range).forEach((list) => list.add(range));
  }

  remove(reader: CellPosition, root: Node): void {
    this.#volatile.delete(reader);
    for (const reach of reachesOf(root).reaches) {
      if (isOneCell(reach)) this.#ofCell.get(keyOf(reach.top, reach.left))?.delete(reader);
    }
    for (const range of this.#ranges.get(reader) ?? []) this.#listsOf(range).forEach((list) => list.delete(range));
    this.#ranges.delete(reader);
  }

  /** All formulas whose value may change with these cells; null means all formulas of the sheet. */
  after(changed: readonly CellPosition[]): ReadonlySet<CellPosition> | null {
    const found = new Set<CellPosition>(this.#volatile);
    const open: CellPosition[] = [...changed, ...this.#volatile];
    let looks = 0;
    const look = (reader: CellPosition): void => {
      if (found.has(reader)) return;
      found.add(reader);
      open.push(reader);
    };
    for (let place = open.pop(); place; place = open.pop()) {
      const { row, column } = place;
      this.#ofCell.get(keyOf(row, column))?.forEach(look);
      for (const list of [this.#ofColumn.get(column), this.#wide]) {
        looks += list?.size ?? 0;
        if (looks > MAX_CHECKS) return null;
        for (const { reader, reach } of list ?? []) if (isWithin(place, reach)) look(reader);
      }
    }
    return found;
  }

  #listsOf({ reach: { left, right } }: Range): Set<Range>[] {
    if (right === null || right - left >= NARROW) return [this.#wide];
    return Array.from({ length: right - left + 1 }, (_, index) => {
      const list = this.#ofColumn.get(left + index) ?? new Set<Range>();
      this.#ofColumn.set(left + index, list);
      return list;
    });
  }
}

const keyOf = (row: number, column: number): number => row * MAX_COLUMNS + column;

const isOneCell = ({ top, left, bottom, right }: Reach): boolean => top === bottom && left === right;

const isWithin = ({ row, column }: CellPosition, { top, left, bottom, right }: Reach): boolean =>
  row >= top && column >= left && (bottom === null || row <= bottom) && (right === null || column <= right);

function addTo(map: Map<number, Set<CellPosition>>, key: number, place: CellPosition): void {
  const places = map.get(key);
  if (places) places.add(place);
  else map.set(key, new Set([place]));
}

function reachesOf(root: Node): { reaches: Reach[]; isVolatile: boolean } {
  const reaches: Reach[] = [];
  let isVolatile = false;
  const open: Node[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const reach = reachOf(node);
    if (reach) reaches.push(reach);
    else if (node.kind === "binary") open.push(node.left, node.right);
    else if (node.kind === "call") {
      open.push(...node.args);
      if (VOLATILE.has(node.name)) isVolatile = true;
    } else if (node.kind === "negate" || node.kind === "percent" || node.kind === "meet") open.push(node.operand);
  }
  return { reaches, isVolatile };
}
