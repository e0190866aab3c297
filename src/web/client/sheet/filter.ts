/** The conditions of a sheet's filter, and whether a cell matches them. */
import type { Cell } from "../../../formats/sheet/evaluate.ts";
import { numberIn } from "../../../formats/sheet/typed-input.ts";

export const TESTS = ["contains", "lacks", "equals", "differs", "above", "below", "empty", "filled"] as const;
export type TestKind = (typeof TESTS)[number];

/** False for tests without a comparison text. */
export const needsWords = (kind: TestKind): boolean => kind !== "empty" && kind !== "filled";

export type ColumnFilter = {
  readonly column: number;
  /** The column's heading, which identifies it after columns were added or removed. */
  readonly head: string;
  readonly test: { readonly kind: TestKind; readonly words: string } | null;
  /** Displayed texts: only these, or all except these, so that new ones are shown. */
  readonly values: { readonly isOnly: boolean; readonly texts: readonly string[] } | null;
};

/** Rows above `top` name the columns and are always shown. Other rows are shown if they match all columns. */
export type Filter = { readonly top: number; readonly columns: readonly ColumnFilter[] };

type Answers = (cell: Cell) => boolean;

const folded = (text: string): string => text.trim().toLocaleLowerCase();

export function answersOf({ test, values }: ColumnFilter): Answers {
  const tests: Answers[] = [];
  if (test) tests.push(testOf(test.kind, test.words));
  if (values) {
    const texts = new Set(values.texts);
    tests.push(({ text }) => texts.has(text) === values.isOnly);
  }
  return (cell) => tests.every((each) => each(cell));
}

function testOf(kind: TestKind, words: string): Answers {
  const wanted = folded(words);
  const typed = numberIn(words.trim());
  const number = typed === null || typeof typed === "number" ? typed : typed.serial;
  const isEqual: Answers = ({ text, value }) => folded(text) === wanted || (number !== null && value === number);
  /** Compares numbers and dates by value and texts alphabetically; a number and a text are never ordered. */
  const order = ({ text, value }: Cell): number => {
    if (number !== null) return typeof value === "number" ? value - number : Number.NaN;
    return typeof value === "string" ? folded(text).localeCompare(wanted) : Number.NaN;
  };
  switch (kind) {
    case "contains":
      return ({ text }) => folded(text).includes(wanted);
    case "lacks":
      return ({ text }) => !folded(text).includes(wanted);
    case "equals":
      return isEqual;
    case "differs":
      return (cell) => !isEqual(cell);
    case "above":
      return (cell) => order(cell) > 0;
    case "below":
      return (cell) => order(cell) < 0;
    case "empty":
      return ({ text }) => text === "";
    case "filled":
      return ({ text }) => text !== "";
  }
}

/** Replaces or removes the filter of one column. Null if none is left. */
export function withColumn(filter: Filter | null, top: number, column: number, of: ColumnFilter | null): Filter | null {
  const others = filter?.columns.filter((each) => each.column !== column) ?? [];
  const columns = of ? [...others, of] : others;
  return columns.length === 0 ? null : { top: filter?.top ?? top, columns };
}
