/** The rule for effective rights, and a user's rights at the root of a drive. */
import { alias } from "drizzle-orm/sqlite-core";
import { EVERYTHING, type Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants } from "../db/schema/pages.ts";
import { join, sql, type Operand, type SQL } from "../db/sql.ts";

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");

/**
 * Over a drive `d` and an optional membership `m` in it: 1 for the owner and the admins of the drive, who have every right
 * in it regardless of grants; else 0.
 */
export const isAdminOfDrive = (userId: SQL): SQL<0 | 1> =>
  sql`(${d.ownerId} = ${userId} or coalesce(${m.role} = 'admin', 0))`;

/** Rights of everyone else: the first of `grants` that is not null, nearest first, or else those of the membership. */
export const grantedRights = (...grants: readonly SQL[]): SQL<Rights> =>
  sql`coalesce(${join([...grants, sql`${m.rights}, 0`], sql`, `)})`;

/** All rights if the condition `isAdmin` holds, else `rights`. */
export const everythingOr = (isAdmin: SQL, rights: SQL): SQL<Rights> =>
  sql`case when ${isAdmin} then ${EVERYTHING} else ${rights} end`;

export const effectiveRights = (userId: SQL, ...grants: readonly SQL[]): SQL<Rights> =>
  everythingOr(isAdminOfDrive(userId), grantedRights(...grants));

/** Rights that a membership `m` gives at the root of its drive. */
export const MEMBERSHIP_RIGHTS: SQL<Rights> = everythingOr(sql`${m.role} = 'admin'`, sql`${m.rights}`);

/**
 * Aggregates rows of `up`, each with an optional grant `g`: the rights of the nearest grant, or null. The nearest grant has
 * the smallest `depth * 32 + rights`, and the last five bits of that are its rights.
 */
export const NEAREST_OF_GROUP: SQL<Rights | null> = sql`min(up.depth * 32 + ${g.rights}) & 31`;

/**
 * Completes a `select` from a drive `d` with the membership `m` of `asked.user_id` in it, if any. Both operands may be
 * columns of the enclosing statement, under any alias.
 */
const fromDrive = (driveId: Operand, userId: Operand): SQL => sql`
  from (select ${driveId} as drive_id, ${userId} as user_id) asked
  cross join ${drives} d on ${d.id} = asked.drive_id
  left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = asked.user_id`;

/** 1 for the owner and the admins of a drive, who may do everything in it regardless of grants; else 0. */
export const driveAdmin = (driveId: Operand, userId: Operand): SQL<0 | 1> =>
  sql`coalesce((select ${isAdminOfDrive(sql`asked.user_id`)} ${fromDrive(driveId, userId)}), 0)`;

/** Rights at the root of a drive. */
export const rightsOnDrive = (driveId: Operand, userId: Operand): SQL<Rights> =>
  sql`coalesce((select ${effectiveRights(sql`asked.user_id`)} ${fromDrive(driveId, userId)}), 0)`;

export const driveIsLive = (driveId: Operand): SQL =>
  sql`exists (
    select 1
    from (select ${driveId} as id) asked
    cross join ${drives} d on ${d.id} = asked.id
    where ${d.trashedAt} is null)`;
