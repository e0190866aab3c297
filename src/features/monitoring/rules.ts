/** The time window, step size and required granularity of each range. Pure. */
import { DAY, HOUR, MINUTE, type Instant } from "../../kernel/clock.ts";
import type { TimeRange } from "./contract.ts";

/** Minutes covered by a row. */
export type Granularity = 1 | 60 | 1440;

/** `steps` steps of `stepMs` starting at `from`; the last one is still in progress. */
export type Window = {
  readonly from: Instant;
  readonly stepMs: number;
  readonly steps: number;
  /** The coarsest rows to use where they exist; after that, finer ones are used. */
  readonly coarsest: Granularity;
};

const RANGES: Record<TimeRange, Omit<Window, "from">> = {
  "1h": { stepMs: MINUTE, steps: 60, coarsest: 1 },
  "24h": { stepMs: HOUR, steps: 24, coarsest: 60 },
  "7d": { stepMs: 6 * HOUR, steps: 28, coarsest: 60 },
  "30d": { stepMs: DAY, steps: 30, coarsest: 1440 },
};

/** The finest granularity of user activity is ten minutes. */
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

/** One value per step of the window, including empty steps. */
export function fillSteps<R extends { readonly at: Instant }, T>(
  { from, stepMs, steps }: Window,
  rows: readonly R[],
  shown: (at: Instant, row: R | null) => T,
): T[] {
  const byStart = new Map(rows.map((row) => [row.at, row]));
  return Array.from({ length: steps }, (_, i) => from + i * stepMs).map((at) => shown(at, byStart.get(at) ?? null));
}

/** Data that arrives later than this misses the hours and days computed meanwhile, and causes them to be recomputed. */
export const CLOSES_AFTER = 5 * MINUTE;
/** Hours and days rolled up per run. */
export const HOURS_PER_BATCH = 12;
export const DAYS_PER_BATCH = 7;

/** Retention of the rows. User activity is personal data, so it is deleted after a month. */
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
 * The whole units of `unitMs` still to be computed: from the end of the last run (null if there was none, which means
 * from the oldest row) up to `end`, at most `atOnce` of them. Null if there is nothing to do.
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
