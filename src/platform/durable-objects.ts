/** Durable Objects and queues as typed calls; the only file in which features refer to their bindings. */
import { channel } from "node:diagnostics_channel";
import { SECOND } from "../kernel/clock.ts";
import { RecentSet } from "../kernel/expiring-map.ts";
import type { DriveLocation } from "../kernel/drive-location.ts";
import type { Job } from "../kernel/job.ts";
import { systemClock } from "./system.ts";
import type { AccountLockoutRpc } from "../rpc/account-lockout.ts";
import type { AgentRunRpc } from "../rpc/agent-run.ts";
import type { AuditLogRpc } from "../rpc/audit-log.ts";
import type { HubRpc } from "../rpc/hub.ts";
import type { MetricsWriterRpc } from "../rpc/metrics-writer.ts";
import type { PageRoomRpc } from "../rpc/page-room.ts";
import type { PageThreadsRpc } from "../rpc/page-threads.ts";

type Stub<T> = DurableObjectStub<T & Rpc.DurableObjectBranded>;

export type DurableObjects = {
  /** `near` is where a new object is created, and without effect on an existing one; by default near the caller. */
  readonly room: (pageId: string, near?: DriveLocation | null) => Stub<PageRoomRpc & PageThreadsRpc>;
  /** Answers questions to agents on one page. */
  readonly agentRun: (pageId: string) => Stub<AgentRunRpc>;
  /** Delivers live events to one connected user. */
  readonly hub: (userId: string) => Stub<HubRpc>;
  /** The audit log's hash chain; one shard by default. */
  readonly auditLog: () => Stub<AuditLogRpc>;
  /** Counts the failed passkeys of one user. */
  readonly accountLockout: (userId: string) => Stub<AccountLockoutRpc>;
  /** Writes the metrics of all isolates. */
  readonly metricsWriter: () => Stub<MetricsWriterRpc>;
  readonly enqueue: (jobs: readonly Job[]) => Promise<void>;
  /**
   * Sends a job, delayed by a second, that handles all pending work of its kind. Further calls in this isolate within that
   * second send nothing, because the pending job will find everything recorded until then.
   */
  readonly enqueueDebounced: (job: Job) => Promise<void>;
  /** Number of messages waiting in all queues, as the queues report it. */
  readonly backlog: () => Promise<number>;
};

/** Published when a call to a Durable Object or to a queue starts and when it ends. */
export type CallEvent = { readonly phase: "start" | "end"; readonly object: string; readonly method: string };

export const calls = channel("octavo:objects");

/** Binds an object's socket and alarm handlers to their own async context, because they belong to no request. */
export const objectEvents = channel("octavo:object-events");

async function publishing<T>(object: string, method: string, call: () => Promise<T>): Promise<T> {
  if (!calls.hasSubscribers) return call();
  calls.publish({ phase: "start", object, method } satisfies CallEvent);
  try {
    return await call();
  } finally {
    calls.publish({ phase: "end", object, method } satisfies CallEvent);
  }
}

const DEBOUNCE_SECONDS = 1;
/** Kinds of jobs that this isolate recently sent with `enqueueDebounced`. */
const sent = new RecentSet(DEBOUNCE_SECONDS * SECOND, 100);

/** The stub itself if there are no subscribers, else a proxy that publishes its calls. */
export function observed<T extends object>(object: string, stub: T): T {
  if (!calls.hasSubscribers) return stub;
  return new Proxy(stub, {
    get(target, method) {
      const member: unknown = Reflect.get(target, method);
      if (typeof member !== "function" || typeof method !== "string") return member;
      return (...args: unknown[]) => publishing(object, method, async () => await Reflect.apply(member, target, args));
    },
  });
}

type QueueName = "JOBS" | "TRANSFER_JOBS" | "FILE_JOBS";

/** Kinds of jobs with their own queue, so that mail does not wait behind them. */
const DEDICATED_QUEUE: Partial<Record<Job["kind"], QueueName>> = {
  "transfer.step": "TRANSFER_JOBS",
  "file.process": "FILE_JOBS",
};

async function send(queue: Queue, jobs: readonly Job[]): Promise<void> {
  // A batch is limited to 256 KB; ten of the largest jobs stay below that.
  for (let i = 0; i < jobs.length; i += 10) {
    const messages = jobs.slice(i, i + 10).map((body) => {
      const delaySeconds = "after" in body ? (body.after ?? 0) : 0;
      return { body, contentType: "json" as const, ...(delaySeconds > 0 && { delaySeconds }) };
    });
    await publishing("Jobs", "sendBatch", () => queue.sendBatch(messages));
  }
}

export function createDurableObjects(
  env: Pick<Env, "PAGE_ROOM" | "AGENT_RUN" | "HUB" | "AUDIT_LOG" | "ACCOUNT_LOCKOUT" | "METRICS_WRITER" | QueueName>,
): DurableObjects {
  return {
    room: (pageId, near) =>
      observed("PageRoom", env.PAGE_ROOM.getByName(pageId, near ? { locationHint: near } : undefined)),
    agentRun: (pageId) => observed("AgentRun", env.AGENT_RUN.getByName(pageId)),
    hub: (userId) => observed("Hub", env.HUB.getByName(userId)),
    auditLog: () => observed("AuditLog", env.AUDIT_LOG.getByName("0")),
    accountLockout: (userId) => observed("AccountLockout", env.ACCOUNT_LOCKOUT.getByName(userId)),
    metricsWriter: () => observed("MetricsWriter", env.METRICS_WRITER.getByName("0")),
    async enqueue(jobs) {
      const byQueue = Map.groupBy(jobs, ({ kind }) => DEDICATED_QUEUE[kind] ?? "JOBS");
      // If one queue rejects its jobs, the others still get theirs.
      const outcomes = await Promise.allSettled([...byQueue].map(([name, group]) => send(env[name], group)));
      for (const one of outcomes) if (one.status === "rejected") throw one.reason;
    },
    backlog: () =>
      publishing("Jobs", "metrics", async () => {
        const all = await Promise.all([env.JOBS, env.TRANSFER_JOBS, env.FILE_JOBS].map((queue) => queue.metrics()));
        return all.reduce((sum, { backlogCount }) => sum + backlogCount, 0);
      }),
    async enqueueDebounced(job) {
      if (!sent.add(job.kind, systemClock())) return;
      const messages = [{ body: job, contentType: "json" as const }];
      try {
        await publishing("Jobs", "enqueueDebounced", () =>
          env.JOBS.sendBatch(messages, { delaySeconds: DEBOUNCE_SECONDS }),
        );
      } catch (error) {
        sent.delete(job.kind);
        throw error;
      }
    },
  };
}
