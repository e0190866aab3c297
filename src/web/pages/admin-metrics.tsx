/** The metrics as an administrator sees them: the figures that matter, a chart, and what stands out. */
import type {
  AiUsage,
  ApiMetrics,
  Performance,
  SystemHealth,
  UserActivity,
} from "../../features/monitoring/contract.ts";
import { BOX, barWidth, topOf } from "../chart.ts";
import { sizeOf } from "../client/size.ts";
import { count, dollars, duration, milliseconds, share } from "../number-format.ts";
import { Chart, Facts, Table } from "./admin-chart.tsx";

/** Of what was counted by name, the first. */
const SHOWN = 6;

const WORDS: Readonly<Record<SystemHealth["status"], string>> = { ok: "well", degraded: "slow", down: "silent" };

export const HealthSection = ({ health }: { health: SystemHealth }) => {
  const top = topOf([health.components.map(({ latencyMs }) => latencyMs)]);
  return (
    <section aria-labelledby="system-health">
      <h2 id="system-health">Health</h2>
      <Facts
        of={[
          ["Database", sizeOf(health.storage.databaseBytes)],
          ["Files", `${count(health.storage.fileCount)}, ${sizeOf(health.storage.fileBytes)}`],
          ["Isolate up for", duration(health.uptime)],
          ["Its memory limit", sizeOf(health.memory.limitBytes)],
        ]}
      />
      <Table head={["Part", "Just now", "Answered in", ""]}>
        {health.components.map(({ name, status, latencyMs }) => (
          <tr>
            <th scope="row">{name}</th>
            <td>
              <span class={`state state-${status}`}>{WORDS[status]}</span>
            </td>
            <td>{milliseconds(latencyMs)}</td>
            <td class="bar-cell">
              <svg viewBox={`0 0 ${BOX.width} 10`} preserveAspectRatio="none" aria-hidden="true">
                <rect
                  class={status === "ok" ? "mark-columns" : "mark-faults"}
                  width={Math.max(3, barWidth(latencyMs, top))}
                  height={10}
                />
              </svg>
            </td>
          </tr>
        ))}
      </Table>
      {health.sweep.length > 0 && (
        <Table head={["Maintenance", "Runs", "Failed", "95 % within"]}>
          {health.sweep.map(({ step, runs, failures, p95 }) => (
            <tr>
              <th scope="row">{step}</th>
              <td>{count(runs)}</td>
              <td>{failures === 0 ? "0" : <span class="state state-down">{count(failures)}</span>}</td>
              <td>{milliseconds(p95)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
};

export const ApiSection = ({ api }: { api: ApiMetrics }) => (
  <section aria-labelledby="api-metrics">
    <h2 id="api-metrics">Requests</h2>
    <Facts
      of={[
        ["Requests", count(api.requests)],
        ["Failed", `${count(api.errors)} (${share(api.errors, api.requests)})`],
        ["Half within", milliseconds(api.latency.p50)],
        ["95 % within", milliseconds(api.latency.p95)],
        ["99 % within", milliseconds(api.latency.p99)],
      ]}
    />
    <Chart
      title="Requests over time"
      range={api.timeRange}
      at={api.series.map(({ at }) => at)}
      columns={[
        {
          label: "Requests",
          values: api.series.map(({ requests }) => requests),
          shown: count,
          drawn: "columns",
        },
        { label: "Failed", values: api.series.map(({ errors }) => errors), shown: count, drawn: "faults" },
        { label: "95 % within", values: api.series.map(({ p95 }) => p95), shown: milliseconds },
      ]}
    />
    <p class="muted">
      {Object.entries(api.byStatus)
        .map(([status, amount]) => `${status}: ${count(amount)}`)
        .join(" · ")}
    </p>
    {api.byRoute.length > 0 && (
      <Table head={["Most asked", "Requests", "Failed", "95 % within"]}>
        {api.byRoute.slice(0, SHOWN).map(({ route, requests, errors, p95 }) => (
          <tr>
            <th scope="row">
              <code>{route}</code>
            </th>
            <td>{count(requests)}</td>
            <td>{count(errors)}</td>
            <td>{milliseconds(p95)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);

export const ActivitySection = ({ activity }: { activity: UserActivity }) => (
  <section aria-labelledby="user-activity">
    <h2 id="user-activity">People</h2>
    <Facts
      of={[
        ["Active", count(activity.activeUsers)],
        ["New", count(activity.newUsers)],
        ["Sessions used", count(activity.sessions)],
        ["Sign-ins", count(activity.signIns.ok)],
        ["Failed sign-ins", count(activity.signIns.failed)],
      ]}
    />
    <Chart
      title="Active people over time"
      range={activity.timeRange}
      at={activity.series.map(({ at }) => at)}
      columns={[
        {
          label: "Active people",
          values: activity.series.map(({ activeUsers }) => activeUsers),
          shown: count,
          drawn: "columns",
        },
        { label: "Sessions", values: activity.series.map(({ sessions }) => sessions), shown: count, drawn: "line" },
      ]}
    />
    {activity.events.length > 0 && (
      <Table head={["Reported by browsers", "Times"]}>
        {activity.events.slice(0, SHOWN).map(({ event, count: times }) => (
          <tr>
            <th scope="row">{event}</th>
            <td>{count(times)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);

export const AiSection = ({ ai }: { ai: AiUsage }) => (
  <section aria-labelledby="ai-usage">
    <h2 id="ai-usage">Calls to models</h2>
    <Facts
      of={[
        ["Calls", count(ai.calls)],
        ["Tokens in", count(ai.inputTokens)],
        ["Tokens out", count(ai.outputTokens)],
        ["Cost", dollars(ai.cost)],
      ]}
    />
    <Chart
      title="Calls to models over time"
      range={ai.timeRange}
      at={ai.series.map(({ at }) => at)}
      columns={[
        { label: "Calls", values: ai.series.map(({ calls }) => calls), shown: count, drawn: "columns" },
        { label: "Tokens in", values: ai.series.map(({ inputTokens }) => inputTokens), shown: count },
        { label: "Tokens out", values: ai.series.map(({ outputTokens }) => outputTokens), shown: count },
        { label: "Cost", values: ai.series.map(({ cost }) => cost), shown: dollars },
      ]}
    />
    {ai.byProvider.length > 0 && (
      <Table head={["Model", "Calls", "Tokens in", "Tokens out", "Cost"]}>
        {ai.byProvider.slice(0, SHOWN).map(({ provider, model, calls, inputTokens, outputTokens, cost }) => (
          <tr>
            <th scope="row">
              {model} <span class="muted">{provider}</span>
            </th>
            <td>{count(calls)}</td>
            <td>{count(inputTokens)}</td>
            <td>{count(outputTokens)}</td>
            <td>{dollars(cost)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);

export const PerformanceSection = ({ performance }: { performance: Performance }) => (
  <section aria-labelledby="performance">
    <h2 id="performance">Database</h2>
    <Facts
      of={[
        ["Statements", count(performance.queries.count)],
        ["95 % within", milliseconds(performance.queries.p95)],
        ["Rows read", count(performance.rowsRead)],
        ["Rows written", count(performance.rowsWritten)],
        ["Cache hits", share(performance.cache.hits, performance.cache.hits + performance.cache.misses)],
      ]}
    />
    <Chart
      title="Time of statements over time"
      range={performance.timeRange}
      at={performance.series.map(({ at }) => at)}
      columns={[
        {
          label: "95 % of statements within",
          values: performance.series.map(({ p95 }) => p95),
          shown: milliseconds,
          drawn: "line",
        },
        { label: "Statements", values: performance.series.map(({ queries }) => queries), shown: count },
        { label: "Rows read", values: performance.series.map(({ rowsRead }) => rowsRead), shown: count },
        { label: "Rows written", values: performance.series.map(({ rowsWritten }) => rowsWritten), shown: count },
      ]}
    />
    {performance.slowQueries.length > 0 && (
      <Table head={["Slowest", "95 % within", "Times"]}>
        {performance.slowQueries.slice(0, SHOWN).map(({ name, p95, count: times }) => (
          <tr>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td>{milliseconds(p95)}</td>
            <td>{count(times)}</td>
          </tr>
        ))}
      </Table>
    )}
  </section>
);
