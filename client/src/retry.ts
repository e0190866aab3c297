/** When to retry a request, and how long to wait before. */

const FIRST_MS = 500;
const MAX_MS = 30_000;

/** Longest wait that the client accepts from the service; beyond it, the call fails. */
export const PATIENCE_MS = 120_000;

/** Delay (ms) before the next attempt: the service's Retry-After, or exponential backoff with jitter. */
export function delayBefore(attempt: number, retryAfter: string | null, random: number): number {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (retryAfter !== null && Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000;
  return Math.min(MAX_MS, FIRST_MS * 2 ** attempt) * (0.5 + random / 2);
}

/**
 * Whether to retry a request. A rate-limited request had no effect. The outcome of one that failed in transit is unknown,
 * so only idempotent requests are retried.
 */
export const isWorthRepeating = (status: number | null, isRepeatable: boolean): boolean =>
  status === 429 || (isRepeatable && (status === null || status === 502 || status === 503 || status === 504));
