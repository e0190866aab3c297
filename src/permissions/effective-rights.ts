/** The rule by which somebody holds rights, and what they hold at the root of a drive. */
import { alias } from "drizzle-orm/sqlite-core";
import { EVERYTHING, type Rights } from "../kernel/rights.ts";
import { driveMembers, drives } from "../db/schema/drives.ts";
import { pageGrants } from "../db/schema/pages.ts";
import { join, sql, type Operand, type SQL } from "../db/sql.ts";

const d = alias(drives, "d");
const m = alias(driveMembers, "m");
const g = alias(pageGrants, "g");

/**
 * Over a drive `d` and a membership `m` in it, if any: 1 for the owner and the admins of the drive, who hold everything in it
 * whatever the grants say; else 0.
 */
export const isAdminOfDrive = (userId: SQL): SQL<0 | 1> =>
  sql`(${d.ownerId} = ${userId} or coalesce(${m.role} = 'admin', 0))`;

/** What holds for everybody else: the first of `grants` that there is, nearest first, or else what the membership gives. */
export const grantedRights = (...grants: readonly SQL[]): SQL<Rights> =>
  sql`coalesce(${join([...grants, sql`${m.rights}, 0`], sql`, `)})`;

/** Everything for whoever is an admin of the drive by the condition `isAdmin`, else `rights`. */
export const everythingOr = (isAdmin: SQL, rights: SQL): SQL<Rights> =>
  sql`case when ${isAdmin} then ${EVERYTHING} else ${rights} end`;

export const effectiveRights = (userId: SQL, ...grants: readonly SQL[]): SQL<Rights> =>
  everythingOr(isAdminOfDrive(userId), grantedRights(...grants));

/** What a membership `m` gives at the root of its drive. */
export const MEMBERSHIP_RIGHTS: SQL<Rights> = everythingOr(sql`${m.role} = 'admin'`, sql`${m.rights}`);

/**
 * Of a group of rows of `up`, each with a grant `g` or none: the rights of the nearest grant, null for none. The smallest
 * `depth * 16 + rights` is that of the nearest, and its last four bits are the rights.
 */
export const NEAREST_OF_GROUP: SQL<Rights | null> = sql`min(up.depth * 16 + ${g.rights}) & 15`;

/**
 * The rest of a `select` from a drive `d`, with the membership `m` of `asked.user_id` in it, if any. Both operands may be named
 * by columns of the statement around this one, of any alias.
 */
const fromDrive = (driveId: Operand, userId: Operand): SQL => sql`
  from (select ${driveId} as drive_id, ${userId} as user_id) asked
  cross join ${drives} d on ${d.id} = asked.drive_id
  left join ${driveMembers} m on ${m.driveId} = ${d.id} and ${m.userId} = asked.user_id`;

/** 1 for the owner and the admins of a drive, who may do everything in it whatever the grants say; else 0. */
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
