/** Rules for the instance's limits and sizes: thresholds and the forecast. */
import { DAY, type Instant } from "../../kernel/clock.ts";
import type { InstanceResource, Store } from "../../kernel/instance.ts";

/** Shares of a limit (percent) that are reported when they are reached. */
const THRESHOLDS = [95, 80, 50] as const;
/** A reported threshold counts as left this many percent below it, so that a value that moves around it is reported once. */
const HYSTERESIS = 2;

/** By resource, the highest threshold that was reported. */
export type Reported = Readonly<Partial<Record<InstanceResource | Store, number>>>;

type Level = { readonly resource: InstanceResource | Store; readonly used: number; readonly limit: number };

export type Crossing = Level & { readonly threshold: number; readonly percent: number };

export const percentOf = ({ used, limit }: Pick<Level, "used" | "limit">): number => (used / limit) * 100;

/** Compares levels with what was reported: thresholds reached since, and what has been reported then. */
export function crossings(levels: readonly Level[], before: Reported): { crossed: Crossing[]; reported: Reported } {
  const crossed: Crossing[] = [];
  const reported: Partial<Record<InstanceResource | Store, number>> = {};
  for (const level of levels) {
    const percent = percentOf(level);
    const last = before[level.resource] ?? 0;
    const threshold = THRESHOLDS.find((each) => percent >= each - (each <= last ? HYSTERESIS : 0)) ?? 0;
    if (threshold > 0) reported[level.resource] = threshold;
    if (threshold > last) crossed.push({ ...level, threshold, percent: Math.floor(percent) });
  }
  return { crossed, reported };
}

/** Size of a database on a day, counted from the epoch in UTC. */
export type SizeOnDay = { readonly day: number; readonly bytes: number };

export const dayOf = (now: Instant): number => Math.floor(now / DAY);

/** Days of history that a forecast needs. */
const SHORTEST_HISTORY = 7;
const MONTH = 30;

/**
 * Months until the database is full if it keeps growing as it has since the first of these days, oldest first. Null
 * without a week of history, or if it does not grow.
 */
export function monthsUntilFull(history: readonly SizeOnDay[], limit: number): number | null {
  const [first] = history;
  const last = history.at(-1);
  if (!first || !last || last.day - first.day < SHORTEST_HISTORY || last.bytes <= first.bytes) return null;
  const perDay = (last.bytes - first.bytes) / (last.day - first.day);
  return Math.max(0, limit - last.bytes) / perDay / MONTH;
}
