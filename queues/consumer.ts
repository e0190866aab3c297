/** Takes jobs off the queue: each is acknowledged or retried by itself, so that a bad one holds up no other. */
import type { Deps } from "../src/deps.ts";
import { mailLink } from "../src/features/identity/magic-link.ts";
import { purgeRooms } from "../src/features/pages/purge.ts";
import type { Job } from "../src/platform/objects.ts";

const DEAD = "octavo-jobs-dead";

export async function consumeJobs(deps: Deps, batch: MessageBatch): Promise<void> {
  for (const message of batch.messages) {
    // Only this project's producer writes to the queue; the switch below is exhaustive over what it writes.
    const job = message.body as Job;
    if (batch.queue === DEAD) {
      deps.log.error("job.dead", { id: job.id, kind: job.kind, attempts: message.attempts });
      message.ack();
      continue;
    }
    try {
      await run(deps, job);
      message.ack();
    } catch (error) {
      deps.log.warn("job.retry", { id: job.id, kind: job.kind, attempts: message.attempts, error });
      message.retry({ delaySeconds: Math.min(2 ** message.attempts, 60) });
    }
  }
}

function run(deps: Deps, job: Job): Promise<void> {
  switch (job.kind) {
    case "mail.magic-link":
      return mailLink(deps, job.linkId);
    case "rooms.purge":
      return purgeRooms(deps, job.pageIds);
  }
}
