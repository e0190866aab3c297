/** The summary of the selected cells: their count, and the sum and average of their numbers. */
import { fitted } from "../../../formats/sheet/result-text.ts";
import { words } from "../../../words/sheet.ts";
import { isSingle } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

/** Larger selections have no summary: reading them would slow down selecting. */
const MAX_CELLS = 200_000;

export function summaryOf(sheet: Sheet): string {
  if (isSingle(sheet.selection)) return "";
  const { top, left, bottom, right } = sheet.selected();
  if ((bottom - top + 1) * (right - left + 1) > MAX_CELLS) return "";
  let [filled, numbers, sum, decimals] = [0, 0, 0, 0];
  for (const row of sheet.shown.between(top, bottom)) {
    for (let column = left; column <= right; column++) {
      const { kind, value, text } = sheet.cell(row, column);
      if (kind !== "blank") filled++;
      if (kind !== "number" || typeof value !== "number") continue;
      numbers++;
      sum += value;
      decimals = Math.max(decimals, decimalsIn(text));
    }
  }
  if (filled === 0) return "";
  if (numbers === 0) return words.count(filled);
  const total = Number(sum.toFixed(Math.min(decimals, MAX_DECIMALS)));
  return words.sums(fitted(total), fitted(sum / numbers), filled);
}

/** A sum has no more decimals than its numbers: any others are binary rounding noise. */
const MAX_DECIMALS = 15;

function decimalsIn(shown: string): number {
  if (/e/i.test(shown)) return MAX_DECIMALS;
  const point = shown.indexOf(".");
  const digits = point === -1 ? 0 : (/^\d*/.exec(shown.slice(point + 1))?.[0].length ?? 0);
  return shown.endsWith("%") ? digits + 2 : digits;
}
