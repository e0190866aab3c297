/** Cells in which words are found, as they are shown or as they are typed, and words put in the place of others. */
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

/** Row by row; rows that a filter hides are left out, so that nothing is replaced in them unseen. */
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

/** The index of the one that comes after a place, or before it; round the ends. */
export function nextOf(places: readonly CellPosition[], { row, column }: CellPosition, isBack: boolean): number {
  const isBehind = (place: CellPosition): boolean => place.row > row || (place.row === row && place.column > column);
  const isBefore = (place: CellPosition): boolean => place.row < row || (place.row === row && place.column < column);
  const at = isBack ? places.findLastIndex(isBefore) : places.findIndex(isBehind);
  return at >= 0 ? at : isBack ? places.length - 1 : 0;
}

/** What cells say once other words stand in the place of those; cells that only show them stay as they are. */
export function replaced(sheet: Sheet, places: readonly CellPosition[], query: string, words: string): CellText[] {
  const pattern = new RegExp(query.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`), "giu");
  return places.flatMap((place) => {
    const typed = sheet.typed(place);
    const text = typed.replace(pattern, () => words);
    return text === typed ? [] : [{ ...place, text }];
  });
}
