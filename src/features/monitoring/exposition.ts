/** Counters and states as text for Prometheus (exposition format 0.0.4). Pure. */
import { ALARM_EVENTS, type AlarmOverview } from "../../kernel/alarm.ts";
import { SECOND } from "../../kernel/clock.ts";
import { ENDS } from "../../kernel/histogram.ts";
import type { MetricTotals, NamedTotals } from "../../kernel/metric-totals.ts";
import type { Tally } from "../../kernel/tally.ts";
import { measureEdits, measureOpenings } from "./objectives.ts";

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number, suffix?: string];

/** Every third bound of the histograms: each bucket is 3.4 times as wide as the one before. */
const BOUNDS = ENDS.map((end, i) => [i, end] as const).filter(([i]) => i % 3 === 2);

const escapeLabel = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

const labelsOf = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

const seconds = (ms: number): number => Number((ms / SECOND).toPrecision(12));

class Exposition {
  readonly #lines: string[] = [];

  family(name: string, type: "counter" | "gauge" | "histogram", help: string, samples: readonly Sample[]): void {
    if (samples.length === 0) return;
    this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [labels, value, suffix = ""] of samples)
      this.#lines.push(`${name}${suffix}${labelsOf(labels)} ${value}`);
  }

  text(): string {
    return `${this.#lines.join("\n")}\n`;
  }
}

/** Isolates count durations in buckets only, so the sum takes the middle of each. */
function histogram(labels: Labels, { buckets }: Tally): Sample[] {
  let [count, sum] = [0, 0];
  const cumulative: number[] = [];
  for (const [i, amount] of buckets.entries()) {
    const start = i === 0 ? 0 : (ENDS[i - 1] ?? 0);
    count += amount;
    sum += (amount * (start + (ENDS[i] ?? start))) / 2;
    cumulative.push(count);
  }
  return [
    ...BOUNDS.map(([i, end]): Sample => [{ ...labels, le: String(seconds(end)) }, cumulative[i] ?? 0, "_bucket"]),
    [{ ...labels, le: "+Inf" }, count, "_bucket"],
    [labels, seconds(sum), "_sum"],
    [labels, count, "_count"],
  ];
}

type State = {
  readonly version: string;
  readonly totals: MetricTotals;
  readonly alarms: AlarmOverview;
  /** Null if unknown. */
  readonly backlog: number | null;
  readonly databaseBytes: number | null;
};

const CLASSES = ["2xx", "3xx", "4xx", "5xx"];
const ESTIMATED = "The sum is estimated from the buckets.";

