/** Rooms of pages that are gone for good: their histories go by jobs, so that nothing of them outlives a failed call. */
import type { Deps } from "../../deps.ts";

/** The queue's part; emptying an empty room changes nothing, so a redelivery is harmless. */
export async function purgeRooms(deps: Pick<Deps, "objects">, pageIds: readonly string[]): Promise<void> {
  for (const pageId of pageIds) await deps.objects.room(pageId).purge();
}
