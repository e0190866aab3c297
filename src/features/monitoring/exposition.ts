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

type Family = {
  readonly name: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  readonly samples: readonly Sample[];
};

const counter = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: "counter",
  help,
  samples,
});
const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  type: "gauge",
  help,
  samples,
});

/** A family without samples is left out. */
const print = ({ name, type, help, samples }: Family): string[] =>
  samples.length === 0
    ? []
    : [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${type}`,
        ...samples.map(([labels, value, suffix = ""]) => `${name}${suffix}${labelsOf(labels)} ${value}`),
      ];

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

type Kinds = MetricTotals["kinds"];

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

const entriesOf = (named: NamedTotals | undefined): [string, Tally][] => Object.entries(named ?? {});

/** One sample per name, under this label. */
const byName = (named: NamedTotals | undefined, label: string, value: (tally: Tally) => number): Sample[] =>
  entriesOf(named).map(([name, tally]) => [{ [label]: name }, value(tally)]);

const known = (value: number | null): Sample[] => (value === null ? [] : [[{}, value]]);
const unixTime = (at: number | null): Sample[] => known(at === null ? null : at / SECOND);

const requestFamilies = ({ request, cache, "sign-in": signIns }: Kinds): Family[] => [
  counter(
    "octavo_http_requests_total",
    "Answered requests by route template and class of status.",
    entriesOf(request).flatMap(([route, { status }]) =>
      CLASSES.map((name, i): Sample => [{ route, status: name }, status[i] ?? 0]).filter(([, count]) => count > 0),
    ),
  ),
  {
    name: "octavo_http_request_duration_seconds",
    type: "histogram",
    help: `Time until the response head. ${ESTIMATED}`,
    samples: entriesOf(request).flatMap(([route, tally]) => histogram({ route }, tally)),
  },
  counter(
    "octavo_cache_lookups_total",
    "Lookups in caches.",
    byName(cache, "cache", ({ count }) => count),
  ),
  counter(
    "octavo_cache_hits_total",
    "Lookups that found something.",
    byName(cache, "cache", ({ hits }) => hits),
  ),
  counter(
    "octavo_sign_ins_total",
    "Attempts to sign in.",
    entriesOf(signIns).flatMap(([, { count, failed }]): Sample[] => [
      [{ outcome: "ok" }, count - failed],
      [{ outcome: "failed" }, failed],
    ]),
  ),
];

const databaseFamilies = ({ query }: Kinds, databaseBytes: number | null): Family[] => [
  counter(
    "octavo_d1_queries_total",
    "Statements run.",
    byName(query, "database", ({ count }) => count),
  ),
  counter(
    "octavo_d1_rows_read_total",
    "Rows read.",
    byName(query, "database", ({ inward }) => inward),
  ),
  counter(
    "octavo_d1_rows_written_total",
    "Rows written.",
    byName(query, "database", ({ outward }) => outward),
  ),
  {
    name: "octavo_d1_query_duration_seconds",
    type: "histogram",
    help: `Duration of statements as reported by the database. ${ESTIMATED}`,
    samples: entriesOf(query).flatMap(([database, tally]) => histogram({ database }, tally)),
  },
  gauge("octavo_d1_size_bytes", "Size of the main database.", known(databaseBytes)),
];

const providerFamilies = ({ call, ai }: Kinds): Family[] => [
  counter(
    "octavo_outgoing_calls_total",
    "Attempts to send mail or to reach a provider.",
    byName(call, "receiver", ({ count }) => count),
  ),
  counter(
    "octavo_outgoing_call_failures_total",
    "Failed attempts.",
    byName(call, "receiver", ({ failed }) => failed),
  ),
  counter(
    "octavo_model_calls_total",
    "Calls of language models.",
    byName(ai, "model", ({ count }) => count),
  ),
  counter(
    "octavo_model_call_failures_total",
    "Failed or cancelled calls of language models.",
    byName(ai, "model", ({ failed }) => failed),
  ),
  counter(
    "octavo_model_tokens_total",
    "Tokens of language models.",
    entriesOf(ai).flatMap(([model, { inward, outward }]): Sample[] => [
      [{ model, direction: "input" }, inward],
      [{ model, direction: "output" }, outward],
    ]),
  ),
  counter(
    "octavo_model_cost_dollars_total",
    "Cost of language models with known prices.",
    byName(ai, "model", ({ cost }) => cost),
  ),
];

const backgroundFamilies = ({ sweep }: Kinds, alarms: AlarmOverview, backlog: number | null): Family[] => [
  counter(
    "octavo_sweep_step_runs_total",
    "Runs of the steps of the maintenance job.",
    byName(sweep, "step", ({ count }) => count),
  ),
  counter(
    "octavo_sweep_step_failures_total",
    "Failed runs.",
    byName(sweep, "step", ({ failed }) => failed),
  ),
  gauge(
    "octavo_sweep_last_completed_time_seconds",
    "When the maintenance job last completed, as a Unix time.",
    unixTime(alarms.sweptAt),
  ),
  gauge("octavo_queue_backlog_messages", "Messages waiting in the queues.", known(backlog)),
  counter("octavo_dead_letters_total", "Messages that arrived in dead-letter queues.", known(alarms.deadLetters.count)),
  gauge(
    "octavo_alarms_open",
    "Open alarms by event.",
    ALARM_EVENTS.map((event): Sample => [
      { event },
      alarms.alarms.filter((alarm) => alarm.event === event && alarm.endedAt === null).length,
    ]),
  ),
];

function objectiveFamilies({ request }: Kinds): Family[] {
  const rows = entriesOf(request).map(([name, tally]) => ({ name, ...tally }));
  const measured = Object.entries({ page_open: measureOpenings(rows), edit: measureEdits(rows) });
  return [
    counter(
      "octavo_slo_events_total",
      "Events that a service-level objective is about.",
      measured.map(([objective, { all }]) => [{ objective }, all]),
    ),
    counter(
      "octavo_slo_misses_total",
      "Events that missed the objective. Slow page openings are estimated from the buckets.",
      measured.map(([objective, { bad }]) => [{ objective }, bad]),
    ),
  ];
}

export function expose({ version, totals: { since, kinds }, alarms, backlog, databaseBytes }: State): string {
  const families = [
    gauge("octavo_build_info", "The running version.", [[{ version }, 1]]),
    gauge("octavo_counters_start_time_seconds", "When counting began, as a Unix time.", unixTime(since)),
    ...requestFamilies(kinds),
    ...databaseFamilies(kinds, databaseBytes),
    ...providerFamilies(kinds),
    ...backgroundFamilies(kinds, alarms, backlog),
    ...objectiveFamilies(kinds),
  ];
  return `${families.flatMap(print).join("\n")}\n`;
}
