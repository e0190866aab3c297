/** SQL for page permissions. A page's own grant replaces what it would inherit. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../../kernel/caller.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { VIEW, unpackRights, type Rights } from "../../../kernel/rights.ts";
import { drives, driveMembers } from "../../../db/schema/drives.ts";
import { rightsColumns } from "../../../db/rights-columns.ts";
import { pageGrants, pages } from "../../../db/schema/pages.ts";
import { users } from "../../../db/schema/users.ts";
import {
  all,
  builder,
  first,
  many,
  orNull,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../../db/sql.ts";
import { MAX_DEPTH, ancestors, rightsFromAncestors, DRIVE_OF_LEAF } from "../../../permissions/ancestors.ts";
import { type Authorized, writeUnder } from "../../../permissions/authorized.ts";
import { CALLER_ID, callerId, callerCte } from "../../../permissions/credential.ts";
import { isShownAsInvitation } from "../../invitations/statements.ts";
import { visibleEmail } from "../../people/statements.ts";
import type { LoadedPage } from "../contract.ts";
import { COUNTED_BELOW, type Grant, type GrantList } from "./contract.ts";
import { MEMBERSHIP_RIGHTS } from "../../../permissions/effective-rights.ts";

const m = alias(driveMembers, "m");
const p = alias(pages, "p");
const c = alias(pages, "c");
const o = alias(pageGrants, "o");

type Person = GrantList["owner"];

const u = alias(users, "u");
const d = alias(drives, "d");
const g = alias(pageGrants, "g");

/** The email of `u` as visible to the caller in that page's drive; an invitee's address is visible to the inviter. */
const email = (driveId: SQL): SQL<string | null> =>
  sql`${visibleEmail(CALLER_ID, driveId, sql`i.granted_by = ${CALLER_ID}`)}`;

const listed = {
  userId: sql<string>`given.user_id`,
  rights: sql<Rights>`given.rights`,
  grantedBy: sql<string>`given.granted_by`,
  createdAt: sql<Instant>`given.created_at`,
  source: sql<string | null>`given.source`,
  name: u.name,
  email: email(DRIVE_OF_LEAF),
  image: u.image,
  depth: sql<number>`min(given.depth)`,
};

const toGrant = (row: RowOf<typeof listed>): Grant => ({
  userId: row.userId,
  ...unpackRights(row.rights),
  grantedBy: row.grantedBy,
  grantedAt: toIso(row.createdAt),
  inheritedFrom: row.source,
  user: { id: row.userId, name: row.name, email: row.email, image: row.image },
});

/**
 * One row per person, with only their nearest grant: the page's own, an ancestor's, or drive membership. With a single
 * min(), SQLite takes the other columns from the row that has the minimum.
 */
export const listGrants = (caller: Caller, pageId: string, now: Instant): Query<Grant[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${ancestors(pageId)},
        given (user_id, rights, granted_by, created_at, source, depth) as (
          select ${g.userId}, ${g.rights}, ${g.grantedBy}, ${g.createdAt}, case up.depth when 0 then null else up.id end, up.depth
          from up
          cross join ${pageGrants} g on ${g.pageId} = up.id
          where not ${isShownAsInvitation(sql`${g.pageId}`, sql`${g.userId}`, now)}
          union all
          select ${m.userId}, ${MEMBERSHIP_RIGHTS}, ${m.grantedBy},
            ${m.createdAt}, ${m.driveId},
            case ${m.role} when 'admin' then -1 else 1000 end
          from up
          cross join ${driveMembers} m on ${m.driveId} = up.drive_id
          where up.depth = 0)
        select ${columns}
        from given
        cross join ${users} u on ${u.id} = given.user_id
        group by given.user_id
        order by ${u.name}, ${u.id}`,
    ),
    toGrant,
  );

const owner = { id: u.id, name: u.name, email: email(sql`${d.id}`), image: u.image };

export const findPageOwner = (caller: Caller, pageId: string): Query<Person | null> =>
  first(
    rowsOf(
      owner,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${pages} p
        cross join ${drives} d on ${d.id} = ${p.driveId}
        cross join ${users} u on ${u.id} = ${d.ownerId}
        where ${p.id} = ${pageId}`,
    ),
  );

export type Subject = {
  readonly userId: string;
  readonly person: Person;
  readonly own: Rights | null;
  /** The rights they would have without `own`. */
  readonly inherited: Rights;
  readonly isOwner: boolean;
  /** Whether the caller may learn that this user has the address: they can see it anyway, or user search would find it. */
  readonly isKnown: boolean;
};

