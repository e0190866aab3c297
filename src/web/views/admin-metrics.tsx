/** Metrics for administrators: key figures, a chart, and outliers. */
import type {
  AiUsage,
  ApiMetrics,
  Performance,
  SystemHealth,
  UserActivity,
} from "../../features/monitoring/contract.ts";
import { BOX, barWidth, topOf } from "../shared/chart.ts";
import { sizeOf } from "../shared/size.ts";
import { words } from "../../words/metrics.ts";
import { count, dollars, duration, milliseconds, share } from "../shared/number-format.ts";
import { Chart, Facts, Table } from "./admin-chart.tsx";

/** Number of entries shown of each ranking. */
const SHOWN = 6;

export const HealthSection = ({ health }: { health: SystemHealth }) => {
  const names: Readonly<Record<string, string>> = words.components;
  const top = topOf([health.components.map(({ latencyMs }) => latencyMs)]);
  return (
    <section aria-labelledby="system-health">
      <h2 id="system-health">{words.health}</h2>
      <Facts
        of={[
          [words.database, sizeOf(health.storage.databaseBytes)],
          [words.files, words.filesOf(count(health.storage.fileCount), sizeOf(health.storage.fileBytes))],
          [words.upFor, duration(health.uptime)],
          [words.memoryLimit, sizeOf(health.memory.limitBytes)],
        ]}
      />
      <Table head={[words.part, words.justNow, words.answeredIn, ""]}>
        {health.components.map(({ name, status, latencyMs }) => (
          <tr>
            <th scope="row">{names[name] ?? name}</th>
            <td>
              <span class={`state state-${status}`}>{words.states[status]}</span>
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
        <Table head={[words.maintenance, words.runs, words.failed, words.within95]}>
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
    <h2 id="api-metrics">{words.requests}</h2>
    <Facts
      of={[
        [words.requests, count(api.requests)],
        [words.failed, words.failedOf(count(api.errors), share(api.errors, api.requests))],
        [words.halfWithin, milliseconds(api.latency.p50)],
        [words.within95, milliseconds(api.latency.p95)],
        [words.within99, milliseconds(api.latency.p99)],
      ]}
    />
    <Chart
      title={words.requestsOverTime}
      range={api.timeRange}
      at={api.series.map(({ at }) => at)}
      columns={[
        {
          label: words.requests,
          values: api.series.map(({ requests }) => requests),
          unit: "count",
          drawn: "columns",
        },
        { label: words.failed, values: api.series.map(({ errors }) => errors), unit: "count", drawn: "faults" },
        { label: words.within95, values: api.series.map(({ p95 }) => p95), unit: "milliseconds" },
      ]}
    />
    <p class="muted">
      {Object.entries(api.byStatus)
        .map(([status, amount]) => `${status}: ${count(amount)}`)
        .join(" · ")}
    </p>
    {api.byRoute.length > 0 && (
      <Table head={[words.mostAsked, words.requests, words.failed, words.within95]}>
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
    <h2 id="user-activity">{words.people}</h2>
    <Facts
      of={[
        [words.active, count(activity.activeUsers)],
        [words.newPeople, count(activity.newUsers)],
        [words.sessionsUsed, count(activity.sessions)],
        [words.signIns, count(activity.signIns.ok)],
        [words.failedSignIns, count(activity.signIns.failed)],
      ]}
    />
    <Chart
      title={words.activeOverTime}
      range={activity.timeRange}
      at={activity.series.map(({ at }) => at)}
      columns={[
        {
          label: words.activePeople,
          values: activity.series.map(({ activeUsers }) => activeUsers),
          unit: "count",
          drawn: "columns",
        },
        {
          label: words.sessions,
          values: activity.series.map(({ sessions }) => sessions),
          unit: "count",
          drawn: "line",
        },
      ]}
    />
    {activity.events.length > 0 && (
      <Table head={[words.reported, words.times]}>
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
    <h2 id="ai-usage">{words.modelCalls}</h2>
    <Facts
      of={[
        [words.calls, count(ai.calls)],
        [words.tokensIn, count(ai.inputTokens)],
        [words.tokensOut, count(ai.outputTokens)],
        [words.cost, dollars(ai.cost)],
      ]}
    />
    <Chart
      title={words.callsOverTime}
      range={ai.timeRange}
      at={ai.series.map(({ at }) => at)}
      columns={[
        { label: words.calls, values: ai.series.map(({ calls }) => calls), unit: "count", drawn: "columns" },
        { label: words.tokensIn, values: ai.series.map(({ inputTokens }) => inputTokens), unit: "count" },
        { label: words.tokensOut, values: ai.series.map(({ outputTokens }) => outputTokens), unit: "count" },
        { label: words.cost, values: ai.series.map(({ cost }) => cost), unit: "dollars" },
      ]}
    />
    {ai.unpricedCalls > 0 && <p class="muted">{words.unpriced(count(ai.unpricedCalls))}</p>}
    <CallTable
      of={words.model}
      rows={ai.byProvider
        .slice(0, SHOWN)
        .map(({ provider, model, ...totals }) => ({ name: model, hint: provider, totals }))}
    />
    <CallTable
      of={words.byPerson}
      rows={ai.byPerson.map(({ userId, name, ...totals }) => ({ name: name === "" ? userId : name, hint: "", totals }))}
    />
    <CallTable
      of={words.byDrive}
      rows={ai.byDrive.map(({ driveId, owner, ...totals }) => ({
        name: driveId,
        hint: owner === "" ? "" : words.driveOf(owner),
        totals,
      }))}
    />
    <CallTable
      of={words.byChat}
      rows={ai.byChat.map(({ pageId, ...totals }) => ({ name: pageId, hint: "", totals }))}
    />
  </section>
);

type CallTotals = Pick<AiUsage, "calls" | "inputTokens" | "outputTokens" | "cost">;
type CallRow = { readonly name: string; readonly hint: string; readonly totals: CallTotals };

/** Model calls of several models, people, drives or chats. */
const CallTable = ({ of, rows }: { of: string; rows: readonly CallRow[] }) =>
  rows.length === 0 ? null : (
    <Table head={[of, words.calls, words.tokensIn, words.tokensOut, words.cost]}>
      {rows.map(({ name, hint, totals }) => (
        <tr>
          <th scope="row">
            {name} <span class="muted">{hint}</span>
          </th>
          <td>{count(totals.calls)}</td>
          <td>{count(totals.inputTokens)}</td>
          <td>{count(totals.outputTokens)}</td>
          <td>{dollars(totals.cost)}</td>
        </tr>
      ))}
    </Table>
  );

export const PerformanceSection = ({ performance }: { performance: Performance }) => (
  <section aria-labelledby="performance">
    <h2 id="performance">{words.database}</h2>
    <Facts
      of={[
        [words.statements, count(performance.queries.count)],
        [words.within95, milliseconds(performance.queries.p95)],
        [words.rowsRead, count(performance.rowsRead)],
        [words.rowsWritten, count(performance.rowsWritten)],
        [words.cacheHits, share(performance.cache.hits, performance.cache.hits + performance.cache.misses)],
      ]}
    />
    <Chart
      title={words.statementsOverTime}
      range={performance.timeRange}
      at={performance.series.map(({ at }) => at)}
      columns={[
        {
          label: words.statementsWithin95,
          values: performance.series.map(({ p95 }) => p95),
          unit: "milliseconds",
          drawn: "line",
        },
        { label: words.statements, values: performance.series.map(({ queries }) => queries), unit: "count" },
        { label: words.rowsRead, values: performance.series.map(({ rowsRead }) => rowsRead), unit: "count" },
        { label: words.rowsWritten, values: performance.series.map(({ rowsWritten }) => rowsWritten), unit: "count" },
      ]}
    />
    {performance.slowQueries.length > 0 && (
      <Table head={[words.slowest, words.within95, words.times]}>
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
