/** How a file is sent and how long one waits: decisions alone, without a browser. */

/** What is larger goes in parts, in bytes: two of them at least, so that a reload does not send all of it again. */
export const ONE_PIECE_BYTES = 15_000_000;

/** The first try included. */
export const TRIES = 3;

/** Failures that pass by themselves, in calls that may be carried out twice. */
const PASSING: ReadonlySet<string> = new Set([
  "offline",
  "unavailable",
  "internal",
  "rate_limited",
  "rate_limit_unavailable",
]);

/** Failures that say that nothing was done at all. */
const UNDONE: ReadonlySet<string> = new Set(["rate_limited", "rate_limit_unavailable"]);

/** `retryAfter` in seconds, as the service asks. */
type Failed = { readonly code: string; readonly retryAfter: number | null };

/**
 * How long to wait, in ms, before a call is sent again that has failed `tries` times; null to give up. A call that is
 * not `repeatable` is sent again only when it is certain that it did nothing.
 */
export function pauseAfter(tries: number, { code, retryAfter }: Failed, repeatable: boolean): number | null {
  if (tries >= TRIES || !(repeatable ? PASSING : UNDONE).has(code)) return null;
  return Math.max(1_000 * 4 ** (tries - 1), 1_000 * (retryAfter ?? 0));
}

export type Part = {
  /** From 1. */
  readonly number: number;
  /** In bytes of the file; `end` is the first that is no longer in it. */
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

/** The parts that have not arrived, in their order. */
export function missingParts(upload: Progress): Part[] {
  const received = new Set(upload.received);
  return partsOf(upload).filter(({ number }) => !received.has(number));
}

/** Bytes that have arrived. */
export const arrivedBytes = (upload: Progress): number =>
  upload.size - missingParts(upload).reduce((sum, { start, end }) => sum + end - start, 0);

/** Longest wait between two looks at a file that is being read, in ms; as long as that between looks at any other. */
export const MAX_LOOK_MS = 60_000;

/** How long to wait, in ms, before looking for the `looks`-th time, counted from 0. */
export const pauseBeforeLook = (looks: number): number => Math.min(MAX_LOOK_MS, Math.round(1_000 * 1.5 ** looks));
