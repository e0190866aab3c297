/** Makes a failing case smaller: leaves out operations and faults while it still fails. */
import type { Case, Outcome } from "./play.ts";

type Without = { readonly operations: ReadonlySet<number>; readonly faults: ReadonlySet<string> };

/** Replays are bounded, because each takes a second. */
const MAX_REPLAYS = 80;

export async function shrink(
  failing: Case,
  found: Outcome,
  replay: (given: Case) => Promise<Outcome>,
): Promise<{ given: Case; outcome: Outcome }> {
  let best = { given: failing, outcome: found };
  let replays = 0;
  const attempt = async (without: Without): Promise<boolean> => {
    if ((replays += 1) > MAX_REPLAYS) return false;
    const given = { ...failing, without };
    const outcome = await replay(given);
    if (outcome.wrong.length === 0) return false;
    best = { given, outcome };
    return true;
  };
  /** Tries to leave out large parts first, then smaller ones. */
  async function reduce<T>(all: () => readonly T[], leaveOut: (some: readonly T[]) => Without): Promise<void> {
    for (let size = Math.ceil(all().length / 2); size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < all().length && replays < MAX_REPLAYS;) {
        const some = all().slice(at, at + size);
        if (!(await attempt(leaveOut(some)))) at += size;
      }
    }
  }
  const without = (): Without => best.given.without;
  await reduce(
    () => best.outcome.played,
    (some) => ({ ...without(), operations: new Set([...without().operations, ...some]) }),
  );
  await reduce(
    () => best.outcome.fired.map(({ key }) => key),
    (some) => ({ ...without(), faults: new Set([...without().faults, ...some]) }),
  );
  return best;
}
