/** Shared parts of the administration pages, and the first of them: service health and usage. */
import type { ComponentChildren } from "preact";
import * as files from "#client-files";
import { version } from "../../../package.json";
import { toIso } from "../../kernel/clock.ts";
import type { AlarmList } from "../../features/alarms/contract.ts";
import { TimeRange } from "../../features/monitoring/contract.ts";
import type { Overview } from "../../features/monitoring/service.ts";
import { words } from "../../words/admin.ts";
import { words as instance } from "../../words/instance.ts";
import { words as frame } from "../../words/frame.ts";
import { words as metrics } from "../../words/metrics.ts";
import { instantOf } from "../shared/number-format.ts";
import type { Shell } from "./load-shell.ts";
import { AlarmsSection, ObjectivesSection } from "./admin-alarms.tsx";
import { ErrorsSection } from "./admin-errors.tsx";
import { ActivitySection, AiSection, ApiSection, HealthSection, PerformanceSection } from "./admin-metrics.tsx";
import { ShellPage } from "./shell.tsx";

const places = () =>
  [
    ["/admin", words.overview],
    ["/admin/users", words.users],
    ["/admin/instance", instance.instance],
    ["/admin/audit", words.auditLog],
  ] as const;

type Place = ReturnType<typeof places>[number][0];
type Frame = { shell: Shell; title: string; here: Place; children?: ComponentChildren };

export const AdminPage = ({ shell, title, here, children }: Frame) => (
  <ShellPage title={title} shell={shell} here="admin">
    <div class="admin" data-view="admin">
      <link rel="stylesheet" href={files.adminStyles} />
      <nav class="row wrap admin-places" aria-label={frame.administration}>
        {places().map(([href, name]) => (
          <a href={href} aria-current={href === here ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
      <footer class="muted">{words.version(version)}</footer>
    </div>
  </ShellPage>
);

const headlineOf = (status: Overview["health"]["status"], alarms: AlarmList | null): string =>
  status === "ok" && alarms?.alarms.some(({ endedAt }) => endedAt === null)
    ? metrics.headlines.alarms
    : metrics.headlines[status];

export const overviewPage = (shell: Shell, overview: Overview, alarms: AlarmList | null) => (
  <AdminPage shell={shell} title={frame.administration} here="/admin">
    <header class="row wrap admin-head">
      <div class="grow">
        <h1 class="title">{headlineOf(overview.health.status, alarms)}</h1>
        <p class="muted">{metrics.asOf(instantOf(toIso(shell.now)))}</p>
      </div>
      <nav class="row wrap ranges" aria-label={metrics.rangeOfTime}>
        {TimeRange.options.map((range) => (
          <a href={`/admin?range=${range}`} aria-current={range === overview.api.timeRange ? "true" : undefined}>
            {metrics.ranges[range]}
          </a>
        ))}
      </nav>
    </header>
    <div class="metrics">
      <AlarmsSection alarms={alarms} />
      <ObjectivesSection objectives={overview.objectives} />
      <div>
        <HealthSection health={overview.health} />
        <ApiSection api={overview.api} />
        <AiSection ai={overview.ai} />
      </div>
      <div>
        <ActivitySection activity={overview.activity} />
        <PerformanceSection performance={overview.performance} />
      </div>
      <ErrorsSection log={overview.errors} now={shell.now} />
    </div>
  </AdminPage>
);
