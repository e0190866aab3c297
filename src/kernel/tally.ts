/** Aggregated numbers per name: counts, failures and durations. */
import { BUCKETS } from "./histogram.ts";

/** Totals of one minute under one name. `inward` and `outward` are rows read and written, or tokens of model calls. */
export type Tally = {
  count: number;
  /** Responses of 500 and above, or failed sign-ins and calls. */
  failed: number;
  /** Cache hits. */
  hits: number;
  inward: number;
  outward: number;
  /** US dollars, of model calls. */
  cost: number;
  /** Responses by class: 2xx, 3xx, 4xx, 5xx. */
  readonly status: [number, number, number, number];
  /** Durations by `bucketOf`. */
  readonly buckets: number[];
};

export const emptyTally = (): Tally => ({
  count: 0,
  failed: 0,
  hits: 0,
  inward: 0,
  outward: 0,
  cost: 0,
  status: [0, 0, 0, 0],
  buckets: Array.from({ length: BUCKETS }, () => 0),
});

export const add = (numbers: number[], at: number, amount = 1): void => {
  numbers[at] = (numbers[at] ?? 0) + amount;
};

export function addUp(into: Tally, from: Tally): void {
  for (const key of ["count", "failed", "hits", "inward", "outward"] as const) into[key] += from[key];
  // While a new version is deployed, isolates of the old one send tallies without it.
  into.cost += from.cost || 0;
  for (const key of ["status", "buckets"] as const) for (const [i, n] of from[key].entries()) add(into[key], i, n);
}

export function sumOf(tallies: readonly Tally[]): Tally {
  const sum = emptyTally();
  for (const tally of tallies) addUp(sum, tally);
  return sum;
}
