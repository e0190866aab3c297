/** What D1 knows of pages' rooms: the outcome of edits of several pages, and whether a room is ahead. */
import { and, eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { editTickets, pages } from "../../../db/schema/pages.ts";
import { aliased, all, builder, sql, write, type Query, type SQL, type Write } from "../../../db/sql.ts";

/** Part of the common commit. Breaks the UNIQUE constraint when a page's room has given the edit up meanwhile. */
export const commitTicket = (ticket: string, now: Instant): Write<number> =>
  write(builder.insert(editTickets).values({ ticket, committed: 1, createdAt: now }));

/** From a room that waits no longer: unless the commit was first, it fails from now on. */
export const abandonTicket = (ticket: string, now: Instant): Write<number> =>
  write(builder.insert(editTickets).values({ ticket, committed: 0, createdAt: now }).onConflictDoNothing());

export const isCommitted = (ticket: string): Query<boolean> =>
  all(
    builder
      .select(aliased({ committed: editTickets.committed }))
      .from(editTickets)
      .where(eq(editTickets.ticket, ticket)),
    ([row]) => row?.committed === 1,
  );

/** From now on readers ask the page's room for its text. Changes no row when the page is gone. */
export const markAhead = (pageId: string): Write<number> =>
  write(builder.update(pages).set({ isAhead: 1 }).where(eq(pages.id, pageId)));

/** Readers find all of the text in the database, if that is at this revision. */
export const clearAhead = (pageId: string, revision: number): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ isAhead: 0 })
      .where(and(eq(pages.id, pageId), eq(pages.revision, revision), eq(pages.isAhead, 1))),
  );

/** Selects the page's id if the batch has just written this revision of it. */
export const writtenNow = (pageId: string, revision: number, now: Instant): SQL =>
  sql`select id from ${pages}
    where id = ${pageId}
      and revision = ${revision}
      and updated_at = ${now}`;
