/** The references of a formula as they are written after it is copied elsewhere, or after rows or columns come or go. */
import { columnOf, lettersOf, MAX_COLUMNS, MAX_ROWS } from "./references.ts";
import { FormulaError, placedTokens } from "./tokens.ts";
import { isFormula } from "./typed-input.ts";

/** Rows or columns that come (`count` above 0) before `at`, or go from `at` on. */
export type Shift = { readonly axis: "row" | "column"; readonly at: number; readonly count: number };

type Part = { readonly isFixed: boolean; readonly index: number } | null;
type Corner = { readonly column: Part; readonly row: Part };

const CORNER = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/;

function cornerOf(name: string): Corner {
  const [, first = "", letters = "", second = "", digits = ""] = CORNER.exec(name) ?? [];
  // The one sign of `$5` stands before what is no letter.
  const rowSign = letters === "" ? first : second;
  return {
    column: letters === "" ? null : { isFixed: first === "$", index: columnOf(letters) },
    row: digits === "" ? null : { isFixed: rowSign === "$", index: Number(digits) - 1 },
  };
}

function print({ column, row }: Corner): string | null {
  if (column && (column.index < 0 || column.index >= MAX_COLUMNS)) return null;
  if (row && (row.index < 0 || row.index >= MAX_ROWS)) return null;
  const letters = column ? `${column.isFixed ? "$" : ""}${lettersOf(column.index)}` : "";
  return row ? `${letters}${row.isFixed ? "$" : ""}${row.index + 1}` : letters;
}

/** The places of a formula's references; empty for what is no formula, or cannot be read as one. Offsets in the field. */
export function referencesIn(field: string): { from: number; to: number; name: string }[] {
  if (!isFormula(field)) return [];
  try {
    return placedTokens(field.slice(1)).flatMap(({ token, from, to }) =>
      token.kind === "reference" ? [{ from: from + 1, to: to + 1, name: token.name }] : [],
    );
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

function withReferences(field: string, change: (corners: readonly Corner[]) => readonly (string | null)[]): string {
  let [text, at] = ["", 0];
  for (const { from, to, name } of referencesIn(field)) {
    const names = change(name.split(":").map(cornerOf));
    text += field.slice(at, from) + (names.includes(null) ? "#REF!" : names.join(":"));
    at = to;
  }
  return text + field.slice(at);
}

/** As it reads when copied so far down and to the right: what has no `$` goes along. */
export function copiedBy(field: string, rows: number, columns: number): string {
  const by = (part: Part, distance: number): Part =>
    part && !part.isFixed ? { ...part, index: part.index + distance } : part;
  return withReferences(field, (corners) =>
    corners.map(({ row, column }) => print({ row: by(row, rows), column: by(column, columns) })),
  );
}

/** As it reads once rows or columns have come or gone. */
export const shiftedBy = (field: string, shift: Shift): string =>
  withReferences(field, (corners) => {
    const [first, last = first] = corners;
    const [from, to] = [first?.[shift.axis]?.index, last?.[shift.axis]?.index];
    if (!first || !last || from === undefined || to === undefined) return corners.map(print);
    const moved = shiftSpan(Math.min(from, to), Math.max(from, to), shift);
    if (moved === null) return [null];
    const [start, end] = from <= to ? moved : [moved[1], moved[0]];
    const at = (corner: Corner, index: number): string | null => {
      const part = corner[shift.axis];
      return print({ ...corner, [shift.axis]: part && { ...part, index } });
    };
    return corners.length === 1 ? [at(first, start)] : [at(first, start), at(last, end)];
  });

/** Both ends are part of it; null when all of it goes. */
function shiftSpan(from: number, to: number, { at, count }: Shift): readonly [number, number] | null {
  if (count >= 0) return [from >= at ? from + count : from, to >= at ? to + count : to];
  const end = at - count;
  if (from >= at && to < end) return null;
  const start = from >= end ? from + count : Math.min(from, at);
  return [start, to >= end ? to + count : Math.min(to, at - 1)];
}
