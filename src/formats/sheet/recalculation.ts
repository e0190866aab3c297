/**
 * A sheet that is edited: caches all values and, after a change, evaluates only the formulas that may read the changed
 * cells. The values equal those of a full `evaluate`.
 */
import { type Cell, cellOf, nodeOf, typedValue } from "./evaluate.ts";
import { type Clock, Evaluation, type Formula, MAX_WORK } from "./evaluation.ts";
import { Grid } from "./grid.ts";
import { Readers } from "./readers.ts";
import { MAX_COLUMNS, type CellPosition } from "./references.ts";
import { type Node, needsOf } from "./syntax.ts";
import { isFormula } from "./typed-input.ts";
import { Fault, type Scalar } from "./values.ts";

type Parsed = CellPosition & { readonly node: Node };

const keyOf = ({ row, column }: CellPosition): number => row * MAX_COLUMNS + column;

export class Recalculation {
  #rows: readonly (readonly string[])[] = [];
  #values: Scalar[][] = [];
  #grid = new Grid([]);
  #size = 0;
  #formulas = new Map<number, Parsed>();
  #readers = new Readers();

  constructor(rows: readonly (readonly string[])[], clock: Clock) {
    this.rebuild(rows, clock);
  }

  /** Rereads everything, for example after rows have moved. */
  rebuild(rows: readonly (readonly string[])[], clock: Clock): void {
    this.#rows = rows;
    this.#formulas = new Map();
    this.#readers = new Readers();
    this.#values = rows.map((fields, row) => fields.map((field, column) => this.#read(field, { row, column })));
    this.#grid = new Grid(this.#values);
    this.#size = this.#values.length;
    this.#run([...this.#formulas.values()], clock);
  }

  /** `rows` is the current state, with no fewer rows than before; `changed` lists the cells with new text. */
  change(rows: readonly (readonly string[])[], changed: readonly CellPosition[], clock: Clock): void {
    this.#rows = rows;
    for (const place of changed) this.#reread(place);
    const grid = new Grid(this.#values);
    // Whole columns and rows end at the end of the sheet.
    const isResized = grid.columns !== this.#grid.columns || this.#size !== this.#values.length;
    this.#size = this.#values.length;
    this.#grid = grid;
    const dirty = isResized ? null : this.#readers.after(changed);
    const formulas = dirty
      ? [...new Set([...changed, ...dirty].map(keyOf))]
          .flatMap((key) => this.#formulas.get(key) ?? [])
          .toSorted((a, b) => keyOf(a) - keyOf(b))
      : [...this.#formulas.values()].toSorted((a, b) => keyOf(a) - keyOf(b));
    this.#run(formulas, clock);
  }

  cell(row: number, column: number): Cell {
    const field = this.#rows[row]?.[column] ?? "";
    return cellOf(this.#grid.at(row, column), isFormula(field) ? null : field);
  }

  formula(row: number, column: number): Node | null {
    return this.#formulas.get(keyOf({ row, column }))?.node ?? null;
  }

  value(row: number, column: number): Scalar {
    return this.#grid.at(row, column);
  }

  #reread(place: CellPosition): void {
    const { row, column } = place;
    const before = this.#formulas.get(keyOf(place));
    if (before) {
      this.#formulas.delete(keyOf(place));
      this.#readers.remove(before, before.node);
    }
    while (this.#values.length <= row) this.#values.push([]);
    const values = this.#values[row] ?? [];
    const fields = this.#rows[row] ?? [];
    while (values.length < fields.length) values.push(null);
    values.length = fields.length;
    const field = fields[column];
    if (field !== undefined) values[column] = this.#read(field, place);
  }

  #read(field: string, place: CellPosition): Scalar {
    if (!isFormula(field)) return typedValue(field);
    const node = nodeOf(field);
    if (node instanceof Fault) return node;
    const parsed = { ...place, node };
    this.#formulas.set(keyOf(place), parsed);
    this.#readers.add(parsed, node);
    return null;
  }

  #run(parsed: readonly Parsed[], clock: Clock): void {
    const grid = this.#grid;
    const formulas = parsed.map(({ row, column, node }): Formula => {
      const needs = needsOf(node).map((reach) => grid.rectOf(reach));
      return { row, column, node, needs, met: 0, running: false };
    });
    new Evaluation(grid, formulas, clock, MAX_WORK).run();
  }
}