/** The person's columns. An address that the caller entered is shown to them. */
const subject = (pageId: string, address: SQL<string | null>, isByAddress: boolean) => ({
  id: u.id,
  name: u.name,
  email: address,
  image: u.image,
  own: orNull(g.rights),
  inherited: sql<Rights>`${rightsFromAncestors(sql`${u.id}`, true)}`,
  isOwner: sql<0 | 1>`exists (
    select 1
    from ${pages} p
    cross join ${drives} d on ${d.id} = ${p.driveId}
    where ${p.id} = ${pageId}
      and ${d.ownerId} = ${u.id})`,
  isKnown: isByAddress ? sql<0 | 1>`(${email(DRIVE_OF_LEAF)} is not null or ${u.discoverable} = 1)` : sql<0 | 1>`1`,
});

export type PersonRef = { readonly userId: string } | { readonly email: string };

/** The person a grant is for, and the page's own grant to them. An email matches only the user who has verified it. */
export const findSubject = (caller: Caller, pageId: string, who: PersonRef): Query<Subject | null> =>
  first(
    rowsOf(
      subject(pageId, "userId" in who ? email(DRIVE_OF_LEAF) : sql`${u.loginEmail}`, "email" in who),
      (columns) => sql`with recursive ${callerCte(callerId(caller))}, ${ancestors(pageId)}
        select ${columns}
        from ${users} u
        left join ${pageGrants} g on ${g.pageId} = ${pageId} and ${g.userId} = ${u.id}
        where ${u.deletedAt} is null
          and ${"userId" in who ? sql`${u.id} = ${who.userId}` : sql`${u.loginEmail} = ${who.email}`}`,
    ),
    ({ own, inherited, isOwner, isKnown, ...person }) => ({
      userId: person.id,
      person,
      own,
      inherited,
      isOwner: isOwner === 1,
      isKnown: isKnown === 1,
    }),
  );

/**
 * Counts the live descendants that the person sees through their rights on this page and that the caller can see too.
 * The walk stops at the person's next grant on the way down: below it nothing would change.
 */
export const countInheritingPages = (page: LoadedPage, actorId: string, userId: string): Query<number> =>
  all(
    sql<{ pages: number }>`
      with recursive below (id, mine, depth) as (
        select ${page.id}, ${page.rights}, 0
        union all
        select ${c.id}, ${page.isDriveAdmin ? sql`mine` : sql`coalesce(${g.rights}, mine)`}, depth + 1
        from below
        cross join ${pages} c indexed by pages_tree
          on ${c.driveId} = ${page.driveId} and ${c.parentId} = below.id and ${c.trashedAt} is null
        left join ${pageGrants} g on ${g.pageId} = ${c.id} and ${g.userId} = ${actorId}
        where depth < ${MAX_DEPTH}
          and not exists (
            select 1 from ${pageGrants} o
            where ${o.pageId} = ${c.id}
              and ${o.userId} = ${userId})
        limit ${whole(COUNTED_BELOW + 1)})
      select count(*) as pages from below
      where depth > 0
        and (mine & ${VIEW}) <> 0`,
    (rows) => rows[0]?.pages ?? 0,
  );

type Sharing = Authorized<"page.share" | "page.shareSharing", { readonly id: string }>;
type NewGrant = { userId: string; rights: Rights; now: Instant };

export const upsertGrant = (allowed: Sharing, { userId, rights, now }: NewGrant): Write<number> => {
  const grant = { ...rightsColumns(rights), grantedBy: allowed.actor.userId, createdAt: now };
  return writeUnder(
    allowed,
    write(
      builder
        .insert(pageGrants)
        .values({ pageId: allowed.target.id, userId, ...grant })
        .onConflictDoUpdate({ target: [pageGrants.pageId, pageGrants.userId], set: grant }),
    ),
  );
};

/** Guard: the user's own grant on the page is unchanged (null for none). */
export const ownGrantIs = (pageId: string, userId: string, rights: Rights | null): SQL =>
  sql`(
    select ${pageGrants.rights} from ${pageGrants}
    where page_id = ${pageId}
      and user_id = ${userId}) is ${rights}`;

export const deleteGrant = (allowed: Sharing, userId: string): Write<number> =>
  writeUnder(
    allowed,
    write(
      builder.delete(pageGrants).where(and(eq(pageGrants.pageId, allowed.target.id), eq(pageGrants.userId, userId))),
    ),
  );
