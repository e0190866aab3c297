/** SQL of a drive's members. */
import type { Caller } from "../../kernel/caller.ts";
import { toIso, type Instant } from "../../kernel/clock.ts";
import { EVERYTHING, VIEW, unpackRights, type Rights } from "../../kernel/rights.ts";
import { first, many, sql, write, whole, type Query, type SQL } from "../../db/sql.ts";
import { knownEmail } from "../people/access.ts";
import { ME, me } from "./access.ts";
import type { Member, MemberList } from "./contract.ts";
import type { Membership } from "./rules.ts";

type Person = MemberList["owner"];

/** The address of `u` for the caller. By address only owner and admins add anybody, and what they typed all members are shown. */
const email = (driveId: SQL): SQL => knownEmail(ME, driveId, sql`1`);

type MemberRow = {
  user_id: string;
  role: "admin" | "member";
  rights: number;
  granted_by: string;
  created_at: number;
  name: string;
  email: string | null;
  image: string | null;
};

const toMember = (row: MemberRow): Member => ({
  userId: row.user_id,
  role: row.role,
  ...unpackRights(row.role === "admin" ? EVERYTHING : row.rights),
  grantedBy: row.granted_by,
  grantedAt: toIso(row.created_at),
  user: { id: row.user_id, name: row.name, email: row.email, image: row.image },
});

/** Members by id, after `cursor`; one more than `limit` tells that there are others. */
export const listMembers = (caller: Caller, driveId: string, cursor: string, limit: number): Query<Member[]> =>
  many<MemberRow, Member>(
    sql`with ${me(caller)} select m.user_id, m.role, m.rights, m.granted_by, m.created_at, u.name, ${email(sql`m.drive_id`)} as email, u.image
      from drive_members m cross join users u on u.id = m.user_id
      where m.drive_id = ${driveId} and m.user_id > ${cursor} order by m.user_id limit ${whole(limit + 1)}`,
    toMember,
  );

export const findOwner = (caller: Caller, driveId: string): Query<Person | null> =>
  first<Person, Person>(
    sql`with ${me(caller)} select u.id, u.name, ${email(sql`d.id`)} as email, u.image from drives d cross join users u on u.id = d.owner_id
      where d.id = ${driveId}`,
    (row) => row,
  );

/** A person and their present membership, if any. */
export type Candidate = {
  readonly person: Person;
  readonly membership: Membership | null;
  readonly grantedBy: string | null;
  readonly grantedAt: Instant | null;
};

type CandidateRow = Person & {
  role: "admin" | "member" | null;
  rights: Rights | null;
  granted_by: string | null;
  created_at: number | null;
};

/** By id, or by the address they have proven; an address somebody merely typed finds nobody. */
export const findCandidate = (
  caller: Caller,
  driveId: string,
  by: { userId: string } | { email: string },
): Query<Candidate | null> =>
  first<CandidateRow, Candidate>(
    sql`with ${me(caller)} select u.id, u.name, ${"userId" in by ? email(sql`${driveId}`) : sql`u.login_email`} as email, u.image, m.role, m.rights, m.granted_by, m.created_at
      from users u left join drive_members m on m.drive_id = ${driveId} and m.user_id = u.id
      where u.deleted_at is null and ${"userId" in by ? sql`u.id = ${by.userId}` : sql`u.login_email = ${by.email}`}`,
    (row) => ({
      person: { id: row.id, name: row.name, email: row.email, image: row.image },
      membership: row.role === null || row.rights === null ? null : { role: row.role, rights: row.rights },
      grantedBy: row.granted_by,
      grantedAt: row.created_at,
    }),
  );

type NewMember = Membership & {
  driveId: string;
  userId: string;
  grantedBy: string;
  /** The address they were added by. */
  invitedEmail: string | null;
  now: Instant;
};

export const insertMember = (member: NewMember): Query<number> =>
  write(sql`insert into drive_members (drive_id, user_id, role, rights, granted_by, invited_email, created_at)
    values (${member.driveId}, ${member.userId}, ${member.role}, ${member.rights}, ${member.grantedBy}, ${member.invitedEmail}, ${member.now})`);

export const updateMember = (driveId: string, userId: string, to: Membership): Query<number> =>
  write(sql`update drive_members set role = ${to.role}, rights = ${to.rights}
    where drive_id = ${driveId} and user_id = ${userId}`);

/**
 * Leaving a drive also ends what was granted on single pages of it: who is removed is out. A grant of nothing stays, so
 * that a page which was withheld from somebody is still withheld when they are added again.
 */
export const deleteMember = (driveId: string, userId: string): Query<number>[] => [
  write(sql`delete from drive_members where drive_id = ${driveId} and user_id = ${userId}`),
  write(sql`delete from page_grants where user_id = ${userId} and page_id in (
    select g.page_id from page_grants g cross join pages p on p.id = g.page_id
    where g.user_id = ${userId} and (g.rights & ${VIEW}) <> 0 and p.drive_id = ${driveId})`),
];
