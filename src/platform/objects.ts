/** Durable Objects and the queue as typed calls; the only file that names their bindings to the features. */
import type { AuditLog } from "../../durable-objects/audit-log.ts";
import type { PageRoom } from "../../durable-objects/page-room.ts";

export type Objects = {
  readonly room: (pageId: string) => DurableObjectStub<PageRoom>;
  /** The chain; one shard by default. */
  readonly auditLog: () => DurableObjectStub<AuditLog>;
  readonly enqueue: (jobs: readonly Job[]) => Promise<void>;
};

/** What the queue carries: ids only, never a secret or a text. */
export type Job =
  | { readonly id: string; readonly kind: "mail.magic-link"; readonly linkId: string }
  | { readonly id: string; readonly kind: "rooms.purge"; readonly pageIds: readonly string[] };

export function createObjects(env: Pick<Env, "PAGE_ROOM" | "AUDIT_LOG" | "JOBS">): Objects {
  return {
    room: (pageId) => env.PAGE_ROOM.getByName(pageId),
    auditLog: () => env.AUDIT_LOG.getByName("0"),
    async enqueue(jobs) {
      // A batch may weigh 256 KB; ten of the heaviest jobs stay below it.
      for (let i = 0; i < jobs.length; i += 10) {
        await env.JOBS.sendBatch(jobs.slice(i, i + 10).map((body) => ({ body, contentType: "json" as const })));
      }
    },
  };
}
