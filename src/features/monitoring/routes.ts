/** HTTP routes for monitoring: metrics for administrators, and event reports from browsers. */
import { routes } from "../../http/route-list.ts";
import { Metric, MonitoringParams, MonitoringQuery, Track } from "./contract.ts";
import { readMetric } from "./service.ts";
import { TRACK_BYTES, track } from "./track.ts";

export const monitoringRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/monitoring/:metric",
      operation: "getMetric",
      tag: "Administration",
      summary: "Get one of six metrics of service health and usage over a time range",
      principals: ["session"],
      role: "admin",
      params: MonitoringParams,
      query: MonitoringQuery,
      answer: { status: 200, schema: Metric },
    },
    ({ deps, caller, params, query }) => readMetric(deps, caller, { ...query, ...params }),
  )
  .add(
    {
      method: "post",
      path: "/api/track",
      operation: "track",
      tag: "System",
      summary: "Report a client event; the response is the same whether or not it is recorded",
      principals: ["anyone"],
      csrf: "none",
      limits: [],
      bodyCap: TRACK_BYTES,
      json: Track,
      always: true,
    },
    ({ deps, caller, http }) => track(deps, caller, http.get("client"), http.req.raw),
  );
