/** Measurements and their limits. */
import type { Tally } from "../check/test-summary.ts";

/** Counts the measured values within and beyond their limits; a process runs one case. */
const counted = { passed: 0, failed: 0 };

export const tally = (): Tally => counted;

/** Prints a value. A null value was never reached and fails any limit; a null limit makes the value informational. */
export function note(what: string, value: number | null, limit: number | null, unit = "ms"): void {
  const isBeyond = value === null || (limit !== null && value > limit);
  counted[isBeyond ? "failed" : "passed"] += 1;
  const shown = value === null ? "never" : `${value >= 10 ? Math.round(value) : Number(value.toFixed(3))} ${unit}`;
  const bar = limit === null ? "" : `at most ${Math.round(limit * 1_000) / 1_000}`;
  console.log(`${isBeyond ? "FAIL" : "ok  "} ${what.padEnd(56)} ${shown.padStart(12)}  ${bar}`);
}
