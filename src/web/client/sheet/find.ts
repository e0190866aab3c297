/** Finding and replacing text in cells, matching both the displayed and the typed text. */
import type { CellPosition } from "../../../formats/sheet/references.ts";
import type { CellText } from "./edits.ts";
import type { Sheet } from "./sheet.ts";

const folded = (text: string): string => text.toLocaleLowerCase();

export function isIn(sheet: Sheet, { row, column }: CellPosition, query: string): boolean {
  const typed = sheet.typed({ row, column });
  if (query === "" || typed === "") return false;
  const wanted = folded(query);
  return folded(typed).includes(wanted) || folded(sheet.cell(row, column).text).includes(wanted);
}

/** Row by row. Rows that a filter hides are skipped, so that nothing is replaced there unseen. */
export function placesOf(sheet: Sheet, query: string): CellPosition[] {
  if (query === "") return [];
  const { rows, columns } = sheet.filled;
  const found: CellPosition[] = [];
  for (const row of sheet.shown.between(0, rows - 1)) {
    for (let column = 0; column < columns; column++) {
      if (isIn(sheet, { row, column }, query)) found.push({ row, column });
    }
  }
  return found;
}

/** The index of the next or previous match, wrapping around. */
export function nextOf(places: readonly CellPosition[], { row, column }: CellPosition, isBack: boolean): number {
  const isBehind = (place: CellPosition): boolean => place.row > row || (place.row === row && place.column > column);
  const isBefore = (place: CellPosition): boolean => place.row < row || (place.row === row && place.column < column);
  const at = isBack ? places.findLastIndex(isBefore) : places.findIndex(isBehind);
  return at >= 0 ? at : isBack ? places.length - 1 : 0;
}

/**
 * The cells' texts after the replacement. A cell that only displays the query, such as a formula's result, stays as it
 * is.
 */
export function replaced(sheet: Sheet, places: readonly CellPosition[], query: string, words: string): CellText[] {
  const pattern = new RegExp(query.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), "giu");
  return places.flatMap((place) => {
    const typed = sheet.typed(place);
    const text = typed.replace(pattern, () => words);
    return text === typed ? [] : [{ ...place, text }];
  });
}
