/** Asking a part of the platform whether it is there, and how long that takes. */
import { systemClock } from "./system.ts";
import { raceTimeout } from "./timeout.ts";

/** Never throws: what failed or took longer than `timeoutMs` did not answer. */
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
