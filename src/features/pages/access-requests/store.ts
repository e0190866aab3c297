/** SQL of requests for access. Whether there was a page to ask for shows in no answer, so every condition is in the statements. */
import { alias } from "drizzle-orm/sqlite-core";
import { DAY, toIso, type Instant } from "../../../kernel/clock.ts";
import { VIEW } from "../../../kernel/rights.ts";
import { isBlockedBetween } from "../../../db/blocks.ts";
import { accessRequests, pages } from "../../../db/schema/pages.ts";
import { users } from "../../../db/schema/users.ts";
import { drives } from "../../../db/schema/drives.ts";
import {
  exists,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { isLive, rightsOn } from "../../../permissions/ancestors.ts";
import type { AccessRequest } from "./contract.ts";

const d = alias(drives, "d");
const p = alias(pages, "p");

/** How long, in ms, after a request was declined another is not passed on. */
const PAUSE = 7 * DAY;
/** Requests that a list holds, oldest first. */
const LISTED = 100;

const r = alias(accessRequests, "r");
const u = alias(users, "u");

export const ownerOfPage = (pageId: string): SQL<string> =>
  sql`(
    select ${d.ownerId}
    from ${pages} p
    cross join ${drives} d on ${d.id} = ${p.driveId}
    where ${p.id} = ${pageId})`;

/** What whoever asks is called, and their address. */
export const nameWithAddress = (userId: string): SQL<string> =>
  sql`(select name || ' (' || login_email || ')' from ${users} where id = ${userId})`;

export type NewRequest = {
  readonly pageId: string;
  readonly userId: string;
  readonly message: string;
  readonly now: Instant;
};

/**
 * Writes nothing for a page that does not exist or is in the trash, one they may see, with a block between them and its owner,
 * and while an earlier request waits or was declined lately.
 */
export const insertAccessRequest = ({ pageId, userId, message, now }: NewRequest): Write<number> =>
  write(sql`
    insert into ${accessRequests} (page_id, user_id, message, created_at)
    select ${pageId}, ${userId}, ${message}, ${now}
    where ${isLive(pageId)}
      and ${rightsOn(pageId, userId)} & ${VIEW} = 0
      and not ${isBlockedBetween(userId, ownerOfPage(pageId))}
    on conflict (page_id, user_id) do update
      set message = excluded.message, created_at = excluded.created_at, declined_at = null
      where declined_at < ${now - PAUSE}`);

/** Whether the statement above wrote it. */
export const isNew = ({ pageId, userId, now }: NewRequest): SQL => sql`exists (
  select 1 from ${accessRequests}
  where page_id = ${pageId}
    and user_id = ${userId}
    and created_at = ${now}
    and declined_at is null)`;

const listed = {
  userId: r.userId,
  message: r.message,
  createdAt: r.createdAt,
  name: u.name,
  email: u.loginEmail,
  image: u.image,
};

const toRequest = ({ userId, message, createdAt, ...user }: RowOf<typeof listed>): AccessRequest => ({
  userId,
  message,
  requestedAt: toIso(createdAt),
  user: { id: userId, ...user },
});

/** Those that nobody has answered, of people who still cannot see the page. */
export const listRequests = (pageId: string): Query<AccessRequest[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`
        select ${columns}
        from ${accessRequests} r
        cross join ${users} u on ${u.id} = ${r.userId}
        where ${r.pageId} = ${pageId}
          and ${r.declinedAt} is null
          and ${u.suspendedAt} is null
          and ${rightsOn(pageId, u.id)} & ${VIEW} = 0
        order by ${r.createdAt}, ${r.userId}
        limit ${whole(LISTED)}`,
    ),
    toRequest,
  );

const isOpen = (pageId: string, userId: string): SQL =>
  sql`page_id = ${pageId} and user_id = ${userId} and declined_at is null`;

export const hasRequest = (pageId: string, userId: string): Query<boolean> =>
  exists(sql`select 1 from ${accessRequests} where ${isOpen(pageId, userId)}`);

export const declineRequest = (pageId: string, userId: string, now: Instant): Write<number> =>
  write(sql`update ${accessRequests} set declined_at = ${now} where ${isOpen(pageId, userId)}`);
