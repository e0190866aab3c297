/** Purges the rooms of permanently deleted pages. This runs as jobs, so that a failed call leaves no history behind. */
import type { Deps } from "../../deps.ts";
import { findExisting } from "./store.ts";

/**
 * The queue handler. Purging an empty room changes nothing, so redelivery is harmless. A page that exists again was restored
 * from a backup after it was deleted, with its history.
 */
export async function purgeRooms(deps: Pick<Deps, "db" | "objects">, pageIds: readonly string[]): Promise<void> {
  const restored = await deps.db.one(findExisting(pageIds));
  for (const pageId of pageIds) if (!restored.includes(pageId)) await deps.objects.room(pageId).purge();
}
