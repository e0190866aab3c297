/** Per-minute cron job: rolls up measurements for longer ranges, and deletes old rows. */
import { DAY, HOUR } from "../../kernel/clock.ts";
import { minIdAt } from "../../kernel/ids.ts";
import type { Deps } from "../../deps.ts";
import { CLOSES_AFTER, DAYS_PER_BATCH, HOURS_PER_BATCH, METRICS_RETENTION, nextSpan } from "./rules.ts";
import * as store from "./rollup-store.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";

/** Errors and events deleted per run. */
const BATCH_SIZE = 2_000;

/**
 * Does a bounded amount of work in two round trips. Rows are recomputed from scratch, and the marks advance in the same
 * transaction, so a run may be interrupted, repeated or overlap with another.
 */
export async function rollUp(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const { db, now } = deps;
  const progress = await db.one(store.findProgress());
  if (!progress) return;
  const hours = nextSpan(progress.hoursUntil, progress.oldestMinute, now - CLOSES_AFTER, HOUR, HOURS_PER_BATCH);
  const hoursEnd = progress.hoursUntil ?? 0;
  const days = nextSpan(progress.daysUntil, progress.oldestHour, hoursEnd, DAY, DAYS_PER_BATCH);
  await writeExempt(db, exempt.bookkeeping, [
    ...(days === null ? [] : store.rollUpDays(days, progress.daysUntil)),
    ...(hours === null ? [] : store.rollUpHours(hours, progress.hoursUntil)),
    store.removeMetrics(1, now - METRICS_RETENTION.minutes),
    store.removeMetrics(60, now - METRICS_RETENTION.hours),
    store.removeMetrics(1440, now - METRICS_RETENTION.days),
    store.removeActivity(10, now - METRICS_RETENTION.minutes),
    store.removeActivity(60, now - METRICS_RETENTION.activity),
    store.removeActivity(1440, now - METRICS_RETENTION.activity),
    store.removeErrors(minIdAt(now - METRICS_RETENTION.errors), BATCH_SIZE),
    store.removeAiCalls(minIdAt(now - METRICS_RETENTION.days), BATCH_SIZE),
    store.removeEvents(minIdAt(now - METRICS_RETENTION.events), BATCH_SIZE),
  ]);
}
