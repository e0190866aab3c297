/** What the guard of a commit asks: that the caller may still do it, at the moment of the commit. */
import { VIEW, type Rights } from "../kernel/rights.ts";
import { drives } from "../db/schema/drives.ts";
import { users } from "../db/schema/users.ts";
import { jsonList, sql, type Operand, type SQL } from "../db/sql.ts";
import type { PageRequirement } from "./requirements.ts";
import { ALL_LIVE, DRIVE_OF_FOOT, ancestors, rightsFromAncestors, driveOfPage } from "./ancestors.ts";
import { callerId, callerIsLive, tokenAllowsInDrive, type CredentialKey } from "./credential.ts";
import { driveAdmin, rightsOnDrive, driveIsLive } from "./effective-rights.ts";

/** Who asks and when. A session last seen at `idleSince` or before no longer counts. */
export type CheckContext = {
  readonly caller: CredentialKey;
  readonly now: Operand;
  readonly idleSince: Operand;
};

export const credentialIsLive = ({ caller, now, idleSince }: CheckContext): SQL => callerIsLive(caller, now, idleSince);

const STATE = {
  live: ALL_LIVE,
  // Whatever became of the drive.
  trashed: sql`count(trashed_at) > 0`,
  any: sql`1`,
} as const satisfies Record<PageRequirement["state"], SQL>;

/**
 * The credential is good and made for writing there, or for reading if nothing else is needed, and holds `needs` on the
 * page, which is in `state`. One walk up tells it all.
 */
export const mayActOnPage = (
  context: CheckContext,
  pageId: Operand,
  needs: Operand,
  { state, reads }: Pick<PageRequirement, "state" | "reads">,
): SQL =>
  sql`${credentialIsLive(context)} and (
    with recursive ${ancestors(pageId)}
    select count(*) > 0
      and ${STATE[state]}
      and (${rightsFromAncestors(callerId(context.caller))} & ${needs}) = ${needs}
      and ${tokenAllowsInDrive(context.caller, reads === undefined ? "writing" : "reading", DRIVE_OF_FOOT)}
    from up)`;

/** Beside the rights, for what changes who has access: a token has to be made for that. */
export const mayShareInDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  tokenAllowsInDrive(caller, "sharing", driveId);

/** Each of the drives is live, and the caller holds the right to view it at its root. */
export const mayViewDrives = ({ caller }: CheckContext, driveIds: readonly string[]): SQL =>
  sql`not exists (
    select 1 from ${jsonList(driveIds)} wanted
    where not (${driveIsLive(sql`wanted.value`)} and ${rightsOnDrive(sql`wanted.value`, callerId(caller))} & ${VIEW}))`;

/** At the root of a live drive: `needs` there, or as its owner or admin; `isAdmin` is an administrator's 1, who has to see it. */
export const mayActAtRoot = (
  context: CheckContext,
  driveId: Operand,
  needs: Rights,
  role: { readonly isAdmin: Operand } | null,
): SQL => {
  const me = callerId(context.caller);
  const held =
    role === null
      ? sql`(${rightsOnDrive(driveId, me)} & ${needs}) = ${needs}`
      : sql`(${driveAdmin(driveId, me)} or (${role.isAdmin} and ${rightsOnDrive(driveId, me)} & ${VIEW}))`;
  const token = tokenAllowsInDrive(context.caller, "writing", driveId);
  return sql`${credentialIsLive(context)} and ${driveIsLive(driveId)} and ${held} and ${token}`;
};

/** The page is in that drive, and, if a role is asked for, the caller runs the drive or is an administrator. */
export const isDestinationIn = (
  context: CheckContext,
  pageId: Operand,
  driveId: Operand,
  role: { readonly isAdmin: Operand } | null,
): SQL =>
  role === null
    ? sql`${driveOfPage(pageId)} = ${driveId}`
    : sql`${driveOfPage(pageId)} = ${driveId} and (${driveAdmin(driveId, callerId(context.caller))} or ${role.isAdmin})`;

/** Somebody else administers the deployment, and is not suspended. `id > ''` has SQLite search the index of administrators. */
export const isOtherAdministrator = (userId: Operand): SQL =>
  sql`exists (
    select 1 from ${users}
    where role = 'admin'
      and suspended_at is null
      and id > ''
      and id <> ${userId})`;

/** Owner or admin of the drive. */
export const administersDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  driveAdmin(driveId, callerId(caller));

export const ownsDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  sql`exists (
    select 1 from ${drives}
    where id = ${driveId}
      and owner_id = ${callerId(caller)})`;
