/**
 * Which threads of a long conversation are drawn: about 200 around the reading position. The bounds are ids, which sort in
 * the order of writing, so they stay valid as messages come and go.
 */
import type { Thread } from "./threads.ts";

/** Inclusive; null if nothing is left out on that side. */
export type DrawnRange = { readonly from: string | null; readonly to: string | null };

export const ALL: DrawnRange = { from: null, to: null };

export const MAX_DRAWN = 200;
/** How many more to draw when the user scrolls near an end. */
const STEP = 50;

export const drawnOf = (threads: readonly Thread[], { from, to }: DrawnRange): readonly Thread[] =>
  threads.filter(({ first: { id } }) => (from === null || id >= from) && (to === null || id <= to));

type Indexes = { readonly start: number; readonly end: number };

/** `end` is exclusive. */
function indexesOf(threads: readonly Thread[], range: DrawnRange): Indexes {
  const [first] = drawnOf(threads, range);
  const start = first === undefined ? 0 : threads.indexOf(first);
  return { start, end: start + drawnOf(threads, range).length };
}

const rangeOf = (threads: readonly Thread[], { start, end }: Indexes): DrawnRange => ({
  from: start <= 0 ? null : (threads[start]?.first.id ?? null),
  to: end >= threads.length ? null : (threads[end - 1]?.first.id ?? null),
});

/** Adds older threads and drops ones far below. */
export function drawOlder(threads: readonly Thread[], range: DrawnRange, most = MAX_DRAWN): DrawnRange {
  const { start, end } = indexesOf(threads, range);
  const next = Math.max(0, start - STEP);
  return rangeOf(threads, { start: next, end: Math.min(end, next + most) });
}

/** Adds newer threads and drops ones far above. */
export function drawNewer(threads: readonly Thread[], range: DrawnRange, most = MAX_DRAWN): DrawnRange {
  const { start, end } = indexesOf(threads, range);
  const next = Math.min(threads.length, end + STEP);
  return rangeOf(threads, { start: Math.max(start, next - most), end: next });
}

export const drawNewest = (threads: readonly Thread[]): DrawnRange =>
  rangeOf(threads, { start: threads.length - MAX_DRAWN, end: threads.length });
