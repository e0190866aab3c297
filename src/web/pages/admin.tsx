/** What the pages for administrators share, and the first of them: how the service is and how it is used. */
import type { ComponentChildren } from "preact";
import { toIso } from "../../kernel/clock.ts";
import { TimeRange, type SystemHealth } from "../../features/monitoring/contract.ts";
import type { Overview } from "../../features/monitoring/service.ts";
import { instantOf } from "../number-format.ts";
import type { Shell } from "../shell.ts";
import { ErrorsSection } from "./admin-errors.tsx";
import { ActivitySection, AiSection, ApiSection, HealthSection, PerformanceSection } from "./admin-metrics.tsx";
import { ShellPage } from "./shell.tsx";

const PLACES = [
  ["/admin", "Overview"],
  ["/admin/users", "Users"],
  ["/admin/audit", "Audit trail"],
] as const;

type Frame = { shell: Shell; title: string; here: (typeof PLACES)[number][0]; children?: ComponentChildren };

export const AdminPage = ({ shell, title, here, children }: Frame) => (
  <ShellPage title={title} shell={shell} here="admin">
    <div class="admin" data-view="admin">
      <nav class="places" aria-label="Administration">
        {PLACES.map(([href, name]) => (
          <a href={href} aria-current={href === here ? "page" : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {children}
    </div>
  </ShellPage>
);

const RANGES: Readonly<Record<TimeRange, string>> = {
  "1h": "1 hour",
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
};

const HEADLINES: Readonly<Record<SystemHealth["status"], string>> = {
  ok: "Everything answers",
  degraded: "Something is not well",
  down: "The database does not answer",
};

export const overviewPage = (shell: Shell, overview: Overview) => (
  <AdminPage shell={shell} title="Administration" here="/admin">
    <header class="admin-head">
      <div class="grow">
        <h1 class="title">{HEADLINES[overview.health.status]}</h1>
        <p class="muted">As of {instantOf(toIso(shell.now))} UTC.</p>
      </div>
      <nav class="ranges" aria-label="Range of time">
        {TimeRange.options.map((range) => (
          <a href={`/admin?range=${range}`} aria-current={range === overview.api.timeRange ? "true" : undefined}>
            {RANGES[range]}
          </a>
        ))}
      </nav>
    </header>
    <div class="metrics">
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
