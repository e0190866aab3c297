/** What a function of a formula is given besides its arguments. */
import type { Cache } from "./cache.ts";
import type { Area } from "./grid.ts";
import type { Node, Reach } from "./syntax.ts";
import type { Value } from "./values.ts";

export interface Scope {
  /** Where the formula stands. */
  readonly row: number;
  readonly column: number;
  /** The present moment as a serial, in the reader's zone. */
  readonly now: number;
  readonly cache: Cache;
  readonly evaluate: (node: Node) => Value;
  /** Cells as they are when all formulas among them have values. */
  readonly read: (reach: Reach) => Area;
  /** Without asking for values: for functions that want to know where a range is. */
  readonly locate: (reach: Reach) => Area;
  /** Counts work, in cells looked at; throws once a sheet has asked for too much. */
  readonly charge: (cells: number) => void;
}
