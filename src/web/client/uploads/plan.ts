/** How a file is sent and how long to wait: pure decisions, without a browser. */

/** A larger file (bytes) is sent in at least two parts, so that a reload does not send all of it again. */
export const ONE_PIECE_BYTES = 15_000_000;

/** Includes the first attempt. */
export const TRIES = 3;

/** Temporary failures, for calls that may be repeated. */
const PASSING: ReadonlySet<string> = new Set([
  "offline",
  "unavailable",
  "internal",
  "rate_limited",
  "rate_limit_unavailable",
]);

/** Failures that guarantee that the call did nothing. */
const UNDONE: ReadonlySet<string> = new Set(["rate_limited", "rate_limit_unavailable"]);

/** `retryAfter` in seconds, as requested by the service. */
type Failed = { readonly code: string; readonly retryAfter: number | null };

/**
 * How long to wait (ms) before retrying a call that has failed `tries` times; null to give up. A call that is not
 * `repeatable` is retried only if it certainly did nothing.
 */
export function pauseAfter(tries: number, { code, retryAfter }: Failed, repeatable: boolean): number | null {
  if (tries >= TRIES || !(repeatable ? PASSING : UNDONE).has(code)) return null;
  return Math.max(1_000 * 4 ** (tries - 1), 1_000 * (retryAfter ?? 0));
}

export type Part = {
  /** Starts at 1. */
  readonly number: number;
  /** In bytes; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
};

type Progress = {
  readonly size: number;
  readonly partSize: number;
  readonly received: readonly number[];
};

const partsOf = ({ size, partSize }: Progress): Part[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, index) => ({
    number: index + 1,
    start: index * partSize,
    end: Math.min(size, (index + 1) * partSize),
  }));

/** The parts that have not been uploaded, in order. */
export function missingParts(upload: Progress): Part[] {
  const received = new Set(upload.received);
  return partsOf(upload).filter(({ number }) => !received.has(number));
}

/** Bytes uploaded so far. */
export const arrivedBytes = (upload: Progress): number =>
  upload.size - missingParts(upload).reduce((sum, { start, end }) => sum + end - start, 0);

/** Longest interval (ms) between two polls of a file that is being processed; also the interval for all other files. */
export const MAX_LOOK_MS = 60_000;

/** How long to wait (ms) before poll number `looks`, counted from 0. */
export const pauseBeforeLook = (looks: number): number => Math.min(MAX_LOOK_MS, Math.round(1_000 * 1.5 ** looks));
