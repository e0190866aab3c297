/** Evaluates the formulas of a grid that have no value yet, each on demand. `evaluate.ts` documents the semantics. */
import { Cache } from "./cache.ts";
import { serialAt } from "./calendar.ts";
import { evaluateNode } from "./expression.ts";
import { Area, type Grid } from "./grid.ts";
import { implicitIntersection } from "./implicit-intersection.ts";
import { TOO_LONG } from "./operators.ts";
import type { Rect } from "./references.ts";
import type { Scope } from "./scope.ts";
import type { Node, Reach } from "./syntax.ts";
import { Unfinished } from "./unfinished.ts";
import { Fault, MAX_TEXT_LENGTH, Matrix, NUM, type Scalar, type Value } from "./values.ts";

export type Clock = {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly now: number;
  /** The UTC offset for TODAY and NOW, in minutes east; 0 by default. */
  readonly offsetMinutes?: number;
};

/** Approximate number of cells read: a few tenths of a second. */
export const MAX_WORK = 20_000_000;

export type Formula = {
  readonly row: number;
  readonly column: number;
  readonly node: Node;
  readonly needs: readonly Rect[];
  /** Number of `needs` known to have values. */
  met: number;
  running: boolean;
};

const CYCLE = new Fault("#CYCLE!", "The formula depends on its own value.");
const TOO_MUCH = new Fault("#ERROR!", "The sheet's formulas exceed the calculation limit of a sheet.");

/** Thrown from deep inside a formula that requires another one to be evaluated first. */
class Waiting extends Error {
  formula: Formula | null = null;
}

class WorkSpent extends Error {}

export class Evaluation {
  readonly #grid: Grid;
  readonly #formulas: readonly Formula[];
  readonly #unfinished: Unfinished<Formula>;
  readonly #cache = new Cache((cells) => this.#charge(cells));
  readonly #now: number;
  readonly #waiting = new Waiting();
  #work: number;

  constructor(grid: Grid, formulas: readonly Formula[], clock: Clock, work: number) {
    this.#grid = grid;
    this.#formulas = formulas;
    this.#unfinished = new Unfinished(formulas);
    this.#now = serialAt(clock.now, clock.offsetMinutes ?? 0);
    this.#work = work;
  }

  run(): void {
    for (const formula of this.#formulas) {
      if (this.#unfinished.firstIn(rectAt(formula)) === formula) this.#evaluate(formula);
    }
  }

  #evaluate(first: Formula): void {
    const stack = [first];
    first.running = true;
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const needed = this.#unmet(top) ?? this.#attempt(top);
      if (needed === null) stack.pop();
      else if (needed.running) {
        // Everything on the stack from `needed` on depends on it, and it depends on them.
        for (let member = stack.pop(); member; member = member === needed ? undefined : stack.pop()) {
          this.#finish(member, CYCLE);
        }
      } else {
        needed.running = true;
        stack.push(needed);
      }
    }
  }

  #unmet(formula: Formula): Formula | null {
    const before = this.#unfinished.looks;
    let found: Formula | null = null;
    for (let need = formula.needs[formula.met]; need; need = formula.needs[++formula.met]) {
      found = this.#unfinished.firstIn(need);
      if (found) break;
    }
    this.#work -= this.#unfinished.looks - before;
    // If the budget is used up, the attempt reports it.
    return this.#work < 0 ? null : found;
  }

  /** Returns null if the formula has a value now, otherwise the formula that it depends on. */
  #attempt(formula: Formula): Formula | null {
    try {
      const value = single(evaluateNode(formula.node, this.#scopeOf(formula)), formula);
      if (typeof value === "string") this.#charge(value.length);
      this.#finish(formula, value);
      return null;
    } catch (error) {
      if (error === this.#waiting && this.#waiting.formula) return this.#waiting.formula;
      if (!(error instanceof WorkSpent)) throw error;
      this.#finish(formula, TOO_MUCH);
      return null;
    }
  }

  #finish(formula: Formula, value: Scalar): void {
    this.#grid.set(formula.row, formula.column, value);
    this.#unfinished.finish(formula);
  }

  #scopeOf({ row, column }: Formula): Scope {
    this.#charge(1);
    const scope: Scope = {
      row,
      column,
      now: this.#now,
      cache: this.#cache,
      evaluate: (node) => evaluateNode(node, scope),
      locate: (reach) => new Area(this.#grid, this.#grid.rectOf(reach)),
      read: (reach) => this.#read(reach),
      charge: (cells) => this.#charge(cells),
    };
    return scope;
  }

  #read(reach: Reach): Area {
    const rect = this.#grid.rectOf(reach);
    const formula = this.#unfinished.firstIn(rect);
    if (formula) {
      this.#waiting.formula = formula;
      throw this.#waiting;
    }
    return new Area(this.#grid, rect);
  }

  #charge(cells: number): void {
    this.#work -= cells;
    if (this.#work < 0) throw new WorkSpent();
  }
}

const rectAt = ({ row, column }: Formula): Rect => ({ top: row, left: column, bottom: row, right: column });

/** The single value that the formula's cell shows. */
function single(value: Value, at: Formula): Scalar {
  const shown = value instanceof Matrix ? implicitIntersection(value, at) : value;
  if (shown === null) return 0;
  if (typeof shown === "number") return Number.isFinite(shown) ? shown : NUM;
  return typeof shown === "string" && shown.length > MAX_TEXT_LENGTH ? TOO_LONG : shown;
}
