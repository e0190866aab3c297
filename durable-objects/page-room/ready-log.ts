/** Brings a room's log into the state in which it can be edited: started, and with no edit of unknown outcome. */
import type { Deps } from "../../src/deps.ts";
import { abandonTicketBefore, isCommitted } from "../../src/features/pages/content/statements.ts";
import { readProjection, readRevision } from "../../src/features/pages/index.ts";
import type { Projection } from "../../src/kernel/page.ts";
import { exempt, writeExempt } from "../../src/permissions/exempt.ts";
import type { UpdateLog } from "./update-log.ts";

/**
 * D1 decides a staged edit by its revision, and one of several pages also by the record of the shared commit. The
 * ticket is abandoned first, so that a batch which is still on its way changes nothing.
 */
export async function resolvePending(deps: Deps, log: UpdateLog, pageId: string): Promise<void> {
  const { pending, ticket } = log;
  if (pending === null) return;
  // Only an edit that an earlier version staged has no ticket.
  const fate = ticket === null ? [] : [abandonTicketBefore(ticket, pageId, pending, deps.now), isCommitted(ticket)];
  const [revision, , committed] = await writeExempt(deps.db, exempt.room, [readRevision(pageId), ...fate]);
  if (log.pending !== pending) return;
  // Commit records are only kept for some days, but if D1 has the revision, the edit was committed.
  log.learnRevision(revision);
  if (ticket === null || revision < log.revision) log.resolvePending(revision);
  else if (log.pending === null) return;
  else if (committed === true) log.confirm();
  else log.abort();
}

/** The first edit starts the room with D1's text; returns false if the page no longer exists. */
export async function startRoom(
  deps: Pick<Deps, "db" | "log">,
  log: UpdateLog,
  { pageId, unedited }: { readonly pageId: string; readonly unedited: Projection | null },
): Promise<boolean> {
  const projection = unedited ?? (await deps.db.one(readProjection(pageId)));
  if (!projection) return false;
  if (!log.isStarted) {
    // Only an object that had a log sets the mark: it was lost, and with it the text that users had been told is saved.
    if (projection.isAhead === 1) deps.log.error("room.confirmed_text_lost", { pageId });
    log.start(projection.content, projection.revision, {
      author: projection.createdBy,
      tokenId: null,
      at: projection.updatedAt,
    });
    // Creating a page does not wake this object, but its creator has been shown the text all the same.
    if (projection.createdVia !== "") log.lastSeen.record(projection.createdVia, projection.revision);
  }
  return true;
}
