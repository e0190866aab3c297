/** Rewrites a formula's references after it was copied, or after rows or columns were inserted, removed or moved. */
import { columnOf, lettersOf, MAX_COLUMNS, MAX_ROWS } from "./references.ts";
import { FormulaError, placedTokens } from "./tokens.ts";
import { isFormula } from "./typed-input.ts";

/** Rows or columns inserted before `at` (`count` above 0), or removed from `at` on. */
export type Shift = { readonly axis: "row" | "column"; readonly at: number; readonly count: number };

/** Removed rows, in ascending order without duplicates. */
export type Removal = readonly number[];

/** `count` rows or columns from `at` on that move to `to`, an index in the resulting order. */
export type Move = {
  readonly axis: "row" | "column";
  readonly at: number;
  readonly count: number;
  readonly to: number;
};

type Part = { readonly isFixed: boolean; readonly index: number } | null;
type Corner = { readonly column: Part; readonly row: Part };

const CORNER = /^(\$?)([A-Za-z]*)(\$?)(\d*)$/;

function cornerOf(name: string): Corner {
  const [, first = "", letters = "", second = "", digits = ""] = CORNER.exec(name) ?? [];
  // In `$5`, the only sign is before the digits.
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

/** Positions of a formula's references, as offsets in the field; empty if it is not a valid formula. */
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

/** The field copied down and to the right: references without `$` are shifted. */
export function copiedBy(field: string, rows: number, columns: number): string {
  const by = (part: Part, distance: number): Part =>
    part && !part.isFixed ? { ...part, index: part.index + distance } : part;
  return withReferences(field, (corners) =>
    corners.map(({ row, column }) => print({ row: by(row, rows), column: by(column, columns) })),
  );
}

/** Maps a reference's span on one axis; null if it was removed. */
type Respan = (from: number, to: number) => readonly [number, number] | null;

const withSpans = (field: string, axis: "row" | "column", respan: Respan): string =>
  withReferences(field, (corners) => {
    const [first, last = first] = corners;
    const [from, to] = [first?.[axis]?.index, last?.[axis]?.index];
    if (!first || !last || from === undefined || to === undefined) return corners.map(print);
    const span = respan(Math.min(from, to), Math.max(from, to));
    if (span === null) return [null];
    const [start, end] = from <= to ? span : [span[1], span[0]];
    const at = (corner: Corner, index: number): string | null => {
      const part = corner[axis];
      return print({ ...corner, [axis]: part && { ...part, index } });
    };
    return corners.length === 1 ? [at(first, start)] : [at(first, start), at(last, end)];
  });

/** The field after rows or columns were inserted or removed. */
export const shiftedBy = (field: string, shift: Shift): string =>
  withSpans(field, shift.axis, (from, to) => shiftSpan(from, to, shift));

/** The field after some rows were removed, which need not be adjacent. */
export function removedBy(field: string, removal: Removal): string {
  const keptBefore = (row: number): number => row - countBelow(removal, row);
  return withSpans(field, "row", (from, to) => {
    const [start, end] = [keptBefore(from), keptBefore(to + 1)];
    return end > start ? [start, end - 1] : null;
  });
}

/** Number of values less than `limit`, in ascending numbers. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? limit) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The field after rows or columns moved: a range whose cells are no longer contiguous stays unchanged. */
export const movedBy = (field: string, move: Move): string =>
  withSpans(field, move.axis, (from, to) => {
    const { at, count, to: target } = move;
    // Between these edges, the order of rows is unchanged.
    const edges = [at, at + count, target, target + count].flatMap((edge) => [edge - 1, edge]);
    const ends = [from, to, ...edges.filter((edge) => edge > from && edge < to)].map((index) =>
      movedIndex(index, move),
    );
    const [start, end] = [Math.min(...ends), Math.max(...ends)];
    return end - start === to - from ? [start, end] : [from, to];
  });

/** The index of a row or column after a move. */
export function movedIndex(index: number, { at, count, to }: Omit<Move, "axis">): number {
  if (index >= at && index < at + count) return index - at + to;
  if (index >= at + count && index < to + count) return index - count;
  return index >= to && index < at ? index + count : index;
}

/** Both ends are inclusive; null if all of it was removed. */
function shiftSpan(from: number, to: number, { at, count }: Shift): readonly [number, number] | null {
  if (count >= 0) return [from >= at ? from + count : from, to >= at ? to + count : to];
  const end = at - count;
  if (from >= at && to < end) return null;
  const start = from >= end ? from + count : Math.min(from, at);
  return [start, to >= end ? to + count : Math.min(to, at - 1)];
}
