/** The line of a sheet's text that says how everybody sees it, and is no row of it while it stands last. */

export const SETTINGS_MARK = "#octavo-sheet";

export const isSettings = (line: string): boolean =>
  line.startsWith(SETTINGS_MARK) && (line.length === SETTINGS_MARK.length || line[SETTINGS_MARK.length] === " ");

/** Of the lines of a sheet, how many are rows: settings that stand last are none. */
export function countRows(lines: number, lineAt: (index: number) => string): number {
  let rows = lines;
  while (rows > 0 && isSettings(lineAt(rows - 1))) rows--;
  return rows;
}
