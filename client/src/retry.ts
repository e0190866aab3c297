/** When a request is sent again, and how long is waited before. */

const FIRST_MS = 500;
const MOST_MS = 30_000;

/** The most that a service may ask to wait before the caller is told instead. */
export const PATIENCE_MS = 120_000;

/** Milliseconds before the next attempt: what the service asks for, or twice as long each time, with some chance in it. */
export function delayBefore(attempt: number, retryAfter: string | null, random: number): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (retryAfter !== null && Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  return Math.min(MOST_MS, FIRST_MS * 2 ** attempt) * (0.5 + random / 2);
}

/**
 * Whether an answer may be followed by the same request. One that was refused for its rate has done nothing. Of one that
 * failed on the way it is not known, so only what can be repeated without doing it twice is.
 */
export const isWorthRepeating = (status: number | null, isRepeatable: boolean): boolean =>
  status === 429 || (isRepeatable && (status === null || status === 502 || status === 503 || status === 504));
