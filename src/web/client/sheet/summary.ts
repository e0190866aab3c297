/** What is said of the selected cells: how many there are, and the sum and average of their numbers. */
import { showNumber } from "../../../formats/sheet/display.ts";
import { words } from "../../messages/sheet.ts";
import { isSingle } from "./selection.ts";
import type { Sheet } from "./sheet.ts";

/** Of more cells nothing is said: to read them would hold up the selecting. */
const MOST_CELLS = 200_000;

export function summaryOf(sheet: Sheet): string {
  if (isSingle(sheet.selection)) return "";
  const { top, left, bottom, right } = sheet.selected();
  if ((bottom - top + 1) * (right - left + 1) > MOST_CELLS) return "";
  let [filled, numbers, sum] = [0, 0, 0];
  for (const row of sheet.shown.between(top, bottom)) {
    for (let column = left; column <= right; column++) {
      const { kind, value } = sheet.cell(row, column);
      if (kind !== "blank") filled++;
      if (kind !== "number" || typeof value !== "number") continue;
      numbers++;
      sum += value;
    }
  }
  if (filled === 0) return "";
  return numbers === 0 ? words.count(filled) : words.sums(showNumber(sum), showNumber(sum / numbers), filled);
}
