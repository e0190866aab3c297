/** Time in the service: integer milliseconds since the Unix epoch internally, ISO 8601 with `Z` externally. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-01-31T08:15:00.000Z` (ISO 8601 / RFC 3339, always milliseconds). */
export function toIso(at: Instant): string {
  const number = Math.floor(at / DAY);
  if (number !== day.number) day = { number, text: new Date(number * DAY).toISOString().slice(0, 11) };
  const rest = at - number * DAY;
  const minutes = Math.floor(rest / MINUTE);
  const seconds = Math.floor((rest % MINUTE) / SECOND);
  return `${day.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds)}.${String(rest % SECOND).padStart(3, "0")}Z`;
}

/** The last formatted day: timestamps shown together fall on few days, and `Date` dominates the cost of a long list. */
let day = { number: Number.NaN, text: "" };

const two = (n: number): string => (n < 10 ? `0${n}` : String(n));

export const toIsoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));
