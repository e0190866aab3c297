/** Page-room state in D1: edit tickets, by which a room and its commit agree on the outcome, and whether a room is ahead of D1. */
import { and, eq } from "drizzle-orm";
import type { Instant } from "../../../kernel/clock.ts";
import { editTickets, pages } from "../../../db/schema/pages.ts";
import { aliased, all, builder, sql, write, type Operand, type Query, type SQL, type Write } from "../../../db/sql.ts";

/** Part of the shared commit. Violates the UNIQUE constraint if a page's room has abandoned the edit meanwhile. */
export const commitTicket = (ticket: string, now: Instant): Write<number> =>
  write(builder.insert(editTickets).values({ ticket, committed: 1, createdAt: now }));

/** Called by whoever stops waiting for a commit: unless the commit came first, it will now change nothing. */
export const abandonTicket = (ticket: string, now: Instant): Write<number> =>
  write(builder.insert(editTickets).values({ ticket, committed: 0, createdAt: now }).onConflictDoNothing());

/** Like `abandonTicket`, unless the page has reached the revision that the commit brings. */
export const abandonTicketBefore = (ticket: string, pageId: string, revision: number, now: Instant): Write<number> =>
  write(sql`insert into ${editTickets} (ticket, committed, created_at)
    select ${ticket}, 0, ${now}
    where not exists (
      select 1 from ${pages}
      where id = ${pageId}
        and revision >= ${revision})
    on conflict do nothing`);

export const isCommitted = (ticket: string): Query<boolean> =>
  all(
    builder
      .select(aliased({ committed: editTickets.committed }))
      .from(editTickets)
      .where(eq(editTickets.ticket, ticket)),
    ([row]) => row?.committed === 1,
  );

/**
 * Condition of the commit of one page's edit: its room has not abandoned the ticket. D1 may still run a batch after the
 * room was told that the connection was lost, and has gone on without the edit.
 */
export const isAwaited = (ticket: Operand): SQL => sql`not exists (
  select 1 from ${editTickets}
  where ${editTickets.ticket} = ${ticket})`;

/** Makes readers fetch the text from the page's room. Changes no row if the page is gone. */
export const markAhead = (pageId: string): Write<number> =>
  write(builder.update(pages).set({ isAhead: 1 }).where(eq(pages.id, pageId)));

/** For a page that was restored from a backup, so that the text of its room replaces the copied one. */
export const setRevision = (pageId: string, revision: number): Write<number> =>
  write(builder.update(pages).set({ revision }).where(eq(pages.id, pageId)));

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
