/** Formats a formula's numeric result by its style and by the width of its column. */
import { type CellFormat, withFormatShown } from "./cell-format.ts";
import { showNumber } from "./display.ts";
import type { Cell } from "./evaluate.ts";
import type { Looks } from "./number-looks.ts";

/** Maximum characters of a number without a format, excluding its sign, as in other spreadsheets. */
const MAX_CHARACTERS = 11;
const MIN_CHARACTERS = 4;
/** Width of a digit, and horizontal padding of a cell, in pixels. */
const [DIGIT_WIDTH, PADDING] = [8, 17];
/** Decimals beyond this are not significant in a double. */
const MAX_DECIMALS = 12;
/** Additional decimals that a result may have beyond those of its operands, as an average does. */
const MORE_DECIMALS = 2;

/** `width` is the column's width in pixels. */
export function withResultShown(cell: Cell, looks: Looks, width: number): Cell {
  if (cell.kind !== "number" || typeof cell.value !== "number" || Math.abs(cell.value) >= 1e15) return cell;
  const value = looks.most === null || looks.most > MAX_DECIMALS ? cell.value : rounded(cell.value, looks.most);
  const format = formatOf(value, looks);
  if (format) return withFormatShown({ ...cell, value: value }, format);
  return { ...cell, text: fitted(value, looks.least, width) };
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

function formatOf(value: number, { unit, least, isChosen }: Looks): CellFormat | null {
  if (unit === null) return null;
  const shift = unit.kind === "percent" ? 2 : 0;
  const isWhole = rounded(value, least) === value;
  const cents = unit.kind === "currency" && !isWhole && !isChosen ? (unit.currency === "JPY" ? 0 : 2) : 0;
  const more = unit.kind === "currency" || isChosen ? 0 : neededDecimals(value, least) - least;
  return { ...unit, decimals: Math.max(least + more, cents) - shift };
}

/** At least `least` decimals, and as many as the value has, within a limit. */
function neededDecimals(value: number, least: number): number {
  let decimals = least;
  while (decimals < least + MORE_DECIMALS && Math.abs(rounded(value, decimals) - value) > Math.abs(value) * 1e-12)
    decimals++;
  return decimals;
}

/** Rounded to the decimals that fit; digits before the point are never dropped. */
export function fitted(value: number, least = 0, width = Infinity): string {
  const room = Math.max(MIN_CHARACTERS, Math.min(MAX_CHARACTERS, Math.floor((width - PADDING) / DIGIT_WIDTH)));
  const text = showNumber(value);
  const [whole = "", fraction = ""] = text.split(".");
  if (text.includes("E")) return text.replace(/(\.\d{4})\d+/, "$1");
  const most = Math.max(0, room - whole.replace("-", "").length - 1);
  const decimals = Math.min(Math.max(fraction.length, least), most);
  if (decimals >= fraction.length) return least > fraction.length ? value.toFixed(decimals) : text;
  const short = Number(value.toFixed(decimals));
  if (short === 0 && value !== 0) return showNumber(Number(value.toPrecision(3)));
  return short.toFixed(Math.min(least, decimals)).length > showNumber(short).length
    ? short.toFixed(Math.min(least, decimals))
    : showNumber(short);
}
