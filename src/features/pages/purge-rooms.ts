/** Purges the rooms of permanently deleted pages. This runs as jobs, so that a failed call leaves no history behind. */
import type { Deps } from "../../deps.ts";

/** The queue handler. Purging an empty room changes nothing, so redelivery is harmless. */
export async function purgeRooms(deps: Pick<Deps, "objects">, pageIds: readonly string[]): Promise<void> {
  for (const pageId of pageIds) await deps.objects.room(pageId).purge();
}
