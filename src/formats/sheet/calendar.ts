/**
 * Spreadsheet dates: days since 1899-12-30, with the time of day as a fraction (OpenFormula §4.3.2). Proleptic
 * Gregorian, without time zones or 29 February 1900: serials agree with other spreadsheets from 1900-03-01 on.
 */

/** 1970-01-01. */
const UNIX_EPOCH = 25_569;

/** The first and last day with a serial: 0001-01-01 and 9999-12-31. */
export const FIRST_SERIAL = -693_593;
export const LAST_SERIAL = 2_958_465;

export const MS_PER_DAY = 86_400_000;

export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** `month` is 1 to 12; `day` is any integer. */
export const serialOf = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day) / MS_PER_DAY + UNIX_EPOCH;

export function dayOf(serial: number): Day {
  const date = new Date((Math.floor(serial) - UNIX_EPOCH) * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export const daysIn = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;

/** True for a valid calendar day that has a serial. */
export const isDay = (year: number, month: number, day: number): boolean =>
  year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);

export const hasSerial = (serial: number): boolean => serial >= FIRST_SERIAL && serial < LAST_SERIAL + 1;

/** Adds months (may be negative), keeping the day or using the month's last one. */
export function addMonths(serial: number, months: number): number {
  const { year, month, day } = dayOf(serial);
  const total = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  return serialOf(y, m, Math.min(day, daysIn(y, m)));
}

/** 0 is Sunday. */
export const weekdayOf = (serial: number): number => (((Math.floor(serial) - 1) % 7) + 7) % 7;

/** Time of day, rounded to the millisecond, so that 10:30 is not 10:29:59.9999. A full day carries into `serial`. */
export function clockOf(serial: number): { serial: number; hour: number; minute: number; second: number; ms: number } {
  const total = Math.round((serial - Math.floor(serial)) * MS_PER_DAY);
  const carried = total >= MS_PER_DAY ? 1 : 0;
  const rest = total - carried * MS_PER_DAY;
  return {
    serial: Math.floor(serial) + carried,
    hour: Math.floor(rest / 3_600_000),
    minute: Math.floor(rest / 60_000) % 60,
    second: Math.floor(rest / 1000) % 60,
    ms: rest % 1000,
  };
}

/** The serial of an instant (milliseconds since 1970-01-01T00:00Z) at a UTC offset in minutes east. */
export const serialAt = (instant: number, offsetMinutes: number): number =>
  (instant + offsetMinutes * 60_000) / MS_PER_DAY + UNIX_EPOCH;

const two = (value: number): string => String(value).padStart(2, "0");

/** ISO 8601: `2026-12-01`. */
export function isoDay(serial: number): string {
  const { year, month, day } = dayOf(serial);
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** `10:30`, with seconds if there are any. */
export function isoClock(serial: number): string {
  const { hour, minute, second, ms } = clockOf(serial);
  const seconds = second === 0 && ms === 0 ? "" : `:${two(second)}${ms === 0 ? "" : `.${String(ms).padStart(3, "0")}`}`;
  return `${two(hour)}:${two(minute)}${seconds}`;
}
