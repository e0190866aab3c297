/** HTTP routes for the service's health and version, and for monitoring systems with the token of the configuration. */
import * as z from "zod";
import { securedJson } from "../../http/headers.ts";
import { routes } from "../../http/route-list.ts";
import { version } from "../../../package.json";
import { DeepHealth } from "./contract.ts";
import { deepHealth } from "./deep-health.ts";
import { requireMonitor } from "./monitor-access.ts";
import { CONTENT_TYPE } from "./exposition.ts";
import { exposeMetrics } from "./prometheus.ts";

const Health = z.object({ status: z.literal("ok"), version: z.string() });

const MONITOR = {
  method: "get",
  tag: "System",
  principals: ["anyone"],
  errors: ["not_found", "unauthenticated"],
} as const;

export const systemRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/health",
      operation: "getHealth",
      tag: "System",
      summary: "Check the service's health and version",
      principals: ["anyone"],
      answer: { status: 200, schema: Health },
    },
    () => Promise.resolve({ status: "ok" as const, version }),
  )
  .add(
    {
      ...MONITOR,
      path: "/api/health/deep",
      operation: "getDeepHealth",
      summary: "Check every part of the service; 503 if one is down. Requires MONITORING_TOKEN as bearer token",
      answer: { status: 200, schema: DeepHealth },
    },
    async ({ deps, http }) => {
      requireMonitor(deps, http.req.header("Authorization"));
      const health = await deepHealth(deps, version);
      return health.status === "down" ? securedJson(health, 503) : health;
    },
  )
  .add(
    {
      ...MONITOR,
      path: "/api/monitoring/metrics",
      operation: "getPrometheusMetrics",
      summary: "Get counters in the Prometheus text format. Requires MONITORING_TOKEN as bearer token",
      answer: { status: 200, schema: "file", types: ["text/plain"] },
    },
    async ({ deps, http }) => {
      requireMonitor(deps, http.req.header("Authorization"));
      return new Response(await exposeMetrics(deps, version), { headers: { "Content-Type": CONTENT_TYPE } });
    },
  );
