/** The context that a formula's function gets besides its arguments. */
import type { Cache } from "./cache.ts";
import type { Area } from "./grid.ts";
import type { Node, Reach } from "./syntax.ts";
import type { Value } from "./values.ts";

export interface Scope {
  /** Position of the formula. */
  readonly row: number;
  readonly column: number;
  /** The current time as a serial, in the reader's time zone. */
  readonly now: number;
  readonly cache: Cache;
  readonly evaluate: (node: Node) => Value;
  /** Reads cells once all formulas among them have values. */
  readonly read: (reach: Reach) => Area;
  /** Like `read`, but without requiring values, for functions that only need a range's position. */
  readonly locate: (reach: Reach) => Area;
  /** Counts work, in cells read; throws once the sheet's limit is exceeded. */
  readonly charge: (cells: number) => void;
}
