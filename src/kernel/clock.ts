/** Time as the service handles it: integer milliseconds since the Unix epoch inside, ISO 8601 with `Z` outside. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-01-31T08:15:00.000Z` (ISO 8601 / RFC 3339, always milliseconds). */
export const toIso = (at: Instant): string => new Date(at).toISOString();

export const toIsoOrNull = (at: Instant | null): string | null => (at === null ? null : toIso(at));
