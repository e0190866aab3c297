/** SQL for access requests. No response may reveal whether the page exists, so every condition is part of the statements. */
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

/** How long (ms) after a decline further requests are ignored. */
const PAUSE = 7 * DAY;
/** Maximum number of requests in a list, oldest first. */
const LISTED = 100;

const r = alias(accessRequests, "r");
const u = alias(users, "u");

export const ownerOfPage = (pageId: string): SQL<string> =>
  sql`(
    select ${d.ownerId}
    from ${pages} p
    cross join ${drives} d on ${d.id} = ${p.driveId}
    where ${p.id} = ${pageId})`;

/** The requester's name and email. */
export const nameWithAddress = (userId: string): SQL<string> =>
  sql`(select name || ' (' || login_email || ')' from ${users} where id = ${userId})`;

export type NewRequest = {
  readonly pageId: string;
  readonly userId: string;
  readonly message: string;
  readonly now: Instant;
};

/**
 * Writes nothing if the page does not exist or is in the trash, if the user can already see it, if there is a block
 * between the user and the owner, or if an earlier request is pending or was declined recently.
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

/** True if `insertAccessRequest` wrote the row. */
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

/** Pending requests from users who still cannot see the page. */
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
