/** Rooms of pages that are gone for good: their histories go by jobs, so that nothing of them outlives a failed call. */
import type { Deps } from "../../deps.ts";
import type { Job } from "../../platform/objects.ts";

/** Ids in one job: keeps a message far below the queue's 128 KB. */
const CHUNK = 500;

/** Jobs that empty the rooms of these pages. */
export function purgeJobs(deps: Pick<Deps, "newId">, pageIds: readonly string[]): Job[] {
  const jobs: Job[] = [];
  for (let i = 0; i < pageIds.length; i += CHUNK) {
    jobs.push({ id: deps.newId(), kind: "rooms.purge", pageIds: pageIds.slice(i, i + CHUNK) });
  }
  return jobs;
}

/** The queue's part; emptying an empty room changes nothing, so a redelivery is harmless. */
export async function purgeRooms(deps: Deps, pageIds: readonly string[]): Promise<void> {
  for (const pageId of pageIds) await deps.objects.room(pageId).purge();
}
