/** SQL for a drive's members. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { EVERYTHING, VIEW, unpackRights } from "../../kernel/rights.ts";
import { rightsColumns } from "../../db/rights-columns.ts";
import { driveMembers, drives } from "../../db/schema/drives.ts";
import { users } from "../../db/schema/users.ts";
import { pageGrants, pages } from "../../db/schema/pages.ts";
import {
  builder,
  first,
  many,
  orNull,
  rowsOf,
  sql,
  write,
  whole,
  type Operand,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { type Authorized, writeUnder } from "../../permissions/authorized.ts";
import { CALLER_ID, callerId, callerCte } from "../../permissions/credential.ts";
import { visibleEmail } from "../people/statements.ts";
import type { Member, MemberList } from "./contract.ts";
import type { Membership } from "./rules.ts";

const d = alias(drives, "d");
const g = alias(pageGrants, "g");
const p = alias(pages, "p");

type Person = MemberList["owner"];

const m = alias(driveMembers, "m");
const u = alias(users, "u");

/**
 * The address of `u`, if the caller may see it. Only the owner and admins add members by address, and every member may
 * see the address they entered.
 */
const email = (driveId: Operand): SQL<string | null> => sql`${visibleEmail(CALLER_ID, driveId, sql`1`)}`;

const member = {
  userId: m.userId,
  role: m.role,
  rights: m.rights,
  grantedBy: m.grantedBy,
  createdAt: m.createdAt,
  name: u.name,
  email: email(m.driveId),
  image: u.image,
};

const toMember = (row: RowOf<typeof member>): Member => ({
  userId: row.userId,
  role: row.role,
  ...unpackRights(row.role === "admin" ? EVERYTHING : row.rights),
  grantedBy: row.grantedBy,
  grantedAt: toIso(row.createdAt),
  user: { id: row.userId, name: row.name, email: row.email, image: row.image },
});

/** Members by id, after `cursor`. Returns up to `limit` + 1 rows to show whether there are more. */
export const listMembers = (caller: Caller, driveId: string, cursor: string, limit: number): Query<Member[]> =>
  many(
    rowsOf(
      member,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${driveMembers} m
        cross join ${users} u on ${u.id} = ${m.userId}
        where ${m.driveId} = ${driveId}
          and ${m.userId} > ${cursor}
        order by ${m.userId}
        limit ${whole(limit + 1)}`,
    ),
    toMember,
  );

const owner = { id: u.id, name: u.name, email: email(d.id), image: u.image };

export const findDriveOwner = (caller: Caller, driveId: string): Query<Person | null> =>
  first(
    rowsOf(
      owner,
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${drives} d
        cross join ${users} u on ${u.id} = ${d.ownerId}
        where ${d.id} = ${driveId}`,
    ),
  );

/** A user and their current membership, if any. */
export type Candidate = {
  readonly person: Person;
  /** The caller may learn that this user has the address: they can see it anyway, or user search would find it. */
  readonly isKnown: boolean;
  readonly membership: Membership | null;
  readonly grantedBy: string | null;
  readonly grantedAt: Instant | null;
};

const candidate = (address: SQL<string | null>, driveId: Operand, isByAddress: boolean) => ({
  isKnown: isByAddress ? sql<0 | 1>`(${email(driveId)} is not null or ${u.discoverable} = 1)` : sql<0 | 1>`1`,
  id: u.id,
  name: u.name,
  email: address,
  image: u.image,
  role: orNull(m.role),
  rights: orNull(m.rights),
  grantedBy: orNull(m.grantedBy),
  grantedAt: orNull(m.createdAt),
});

/** Finds a user by id or by proven address; an unproven address matches nobody. */
export const findCandidate = (
  caller: Caller,
  driveId: string,
  by: { userId: string } | { email: string },
): Query<Candidate | null> =>
  first(
    rowsOf(
      candidate("userId" in by ? email(driveId) : sql`${u.loginEmail}`, driveId, "email" in by),
      (columns) => sql`with ${callerCte(callerId(caller))}
        select ${columns}
        from ${users} u
        left join ${driveMembers} m on ${m.driveId} = ${driveId} and ${m.userId} = ${u.id}
        where ${u.deletedAt} is null
          and ${"userId" in by ? sql`${u.id} = ${by.userId}` : sql`${u.loginEmail} = ${by.email}`}`,
    ),
    ({ role, rights, grantedBy, grantedAt, isKnown, ...person }) => ({
      person,
      isKnown: isKnown === 1,
      membership: role === null || rights === null ? null : { role, rights },
      grantedBy,
      grantedAt,
    }),
  );

type OnDrive = { readonly id: string };
type NewMember = Membership & { readonly userId: string; readonly invitedEmail: string | null; readonly now: Instant };

export const insertMember = (
  allowed: Authorized<"drive.addMember" | "drive.addSharingMember", OnDrive>,
  { userId, role, rights, invitedEmail, now }: NewMember,
): Write<number> => {
  const given = { driveId: allowed.target.id, grantedBy: allowed.actor.userId, createdAt: now };
  const row = { ...given, userId, role, ...rightsColumns(rights), invitedEmail };
  return writeUnder(allowed, write(builder.insert(driveMembers).values(row)));
};

export const updateMember = (
  allowed: Authorized<"drive.changeMember" | "drive.promoteMember", OnDrive>,
  userId: string,
  { role, rights }: Membership,
): Write<number> =>
  writeUnder(
    allowed,
    write(
      builder
        .update(driveMembers)
        .set({ role, ...rightsColumns(rights) })
        .where(isMembership(allowed.target.id, userId)),
    ),
  );

const isMembership = (driveId: string, userId: string) =>
  and(eq(driveMembers.driveId, driveId), eq(driveMembers.userId, userId));

/**
 * Removing a member also deletes their grants on single pages of the drive. A grant of no rights stays, so that a page
 * hidden from the user is still hidden if they are added again.
 */
export const deleteMember = (
  allowed: Authorized<"drive.leave" | "drive.removeMember", OnDrive>,
  userId: string,
): Write<number>[] => [
  writeUnder(allowed, write(builder.delete(driveMembers).where(isMembership(allowed.target.id, userId)))),
  writeUnder(
    allowed,
    write(sql`delete from ${pageGrants}
    where user_id = ${userId}
      and page_id in (
        select ${g.pageId}
        from ${pageGrants} g
        cross join ${pages} p on ${p.id} = ${g.pageId}
        where ${g.userId} = ${userId}
          and (${g.rights} & ${VIEW}) <> 0
          and ${p.driveId} = ${allowed.target.id})`),
  ),
];

/** Guard: the membership is unchanged. */
export const membershipIs = (driveId: string, userId: string, { role, rights }: Membership): SQL =>
  sql`exists (
    select 1 from ${driveMembers}
    where drive_id = ${driveId}
      and user_id = ${userId}
      and role = ${role}
      and ${driveMembers.rights} = ${rights})`;
