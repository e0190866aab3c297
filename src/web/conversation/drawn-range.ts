/**
 * Which threads of a long conversation are drawn: some hundred around those that are being read. The bounds are ids, which
 * are in the order in which messages were written, so that they stay where they are whatever comes or goes.
 */
import type { Thread } from "./threads.ts";

/** Both ends belong to it; null where nothing that is known is left out. */
export type DrawnRange = { readonly from: string | null; readonly to: string | null };

export const ALL: DrawnRange = { from: null, to: null };

export const MOST_DRAWN = 200;
/** How many more are drawn when somebody comes near an end. */
const STEP = 50;

export const drawnOf = (threads: readonly Thread[], { from, to }: DrawnRange): readonly Thread[] =>
  threads.filter(({ first: { id } }) => (from === null || id >= from) && (to === null || id <= to));

type Indexes = { readonly start: number; readonly end: number };

/** `end` is the first that is not drawn. */
function indexesOf(threads: readonly Thread[], range: DrawnRange): Indexes {
  const [first] = drawnOf(threads, range);
  const start = first === undefined ? 0 : threads.indexOf(first);
  return { start, end: start + drawnOf(threads, range).length };
}

const rangeOf = (threads: readonly Thread[], { start, end }: Indexes): DrawnRange => ({
  from: start <= 0 ? null : (threads[start]?.first.id ?? null),
  to: end >= threads.length ? null : (threads[end - 1]?.first.id ?? null),
});

/** More of what is older; what is far below is left out. */
export function drawOlder(threads: readonly Thread[], range: DrawnRange, most = MOST_DRAWN): DrawnRange {
  const { start, end } = indexesOf(threads, range);
  const next = Math.max(0, start - STEP);
  return rangeOf(threads, { start: next, end: Math.min(end, next + most) });
}

/** More of what is newer; what is far above is left out. */
export function drawNewer(threads: readonly Thread[], range: DrawnRange, most = MOST_DRAWN): DrawnRange {
  const { start, end } = indexesOf(threads, range);
  const next = Math.min(threads.length, end + STEP);
  return rangeOf(threads, { start: Math.max(start, next - most), end: next });
}

export const drawNewest = (threads: readonly Thread[]): DrawnRange =>
  rangeOf(threads, { start: threads.length - MOST_DRAWN, end: threads.length });
