/** Page-room state in D1: the outcome of multi-page edits, and whether a room is ahead of D1. */
import { and, eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { editTickets, pages } from "../../../db/schema/pages.ts";
import { aliased, all, builder, sql, write, type Query, type SQL, type Write } from "../../../db/sql.ts";

/** Part of the shared commit. Violates the UNIQUE constraint if a page's room has abandoned the edit meanwhile. */
export const commitTicket = (ticket: string, now: Instant): Write<number> =>
  write(builder.insert(editTickets).values({ ticket, committed: 1, createdAt: now }));

/** Called by a room that stops waiting: unless the commit came first, it will now fail. */
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

/** Makes readers fetch the text from the page's room. Changes no row if the page is gone. */
export const markAhead = (pageId: string): Write<number> =>
  write(builder.update(pages).set({ isAhead: 1 }).where(eq(pages.id, pageId)));

/** Makes readers use the database's text again, if it is at this revision. */
export const clearAhead = (pageId: string, revision: number): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ isAhead: 0 })
      .where(and(eq(pages.id, pageId), eq(pages.revision, revision), eq(pages.isAhead, 1))),
  );

/** Selects the page's id if this batch wrote this revision. */
export const writtenNow = (pageId: string, revision: number, now: Instant): SQL =>
  sql`select id from ${pages}
    where id = ${pageId}
      and revision = ${revision}
      and updated_at = ${now}`;
