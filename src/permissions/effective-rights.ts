/** The rule by which somebody holds rights, as fragments over a drive `d` and their membership `m` in it, which may be missing. */
import { EVERYTHING, type Rights } from "../kernel/rights.ts";
import { join, sql, type SQL } from "../db/sql.ts";

/** 1 for the owner and the admins of the drive, who hold everything in it whatever the grants say; else 0. */
export const isAdminOfDrive = (userId: SQL): SQL<0 | 1> =>
  sql`(d.owner_id = ${userId} or coalesce(m.role = 'admin', 0))`;

/** What holds for everybody else: the first of `grants` that there is, nearest first, or else what the membership gives. */
export const grantedRights = (...grants: readonly SQL[]): SQL<Rights> =>
  sql`coalesce(${join([...grants, sql`m.rights`, sql`0`], sql`, `)})`;

/** Both. */
export const effectiveRights = (userId: SQL, ...grants: readonly SQL[]): SQL<Rights> =>
  sql`case when ${isAdminOfDrive(userId)} then ${EVERYTHING} else ${grantedRights(...grants)} end`;
