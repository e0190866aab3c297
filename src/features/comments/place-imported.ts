/** The job that gives imported threads their places in the text to the rooms of their pages. */
import type { Job } from "../../kernel/job.ts";
import type { Deps } from "../../deps.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { callRoom } from "../pages/content/service.ts";
import { findPageRef, listUnplaced, markPlaced, type ImportedThreads } from "./import-statements.ts";

/** Threads of one call: their quotes and contexts are some 4 kB each at most. */
const BATCH = 500;
/** A job calls one room after another, and is repeated as a whole. */
const PAGES_PER_JOB = 20;

/** Can be repeated: a room that has the places already looks for the same words again. */
export async function placeImported(
  deps: Pick<Deps, "db" | "log" | "objects">,
  pageIds: readonly string[],
): Promise<void> {
  for (const pageId of pageIds) {
    for (let isLast = false; !isLast;) {
      const [page, threads] = await deps.db.batch([findPageRef(pageId), listUnplaced(pageId, BATCH)]);
      if (page === null || threads.length === 0) break;
      const closed = threads.filter(({ isClosed }) => isClosed).map(({ anchor }) => anchor.id);
      const room = deps.objects.room(pageId);
      await callRoom(deps, async () => {
        await room.restoreAnchors(
          page,
          threads.map(({ anchor }) => anchor),
        );
        if (closed.length > 0) await room.setAnchorsClosed(closed, true);
      });
      await writeOneExempt(deps.db, exempt.job, markPlaced(threads.map(({ anchor }) => anchor.id)));
      isLast = threads.length < BATCH;
    }
  }
}

/** Jobs for the commit that inserts the threads. */
export function placeAll(deps: Pick<Deps, "newId">, imported: readonly ImportedThreads[]): Job[] {
  const ids = imported.filter(({ threads }) => threads.some(({ anchor }) => anchor)).map(({ pageId }) => pageId);
  return Array.from({ length: Math.ceil(ids.length / PAGES_PER_JOB) }, (_, i) => ({
    id: deps.newId(),
    kind: "threads.place",
    pageIds: ids.slice(i * PAGES_PER_JOB, (i + 1) * PAGES_PER_JOB),
  }));
}
