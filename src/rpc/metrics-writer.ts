/** Interface of the Durable Object that writes the metrics of all isolates, and keeps the alarms. */
import type { AlarmOverview, AlarmReport, SweepOutcome } from "../kernel/alarm.ts";
import type { CollectedMetrics } from "../kernel/collected-metrics.ts";
import type { MetricTotals } from "../kernel/metric-totals.ts";

export interface MetricsWriterRpc {
  /** Resolves once the metrics are held in memory, or written if a write was due. */
  add(gathered: CollectedMetrics): Promise<void>;
  /** A run of the maintenance job has ended. Its metrics are written at once; null if none were taken. */
  swept(outcome: SweepOutcome, gathered: CollectedMetrics | null): Promise<{ readonly sendHeartbeat: boolean }>;
  /** A run of the maintenance job did nothing, because a backup is being restored. */
  sweepSkipped(): Promise<void>;
  /** Resolves once the reports are stored. */
  report(reports: readonly AlarmReport[]): Promise<void>;
  alarms(): Promise<AlarmOverview>;
  /** Counters since the object's first metrics, which never decrease. */
  totals(): Promise<MetricTotals>;
}
