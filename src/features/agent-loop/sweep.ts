/** Wakes the objects of runs that were not begun, or whose object was lost. */
import { MINUTE } from "../../kernel/clock.ts";
import type { Deps } from "../../deps.ts";
import { findPagesWithOpenRuns } from "./store.ts";

const MAX_PAGES = 100;

export async function resumeRuns({ db, objects, now }: Deps): Promise<void> {
  const pageIds = await db.one(findPagesWithOpenRuns(now - MINUTE / 2, MAX_PAGES));
  await Promise.all(pageIds.map((pageId) => objects.agentRun(pageId).wake(pageId)));
}
