/** The settings line of a sheet's text, which is not a row as long as it is last. */

export const SETTINGS_MARK = "#octavo-sheet";

export const isSettings = (line: string): boolean =>
  line.startsWith(SETTINGS_MARK) && (line.length === SETTINGS_MARK.length || line[SETTINGS_MARK.length] === " ");

/** Number of lines that are rows: trailing settings lines are not. */
export function countRows(lines: number, lineAt: (index: number) => string): number {
  let rows = lines;
  while (rows > 0 && isSettings(lineAt(rows - 1))) rows--;
  return rows;
}