export function expose({ version, totals: { since, kinds }, alarms, backlog, databaseBytes }: State): string {
  const out = new Exposition();
  const of = (named: NamedTotals | undefined): [string, Tally][] => Object.entries(named ?? {});
  const each = (named: NamedTotals | undefined, label: string, value: (tally: Tally) => number): Sample[] =>
    of(named).map(([name, tally]) => [{ [label]: name }, value(tally)]);
  const known = (value: number | null): Sample[] => (value === null ? [] : [[{}, value]]);
  const requests = of(kinds.request);

  out.family("octavo_build_info", "gauge", "The running version.", [[{ version }, 1]]);
  out.family(
    "octavo_counters_start_time_seconds",
    "gauge",
    "When counting began, as a Unix time.",
    known(since && since / SECOND),
  );
  out.family(
    "octavo_http_requests_total",
    "counter",
    "Answered requests by route template and class of status.",
    requests.flatMap(([route, { status }]) =>
      CLASSES.map((name, i): Sample => [{ route, status: name }, status[i] ?? 0]).filter(([, count]) => count > 0),
    ),
  );
  out.family(
    "octavo_http_request_duration_seconds",
    "histogram",
    `Time until the response head. ${ESTIMATED}`,
    requests.flatMap(([route, tally]) => histogram({ route }, tally)),
  );
  const queries = kinds.query;
  out.family(
    "octavo_d1_queries_total",
    "counter",
    "Statements run by each database.",
    each(queries, "database", ({ count }) => count),
  );
  out.family(
    "octavo_d1_rows_read_total",
    "counter",
    "Rows read by each database.",
    each(queries, "database", ({ inward }) => inward),
  );
  out.family(
    "octavo_d1_rows_written_total",
    "counter",
    "Rows written by each database.",
    each(queries, "database", ({ outward }) => outward),
  );
  out.family(
    "octavo_d1_query_duration_seconds",
    "histogram",
    `Duration of statements as reported by the database. ${ESTIMATED}`,
    of(queries).flatMap(([database, tally]) => histogram({ database }, tally)),
  );
  out.family("octavo_d1_size_bytes", "gauge", "Size of the main database.", known(databaseBytes));
  out.family(
    "octavo_cache_lookups_total",
    "counter",
    "Lookups in caches.",
    each(kinds.cache, "cache", ({ count }) => count),
  );
  out.family(
    "octavo_cache_hits_total",
    "counter",
    "Lookups that found something.",
    each(kinds.cache, "cache", ({ hits }) => hits),
  );
  out.family(
    "octavo_sign_ins_total",
    "counter",
    "Attempts to sign in.",
    of(kinds["sign-in"]).flatMap(([, { count, failed }]): Sample[] => [
      [{ outcome: "ok" }, count - failed],
      [{ outcome: "failed" }, failed],
    ]),
  );
  out.family(
    "octavo_outgoing_calls_total",
    "counter",
    "Attempts to send mail or to reach a provider.",
    each(kinds.call, "receiver", ({ count }) => count),
  );
  out.family(
    "octavo_outgoing_call_failures_total",
    "counter",
    "Failed attempts.",
    each(kinds.call, "receiver", ({ failed }) => failed),
  );
  out.family(
    "octavo_model_calls_total",
    "counter",
    "Calls of language models.",
    each(kinds.ai, "model", ({ count }) => count),
  );
  out.family(
    "octavo_model_call_failures_total",
    "counter",
    "Failed or cancelled calls of language models.",
    each(kinds.ai, "model", ({ failed }) => failed),
  );
  out.family(
    "octavo_model_tokens_total",
    "counter",
    "Tokens of language models.",
    of(kinds.ai).flatMap(([model, { inward, outward }]): Sample[] => [
      [{ model, direction: "input" }, inward],
      [{ model, direction: "output" }, outward],
    ]),
  );
  out.family(
    "octavo_model_cost_dollars_total",
    "counter",
    "Cost of language models with known prices.",
    each(kinds.ai, "model", ({ cost }) => cost),
  );
  out.family(
    "octavo_sweep_step_runs_total",
    "counter",
    "Runs of the steps of the maintenance job.",
    each(kinds.sweep, "step", ({ count }) => count),
  );
  out.family(
    "octavo_sweep_step_failures_total",
    "counter",
    "Failed runs of the steps.",
    each(kinds.sweep, "step", ({ failed }) => failed),
  );
  out.family(
    "octavo_sweep_last_completed_time_seconds",
    "gauge",
    "When the maintenance job last completed, as a Unix time.",
    known(alarms.sweptAt && alarms.sweptAt / SECOND),
  );
  out.family("octavo_queue_backlog_messages", "gauge", "Messages waiting in the queues.", known(backlog));
  out.family(
    "octavo_dead_letters_total",
    "counter",
    "Messages that arrived in dead-letter queues.",
    known(alarms.deadLetters.count),
  );
  out.family(
    "octavo_alarms_open",
    "gauge",
    "Open alarms by event.",
    ALARM_EVENTS.map((event): Sample => [
      { event },
      alarms.alarms.filter((alarm) => alarm.event === event && alarm.endedAt === null).length,
    ]),
  );
  const rows = requests.map(([name, tally]) => ({ name, ...tally }));
  const objectives = { page_open: measureOpenings(rows), edit: measureEdits(rows) };
  out.family(
    "octavo_slo_events_total",
    "counter",
    "Events that a service-level objective is about.",
    Object.entries(objectives).map(([objective, { all }]): Sample => [{ objective }, all]),
  );
  out.family(
    "octavo_slo_misses_total",
    "counter",
    "Events that missed the objective. Slow page openings are estimated from the buckets.",
    Object.entries(objectives).map(([objective, { bad }]): Sample => [{ objective }, bad]),
  );
  return out.text();
}
