/** SQL for sign-up links: listing, creating, revoking and opening them. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { signUpLinks } from "../../db/schema/instance.ts";
import { users } from "../../db/schema/users.ts";
import {
  builder,
  first,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId, callerIsAdmin } from "../../permissions/credential.ts";
import type { SignUpLink } from "./contract.ts";
import { isOpen } from "./statements.ts";

const l = alias(signUpLinks, "l");
const c = alias(users, "c");

/** Links listed, newest first. */
const LISTED = 200;

const listed = {
  id: l.id,
  creatorId: c.id,
  creatorName: c.name,
  createdAt: l.createdAt,
  expiresAt: l.expiresAt,
  maxUses: l.maxUses,
  uses: l.uses,
};

const toLink = (row: RowOf<typeof listed>): SignUpLink => ({
  id: row.id,
  createdBy: { id: row.creatorId, name: row.creatorName },
  createdAt: toIso(row.createdAt),
  expiresAt: toIso(row.expiresAt),
  maxUses: row.maxUses,
  uses: row.uses,
});

/** Condition over `sign_up_links l`: the caller created it or is an administrator. */
const isManagedBy = (caller: Caller): SQL => sql`(${l.createdBy} = ${callerId(caller)} or ${callerIsAdmin(caller)})`;

/** Links that have not expired: the caller's own, or everybody's for an administrator. */
export const listLinks = (caller: Caller, now: Instant): Query<SignUpLink[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`select ${columns}
        from (
          select id from ${signUpLinks}
          where created_by = ${callerId(caller)}
            and expires_at > ${now}
          union
          select id from ${signUpLinks} indexed by sign_up_links_by_expiry
          where expires_at > ${now}
            and ${callerIsAdmin(caller)}) known
        cross join ${signUpLinks} l on ${l.id} = known.id
        cross join ${users} c on ${c.id} = ${l.createdBy}
        order by ${l.id} desc
        limit ${whole(LISTED)}`,
    ),
    toLink,
  );

/** The caller's name, and the number of their links that have not expired. */
export const findCreator = (
  caller: Caller,
  now: Instant,
): Query<{ readonly name: string; readonly links: number } | null> =>
  first(
    rowsOf(
      {
        name: c.name,
        links: sql<number>`(select count(*) from ${signUpLinks} where created_by = c.id and expires_at > ${now})`,
      },
      (columns) => sql`select ${columns} from ${users} c where ${c.id} = ${callerId(caller)}`,
    ),
  );

type NewLink = Pick<
  typeof signUpLinks.$inferInsert,
  "id" | "tokenHash" | "createdBy" | "createdAt" | "expiresAt" | "maxUses"
>;

export const insertLink = (link: NewLink): Write<number> => write(builder.insert(signUpLinks).values(link));

/** Condition: the creator has fewer than `most` links that have not expired. */
export const hasRoomForLink = (userId: string, now: Instant, most: number): SQL =>
  sql`(select count(*) from ${signUpLinks} where created_by = ${userId} and expires_at > ${now}) < ${most}`;

/** Condition: the link exists, and the caller may revoke it. */
export const mayRevoke = (caller: Caller, id: string): SQL => sql`exists (
  select 1 from ${signUpLinks} l
  where ${l.id} = ${id}
    and ${isManagedBy(caller)})`;

export const deleteLink = (id: string): Write<number> => write(sql`delete from ${signUpLinks} where id = ${id}`);

/** The creator's name, for a link with which somebody can still sign up. */
export const findOpenLink = (tokenHash: string, now: Instant): Query<{ readonly inviter: string } | null> =>
  first(
    rowsOf(
      { inviter: c.name },
      (columns) => sql`select ${columns}
        from ${signUpLinks} l
        cross join ${users} c on ${c.id} = ${l.createdBy}
        where ${l.tokenHash} = ${tokenHash}
          and ${isOpen(now)}`,
    ),
  );

/** Expired links, a bounded number. */
export const deleteExpired = (now: Instant, most: number): Write<number> =>
  write(sql`delete from ${signUpLinks}
    where id in (
      select id from ${signUpLinks}
      where expires_at <= ${now}
      order by expires_at
      limit ${whole(most)})`);
