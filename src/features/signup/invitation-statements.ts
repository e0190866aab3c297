/** SQL for invitations that can still be accepted: they also invite to create an account. */
import { alias } from "drizzle-orm/sqlite-core";
import { SHARE, VIEW } from "../../kernel/rights.ts";
import { invitations } from "../../db/schema/invitations.ts";
import { users } from "../../db/schema/users.ts";
import { sql, type Operand, type SQL } from "../../db/sql.ts";
import { isLive, rightsOn } from "../../permissions/ancestors.ts";
import { driveAdmin, driveIsLive } from "../../permissions/effective-rights.ts";

const v = alias(invitations, "v");
const b = alias(users, "b");

/** Condition: the inviter may still grant what invitation `v` offers, on a live page or drive. */
export const canBeGranted = sql`exists (
    select 1 from ${users} b
    where ${b.id} = ${v.invitedBy}
      and ${b.deletedAt} is null
      and ${b.suspendedAt} is null)
  and case when ${v.pageId} is null
    then ${driveIsLive(sql`${v.driveId}`)} and ${driveAdmin(sql`${v.driveId}`, sql`${v.invitedBy}`)}
    else ${isLive(sql`${v.pageId}`)}
      and (${rightsOn(sql`${v.pageId}`, sql`${v.invitedBy}`)} & (${v.rights} | ${VIEW | SHARE})) = (${v.rights} | ${VIEW | SHARE})
    end`;

/** Condition: this address, which has no account, was invited by somebody who may still grant what was offered. */
export const hasOpenInvitation = (email: Operand, now: Operand): SQL => sql`exists (
  select 1 from ${invitations} v
  where ${v.email} = ${email}
    and ${v.grantedTo} is null
    and ${v.acceptedAt} is null
    and ${v.expiresAt} > ${now}
    and ${canBeGranted})`;
