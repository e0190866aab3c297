/**
 * One object per instance: adds up the metrics of all isolates and writes the sums to D1, so that the number of writes does
 * not grow with the number of isolates. It keeps the alarms too, because it sees all metrics and works without D1.
 */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../../src/composition.ts";
import { flushMetrics } from "../../src/features/monitoring/index.ts";
import type { AlarmOverview, AlarmReport, SweepOutcome } from "../../src/kernel/alarm.ts";
import { SECOND } from "../../src/kernel/clock.ts";
import type { CollectedMetrics } from "../../src/kernel/collected-metrics.ts";
import { TotalCounters, type MetricTotals } from "../../src/kernel/metric-totals.ts";
import { configOf } from "../../src/platform/config.ts";
import { Metrics } from "../../src/platform/metrics.ts";
import { systemClock } from "../../src/platform/system.ts";
import type { MetricsWriterRpc } from "../../src/rpc/metrics-writer.ts";
import { AlarmCenter } from "./alarm-center.ts";

const WRITE_EVERY_MS = 10 * SECOND;
const TOTALS = "totals";

/** Keeps at most the metrics of ten seconds in memory, which are lost if it is evicted. */
export class MetricsWriter extends DurableObject<Env> implements MetricsWriterRpc {
  readonly #sums = new Metrics();
  #writtenAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #totals: TotalCounters | null = null;
  // With a timeout, as for a request: the metrics of what this object does are then not sent to it in turn.
  readonly #alarms = new AlarmCenter(this.ctx.storage, (now) => createDeps(this.env, this.ctx, now, WRITE_EVERY_MS));

  /** In a quiet instance, each call writes and no timer keeps the object awake. */
  async add(gathered: CollectedMetrics): Promise<void> {
    await this.#count(gathered);
    const wait = this.#writtenAt + WRITE_EVERY_MS - systemClock();
    // Longer if the clock was set back.
    if (wait <= 0 || wait > WRITE_EVERY_MS) await this.#write();
    else this.#timer ??= setTimeout(() => this.ctx.waitUntil(this.#write()), wait);
  }

  async swept(outcome: SweepOutcome, gathered: CollectedMetrics | null): Promise<{ sendHeartbeat: boolean }> {
    const sendHeartbeat = await this.#alarms.update((book, now) => book.swept(outcome, now));
    if (gathered !== null) {
      await this.#count(gathered);
      await this.#write();
    }
    return { sendHeartbeat };
  }

  sweepSkipped(): Promise<void> {
    return this.#alarms.update((book, now) => book.sweepSkipped(now));
  }

  report(reports: readonly AlarmReport[]): Promise<void> {
    return this.#alarms.update((book, now) => book.report(reports, now));
  }

  alarms(): Promise<AlarmOverview> {
    return Promise.resolve(this.#alarms.read((book) => book.overview()));
  }

  /** Stored before they are returned: a counter that was lost with the object's memory would seem to decrease. */
  totals(): Promise<MetricTotals> {
    return Promise.resolve(this.#storeTotals());
  }

  override async alarm(): Promise<void> {
    await this.#alarms.tick();
  }

  async #count(gathered: CollectedMetrics): Promise<void> {
    this.#sums.restore(gathered);
    this.#openTotals().add(gathered.counted, systemClock());
    const { production } = configOf(this.env);
    await this.#alarms.update((book, now) => {
      book.counted(gathered.counted, now);
      // A development server has no cron.
      if (production) book.expectSweeps(now);
    });
  }

  #openTotals(): TotalCounters {
    return (this.#totals ??= new TotalCounters(this.ctx.storage.kv.get<MetricTotals>(TOTALS)));
  }

  #storeTotals(): MetricTotals {
    const totals = this.#openTotals().read();
    this.ctx.storage.kv.put(TOTALS, totals);
    return totals;
  }

  /** What could not be written is kept, and written with what the next call brings. */
  async #write(): Promise<void> {
    const now = systemClock();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writtenAt = now;
    this.#storeTotals();
    await flushMetrics({ ...createDeps(this.env, this.ctx, now, WRITE_EVERY_MS), metrics: this.#sums }, now);
  }
}
