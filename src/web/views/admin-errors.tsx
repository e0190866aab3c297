/** Recent errors for administrators: time, route and stack. All of it is rendered as plain text. */
import type { ErrorLogs } from "../../features/monitoring/contract.ts";
import { fillSteps, windowOf } from "../../features/monitoring/rules.ts";
import { toIso } from "../../kernel/clock.ts";
import { words } from "../../words/metrics.ts";
import { count, instantOf } from "../shared/number-format.ts";
import { Chart, Facts } from "./admin-chart.tsx";

type ErrorsProps = { log: ErrorLogs; now: number };

/** The chart counts the listed errors; `nextCursor` tells whether there are more. */
export const ErrorsSection = ({ log, now }: ErrorsProps) => {
  const window = windowOf(log.timeRange, now);
  const stepOf = (at: string): number => {
    const since = Date.parse(at) - window.from;
    return window.from + since - (since % window.stepMs);
  };
  const steps = [...Map.groupBy(log.errors, (error) => stepOf(error.at))];
  const series = fillSteps(
    window,
    steps.map(([at, errors]) => ({ at, times: timesOf(errors) })),
    (at, row) => ({ at: toIso(at), times: row?.times ?? 0 }),
  );
  return (
    <section aria-labelledby="error-logs" class="wide">
      <h2 id="error-logs">{words.errors}</h2>
      <Facts
        of={[
          [log.nextCursor === null ? words.differentErrors : words.differentErrorsShown, count(log.errors.length)],
          [words.times, count(timesOf(log.errors))],
        ]}
      />
      <Chart
        title={words.errorsOverTime}
        range={log.timeRange}
        at={series.map(({ at }) => at)}
        columns={[{ label: words.errors, values: series.map(({ times }) => times), unit: "count", drawn: "faults" }]}
      />
      {log.errors.length === 0 ? (
        <p class="muted">{words.nothingFailed}</p>
      ) : (
        <ul class="rows errors">
          {log.errors.map((error) => (
            <ErrorRow error={error} />
          ))}
        </ul>
      )}
      {log.nextCursor !== null && (
        <p class="actions">
          <a href={`/admin?range=${log.timeRange}&errors=${log.nextCursor}#error-logs`}>{words.earlierErrors}</a>
        </p>
      )}
    </section>
  );
};

const timesOf = (errors: ErrorLogs["errors"]): number => errors.reduce((sum, error) => sum + error.count, 0);

const ErrorRow = ({ error }: { error: ErrorLogs["errors"][number] }) => (
  <li>
    <details class="entry">
      <summary>
        <time class="muted" datetime={error.at}>
          {instantOf(error.at)}
        </time>
        <span class="grow">
          {error.message}
          <code class="muted block">{error.route}</code>
        </span>
        <span class="times">{count(error.count)}×</span>
      </summary>
      <p class="muted">{words.request(<code>{error.requestId}</code>)}</p>
      <pre tabindex={0}>{error.stack}</pre>
    </details>
  </li>
);
