/** Numeric values of SpreadsheetML cells: as numbers, or as dates and times if the cell's format displays them so. */

export type ValueFormat = "plain" | "date" | "time" | "datetime";

/** Built-in formats, known by id (ECMA-376 part 1 §18.8.30), including those of East Asian versions. */
const DATES = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIMES = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56]);

/** What a number format displays, by its id or, if that is not built-in, by its code (§18.8.31). */
export function formatOf(id: number, code: string | undefined): ValueFormat {
  if (code === undefined) return id === 22 ? "datetime" : DATES.has(id) ? "date" : TIMES.has(id) ? "time" : "plain";
  // Quoted text, escaped characters, colours, conditions and locales are irrelevant; elapsed times such as [h] are not.
  const bare = code
    .slice(0, 300)
    .replace(/"[^"]*"?|\\.|[_*]./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, "")
    .split(";", 1)[0];
  if (bare === undefined || /general/i.test(bare)) return "plain";
  const hasDate = /[yd]|m{3}/i.test(bare);
  const hasTime = /[hs]/i.test(bare);
  if (hasDate) return hasTime ? "datetime" : "date";
  return hasTime ? "time" : /m/i.test(bare) ? "date" : "plain";
}

const DAY = 86_400_000;
/** The day after 31 December 9999, the last valid date (§18.17.4.1). */
const LAST_DAY = 2_958_466;

/** ISO 8601 to the second; invalid dates stay numbers. Days count from 1900, or from 1904 if the workbook says so. */
export function inIso(raw: string, format: Exclude<ValueFormat, "plain">, from1904: boolean): string {
  const serial = raw.trim() === "" ? Number.NaN : Number(raw);
  if (!(serial >= 0 && serial < LAST_DAY)) return inShort(raw);
  if (format === "time" && serial >= 1) return inShort(raw);
  // Day 60 of 1900, 29 February, never existed; days before it are off by one.
  const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  const iso = new Date(epoch + Math.round((serial * DAY) / 1000) * 1000).toISOString();
  const date = iso.slice(0, 10);
  const time = iso.slice(11, 19);
  if (format === "time") return time;
  if (format === "date" && time === "00:00:00") return date;
  return serial < 1 && !from1904 ? time : `${date}T${time}`;
}

/** Removes digits that are binary rounding noise: spreadsheets show fifteen. */
export function inShort(raw: string): string {
  const text = raw.trim();
  const value = Number(text);
  return text === "" || !Number.isFinite(value) ? text : String(Number(value.toPrecision(15)));
}
