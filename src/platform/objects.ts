/** Durable Objects and the queue as typed calls; the only file that names their bindings to the features. */
import { channel } from "node:diagnostics_channel";
import type { Job } from "../kernel/job.ts";
import type { AuditLog } from "../../durable-objects/audit-log.ts";
import type { PageRoom } from "../../durable-objects/page-room.ts";

export type Objects = {
  readonly room: (pageId: string) => DurableObjectStub<PageRoom>;
  /** The chain; one shard by default. */
  readonly auditLog: () => DurableObjectStub<AuditLog>;
  readonly enqueue: (jobs: readonly Job[]) => Promise<void>;
};

/** Published when a call to a Durable Object or to the queue begins and when it has ended. */
export type CallEvent = { readonly phase: "start" | "end"; readonly object: string; readonly method: string };

export const calls = channel("octavo:objects");

async function published<T>(object: string, method: string, call: () => Promise<T>): Promise<T> {
  if (!calls.hasSubscribers) return call();
  calls.publish({ phase: "start", object, method } satisfies CallEvent);
  try {
    return await call();
  } finally {
    calls.publish({ phase: "end", object, method } satisfies CallEvent);
  }
}

/** The stub itself while nobody listens, else one that publishes its calls. */
export function watched<T extends object>(object: string, stub: T): T {
  if (!calls.hasSubscribers) return stub;
  return new Proxy(stub, {
    get(target, method) {
      const member: unknown = Reflect.get(target, method);
      if (typeof member !== "function" || typeof method !== "string") return member;
      return (...args: unknown[]) => published(object, method, async () => await Reflect.apply(member, target, args));
    },
  });
}

export function createObjects(env: Pick<Env, "PAGE_ROOM" | "AUDIT_LOG" | "JOBS">): Objects {
  return {
    room: (pageId) => watched("PageRoom", env.PAGE_ROOM.getByName(pageId)),
    auditLog: () => watched("AuditLog", env.AUDIT_LOG.getByName("0")),
    async enqueue(jobs) {
      // A batch may weigh 256 KB; ten of the heaviest jobs stay below it.
      for (let i = 0; i < jobs.length; i += 10) {
        const messages = jobs.slice(i, i + 10).map((body) => ({ body, contentType: "json" as const }));
        await published("Jobs", "sendBatch", () => env.JOBS.sendBatch(messages));
      }
    },
  };
}
