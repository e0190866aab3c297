/** Checks whether a part of the platform responds, and how fast. */
import { systemClock } from "./system.ts";
import { raceTimeout } from "./timeout.ts";

/** Never throws: a call that fails or takes longer than `timeoutMs` counts as not answered. */
export async function probe(
  ask: () => Promise<unknown>,
  timeoutMs: number,
): Promise<{ readonly answered: boolean; readonly tookMs: number }> {
  const start = systemClock();
  const answered = await raceTimeout(Promise.resolve().then(ask), timeoutMs).then(
    () => true,
    () => false,
  );
  return { answered, tookMs: Math.max(0, systemClock() - start) };
}
