/**
 * One object per instance: adds up the metrics of all isolates and writes the sums to D1, so that the number of writes does
 * not grow with the number of isolates.
 */
import { DurableObject } from "cloudflare:workers";
import { createDeps } from "../src/composition.ts";
import { flushMetrics } from "../src/features/monitoring/index.ts";
import { SECOND } from "../src/kernel/clock.ts";
import type { CollectedMetrics } from "../src/kernel/collected-metrics.ts";
import { Metrics } from "../src/platform/metrics.ts";
import { systemClock } from "../src/platform/system.ts";
import type { MetricsWriterRpc } from "../src/rpc/metrics-writer.ts";

const WRITE_EVERY_MS = 10 * SECOND;

/** Keeps at most the metrics of ten seconds in memory, which are lost if it is evicted. */
export class MetricsWriter extends DurableObject<Env> implements MetricsWriterRpc {
  readonly #sums = new Metrics();
  #writtenAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** In a quiet instance, each call writes and no timer keeps the object awake. */
  async add(gathered: CollectedMetrics): Promise<void> {
    this.#sums.restore(gathered);
    const wait = this.#writtenAt + WRITE_EVERY_MS - systemClock();
    // Longer if the clock was set back.
    if (wait <= 0 || wait > WRITE_EVERY_MS) await this.#write();
    else this.#timer ??= setTimeout(() => this.ctx.waitUntil(this.#write()), wait);
  }

  /** What could not be written is kept, and written with what the next call brings. */
  async #write(): Promise<void> {
    const now = systemClock();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writtenAt = now;
    // With a timeout, as for a request: the metrics of this write itself are then not sent to this object in turn.
    const deps = createDeps(this.env, this.ctx, now, WRITE_EVERY_MS);
    await flushMetrics({ ...deps, metrics: this.#sums }, now);
  }
}
