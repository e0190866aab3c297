/** Interface of the Durable Object that writes the metrics of all isolates. */
import type { CollectedMetrics } from "../kernel/collected-metrics.ts";

export interface MetricsWriterRpc {
  /** Resolves once the metrics are held in memory, or written if a write was due. */
  add(gathered: CollectedMetrics): Promise<void>;
}
