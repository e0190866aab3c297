/**
 * All cells of a sheet with the values that they show. Formulas read only their own sheet and the given clock.
 *
 * A formula is evaluated on demand, after its dependencies. Evaluation uses an explicit stack, so chains of any length
 * are safe. Formulas whose values actually depend on themselves show `#CYCLE!`: a branch of IF that is not taken does
 * not count. Work is counted, and beyond `work` the remaining formulas show `#ERROR!`.
 *
 * A formula shows a single value: the first element of a range or array or, if a range crosses the formula's row or
 * column, the element there.
 */
import { showValue } from "./display.ts";
import { type Clock, Evaluation, type Formula, MAX_WORK } from "./evaluation.ts";
import { Grid } from "./grid.ts";
import { TOO_LONG } from "./operators.ts";
import { parseFormula } from "./parser.ts";
import { type Node, needsOf } from "./syntax.ts";
import { FormulaError } from "./tokens.ts";
import { isFormula, readTyped } from "./typed-input.ts";
import { Fault, MAX_TEXT_LENGTH, Moment, type Scalar, type Unit } from "./values.ts";

export type CellKind = "blank" | "number" | "text" | "logical" | "error" | Unit;

export type Cell = {
  readonly kind: CellKind;
  /** Moments as serials (days since 1899-12-30), errors as their code. */
  readonly value: number | string | boolean | null;
  /** The displayed text: a typed field as typed, a formula's value in its plain form. */
  readonly text: string;
  /** The reason for the error. */
  readonly error?: string;
};

/** One array per row, as CSV parsing returns them; rows may differ in length. `work` limits the work of all formulas. */
export function evaluate(rows: readonly (readonly string[])[], clock: Clock, work = MAX_WORK): Cell[][] {
  const formulas: Formula[] = [];
  const parsed: { row: number; column: number; node: Node }[] = [];
  const values = rows.map((fields, row) =>
    fields.map((field, column): Scalar => {
      if (!isFormula(field)) return typedValue(field);
      const node = nodeOf(field);
      if (node instanceof Fault) return node;
      parsed.push({ row, column, node });
      return null;
    }),
  );
  const grid = new Grid(values);
  for (const { row, column, node } of parsed) {
    const needs = needsOf(node).map((reach) => grid.rectOf(reach));
    formulas.push({ row, column, node, needs, met: 0, running: false });
  }
  new Evaluation(grid, formulas, clock, work).run();
  return rows.map((fields, row) =>
    fields.map((field, column) => cellOf(grid.at(row, column), isFormula(field) ? null : field)),
  );
}

/** The value of a field that is not a formula. */
export const typedValue = (field: string): Scalar => (field.length > MAX_TEXT_LENGTH ? TOO_LONG : readTyped(field));

export function nodeOf(field: string): Node | Fault {
  try {
    return parseFormula(field.slice(1));
  } catch (error) {
    if (error instanceof FormulaError) return new Fault("#ERROR!", error.message);
    throw error;
  }
}

/** `typed` is null for a formula. */
export function cellOf(value: Scalar, typed: string | null): Cell {
  if (value === null) return BLANK;
  // Displayed unchanged; only formulas cannot read it.
  if (typed !== null && value === TOO_LONG) return { kind: "text", value: typed, text: typed };
  const text = typed === null || typed.trim().startsWith("'") ? showValue(value) : typed;
  if (value instanceof Fault) return { kind: "error", value: value.code, text, error: value.message };
  if (value instanceof Moment) return { kind: value.unit, value: value.serial, text };
  return { kind: typeof value === "boolean" ? "logical" : typeof value === "number" ? "number" : "text", value, text };
}

export const BLANK: Cell = { kind: "blank", value: null, text: "" };
