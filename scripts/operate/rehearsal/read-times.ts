/** Times how long a user waits for a page. */
import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "./people.ts";

/** Pause between two reads, about the load of a few active readers. */
const PAUSE_MS = 40;

/** Reads pages one after another until `isOver`; returns the times in ms, shortest first. */
export async function timeReads(
  one: Person,
  pageIds: readonly string[],
  isOver: (count: number) => boolean,
): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const began = performance.now();
    await (await one.ask(`/api/pages/${pageIds[times.length % pageIds.length]}`)).arrayBuffer();
    times.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  return times.toSorted((a, b) => a - b);
}

/** `median 5 ms, 95 % within 9 ms (of 200)` */
export function describeTimes(times: readonly number[]): string {
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(0);
  return `median ${at(0.5)} ms, 95 % within ${at(0.95)} ms (of ${times.length})`;
}
