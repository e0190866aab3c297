/** Number and date formats of the selected cells: shared by all users, and set for whole columns if those are selected. */
import { CURRENCIES, type CellFormat, nameOfFormat, signOf, withDecimals } from "../../../formats/sheet/cell-format.ts";
import type { CellPosition } from "../../../formats/sheet/references.ts";
import { formatAt, withFormat } from "../../../formats/sheet/settings.ts";
import type { Reach } from "../../../formats/sheet/syntax.ts";
import { readTyped } from "../../../formats/sheet/typed-input.ts";
import { words } from "../../../words/sheet.ts";
import type { Action } from "./actions.ts";
import { rectOf } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

/**
 * Whole columns and rows are stored as such, so that cells written later get the same format. Otherwise only the
 * visible cells.
 */
function selectedReaches(sheet: Sheet): Reach[] {
  const { top, left, bottom, right } = rectOf(sheet.selection);
  const { rows, columns } = sheet.extent;
  if (top <= sheet.shown.at(0) && bottom >= rows - 1) return [{ top: 0, left, bottom: null, right }];
  const runs: { from: number; to: number }[] = [];
  for (const row of sheet.shown.between(top, bottom)) {
    const run = runs.at(-1);
    if (run?.to === row - 1) run.to = row;
    else runs.push({ from: row, to: row });
  }
  const isWholeRow = left === 0 && right >= columns - 1;
  return runs.map(({ from, to }) => ({ top: from, left, bottom: to, right: isWholeRow ? null : right }));
}

const set = (sheet: Sheet, format: CellFormat | null): void => {
  sheet.set(withFormat(sheet.settings, selectedReaches(sheet), format ? nameOfFormat(format) : "auto"));
};

const setDecimals = (by: number) => (sheet: Sheet) => {
  const { row, column } = sheet.selection.active;
  const format = withDecimals(formatAt(sheet.settings, row, column), by, sheet.cell(row, column).text);
  if (format) set(sheet, format);
};

const action = (label: string, format: CellFormat | null): Action => ({ label, run: (sheet) => set(sheet, format) });

const DECIMALS = { EUR: 2, USD: 2, GBP: 2, JPY: 0 } as const;

export const FORMAT_ACTIONS: readonly Action[] = [
  action(words.automatic, null),
  action(words.number, { kind: "number", decimals: 2 }),
  action(words.percent, { kind: "percent", decimals: 0 }),
  ...CURRENCIES.map((currency) =>
    action(words.currencyIn(signOf(currency)), { kind: "currency", currency, decimals: DECIMALS[currency] }),
  ),
  action(words.date, { kind: "date" }),
  action(words.dateAndTime, { kind: "datetime" }),
  action(words.time, { kind: "time" }),
  action(words.plainText, { kind: "text" }),
  { label: words.moreDecimals, run: setDecimals(1) },
  { label: words.fewerDecimals, run: setDecimals(-1) },
];

/** Ctrl, Shift and a digit, as in other spreadsheets. */
const BY_DIGIT: Readonly<Record<string, CellFormat | null>> = {
  1: { kind: "number", decimals: 2 },
  2: { kind: "time" },
  3: { kind: "date" },
  4: { kind: "currency", currency: "EUR", decimals: 2 },
  5: { kind: "percent", decimals: 0 },
  "`": null,
};

export const formatByDigit = (sheet: Sheet, digit: string): void => set(sheet, BY_DIGIT[digit] ?? null);

/** Typing 12 into a cell with a percent format means 12 %, not 1200 %. */
export function meant(sheet: Sheet, { row, column }: CellPosition, text: string): string {
  const isPercent = formatAt(sheet.settings, row, column)?.kind === "percent";
  return isPercent && !text.trim().endsWith("%") && typeof readTyped(text) === "number" ? `${text.trim()}%` : text;
}
