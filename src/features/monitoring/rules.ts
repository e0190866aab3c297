/** Which stretch of time each range covers, in which steps, and how fine what it is made from has to be. Pure. */
import { DAY, HOUR, MINUTE, type Instant } from "../../kernel/clock.ts";
import type { TimeRange } from "./contract.ts";

/** Minutes that a row spans. */
export type Granularity = 1 | 60 | 1440;

/** `steps` steps of `stepMs` from `from` on; the last of them is under way. */
export type Window = {
  readonly from: Instant;
  readonly stepMs: number;
  readonly steps: number;
  /** Rows are taken from the coarsest that has been made, and from the finer ones after that. */
  readonly coarsest: Granularity;
};

const RANGES: Record<TimeRange, Omit<Window, "from">> = {
  "1h": { stepMs: MINUTE, steps: 60, coarsest: 1 },
  "24h": { stepMs: HOUR, steps: 24, coarsest: 60 },
  "7d": { stepMs: 6 * HOUR, steps: 28, coarsest: 60 },
  "30d": { stepMs: DAY, steps: 30, coarsest: 1440 },
};

/** Who was active is kept by ten minutes at the finest. */
const ACTIVITY_STEP = 10 * MINUTE;

const startOf = (at: Instant, stepMs: number): Instant => at - (at % stepMs);

export function windowOf(range: TimeRange, now: Instant): Window {
  const { stepMs, steps, coarsest } = RANGES[range];
  return { from: startOf(now, stepMs) - (steps - 1) * stepMs, stepMs, steps, coarsest };
}

export function activityWindowOf(range: TimeRange, now: Instant): Window {
  const { stepMs, steps, coarsest } = RANGES[range];
  if (stepMs >= ACTIVITY_STEP) return windowOf(range, now);
  const fewer = (steps * stepMs) / ACTIVITY_STEP;
  return {
    from: startOf(now, ACTIVITY_STEP) - (fewer - 1) * ACTIVITY_STEP,
    stepMs: ACTIVITY_STEP,
    steps: fewer,
    coarsest,
  };
}

/** One value for each step of the window, also where nothing was counted. */
export function fillSteps<R extends { readonly at: Instant }, T>(
  { from, stepMs, steps }: Window,
  rows: readonly R[],
  shown: (at: Instant, row: R | null) => T,
): T[] {
  const byStart = new Map(rows.map((row) => [row.at, row]));
  return Array.from({ length: steps }, (_, i) => from + i * stepMs).map((at) => shown(at, byStart.get(at) ?? null));
}

/** What is as late as this is in none of the hours and days that were made meanwhile, and is made part of them again. */
export const CLOSES_AFTER = 5 * MINUTE;
/** Of what is made from what is finer, so much at once. */
export const HOURS_PER_BATCH = 12;
export const DAYS_PER_BATCH = 7;

/** How long rows are kept. Who was active is personal, so it goes after a month. */
export const METRICS_RETENTION = {
  minutes: 2 * DAY,
  hours: 32 * DAY,
  days: 400 * DAY,
  activity: 32 * DAY,
  errors: 30 * DAY,
  events: 30 * DAY,
} as const;

export type Span = { readonly from: Instant; readonly to: Instant };

/**
 * The whole units of `unitMs` that are still to be made: from where the last run stopped (null = nowhere yet, so from the
 * oldest row on) up to `end`, so many at once. Null when there is nothing to do.
 */
export function nextSpan(
  until: Instant | null,
  oldest: Instant | null,
  end: Instant,
  unitMs: number,
  atOnce: number,
): Span | null {
  const begin = until ?? (oldest === null ? null : startOf(oldest, unitMs));
  if (begin === null) return null;
  const to = Math.min(startOf(end, unitMs), begin + atOnce * unitMs);
  return to > begin ? { from: begin, to } : null;
}
