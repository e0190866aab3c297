/** The record of an edit of several pages in D1: one row says whether all of it happened. */
import type { Instant } from "../../kernel/clock.ts";
import { sql, write, type Query, print } from "../../db/sql.ts";

/** Part of the common commit. Breaks the UNIQUE constraint when a page's room has given the edit up meanwhile. */
export const commitTicket = (ticket: string, now: Instant): Query<number> =>
  write(sql`insert into edit_tickets (ticket, committed, created_at) values (${ticket}, 1, ${now})`);

/** From a room that waits no longer: unless the commit was first, it fails from now on. */
export const refuseTicket = (ticket: string, now: Instant): Query<number> =>
  write(
    sql`insert into edit_tickets (ticket, committed, created_at) values (${ticket}, 0, ${now}) on conflict do nothing`,
  );

export const isCommitted = (ticket: string): Query<boolean> => ({
  ...print(sql`select committed from edit_tickets where ticket = ${ticket}`),
  read: ([row]) => row?.["committed"] === 1,
});
