/** The values of a sheet's first rows. Loaded when a sheet is shown: the functions of formulas are a good part of the program. */
import { parseRow } from "../../formats/sheet/csv.ts";
import { type Cell, evaluate } from "../../formats/sheet/evaluate.ts";
import { isFormula } from "../../formats/sheet/typed-input.ts";

const ROWS = 100;

/** Longer texts are printed as far as they are typed: their formulas wait for the script. */
const MOST_CHARACTERS = 200_000;
const WORK = 500_000;

export function firstCells(text: string, now: number): readonly (readonly Cell[])[] {
  if (text.length <= MOST_CHARACTERS) return evaluate(text.split("\n").map(parseRow), { now }, WORK).slice(0, ROWS);
  const rows = text.split("\n", ROWS).map((line) => parseRow(line).map((field) => (isFormula(field) ? "" : field)));
  return evaluate(rows, { now }, WORK);
}
