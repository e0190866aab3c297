/** The Worker: fetch, queue, scheduled and the Durable Objects. Nothing else. */
import { app } from "./app.ts";
import { consumeJobs } from "../queues/consumer.ts";
import { sweep } from "../queues/sweep.ts";
import { createDeps, jobRuns } from "./composition.ts";

export { AccountLockout } from "../durable-objects/account-lockout.ts";
export { AgentRun } from "../durable-objects/agent-run/agent-run.ts";
export { MetricsWriter } from "../durable-objects/metrics-writer/metrics-writer.ts";
export { AuditLog } from "../durable-objects/audit-log/audit-log.ts";
export { Hub } from "../durable-objects/hub/hub.ts";
export { PageRoom } from "../durable-objects/page-room/page-room.ts";
export { RateLimiter } from "../durable-objects/rate-limiter/rate-limiter.ts";
export { ParserRpc } from "../queues/parser-rpc.ts";

export default {
  fetch: app.fetch,
  queue: (batch, env, ctx) => jobRuns.runStores(batch.messages.length, () => consumeJobs(createDeps(env, ctx), batch)),
  scheduled: (_controller, env, ctx) => sweep(createDeps(env, ctx)),
} satisfies ExportedHandler<Env>;
