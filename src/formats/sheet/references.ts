/** Names of cells and ranges: `B7`, `$B$7`, `A1:B9`, `A:C`, `2:5`. Rows and columns are 0-based internally. */

/** The largest sheet that references can address, as in other spreadsheets: column XFD, row 1,048,576. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;

export type CellPosition = { readonly row: number; readonly column: number };

/** All four sides are inclusive. */
export type Rect = { readonly top: number; readonly left: number; readonly bottom: number; readonly right: number };

/** `A` is 0, `Z` 25, `AA` 26; -1 for a column beyond XFD. Accepts letters only. */
export function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column > MAX_COLUMNS ? -1 : column - 1;
}

export function lettersOf(column: number): string {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

export const cellNameOf = (row: number, column: number): string => `${lettersOf(column)}${row + 1}`;

const CELL = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;
const COLUMN = /^\$?([A-Za-z]{1,3})$/;
const ROW = /^\$?([1-9]\d{0,6})$/;

type Corner = { readonly row: number | null; readonly column: number | null };

function cornerOf(name: string): Corner | null {
  const cell = CELL.exec(name);
  const letters = (cell ?? COLUMN.exec(name))?.[1];
  const digits = cell?.[2] ?? ROW.exec(name)?.[1];
  if (letters === undefined && digits === undefined) return null;
  const column = letters === undefined ? null : columnOf(letters);
  const row = digits === undefined ? null : Number(digits) - 1;
  return column === -1 || (row ?? 0) >= MAX_ROWS ? null : { row, column };
}

/**
 * The cells of a reference, or null if it is invalid. For whole columns or rows, the sides that depend on the sheet's
 * size are `null`.
 */
export function rangeOf(reference: string): {
  readonly top: number;
  readonly left: number;
  readonly bottom: number | null;
  readonly right: number | null;
} | null {
  const [first = "", second = first, ...more] = reference.split(":");
  const [a, b] = [cornerOf(first), cornerOf(second)];
  if (!a || !b || more.length > 0) return null;
  if ((a.row === null) !== (b.row === null) || (a.column === null) !== (b.column === null)) return null;
  if ((a.row === null || a.column === null) && !reference.includes(":")) return null;
  return {
    top: Math.min(a.row ?? 0, b.row ?? 0),
    left: Math.min(a.column ?? 0, b.column ?? 0),
    bottom: a.row === null || b.row === null ? null : Math.max(a.row, b.row),
    right: a.column === null || b.column === null ? null : Math.max(a.column, b.column),
  };
}
