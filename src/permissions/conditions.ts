/** Conditions for commit guards: at commit time, the caller is still permitted to act. */
import { VIEW, type Rights } from "../kernel/rights.ts";
import { drives } from "../db/schema/drives.ts";
import { users } from "../db/schema/users.ts";
import { jsonList, sql, type Operand, type SQL } from "../db/sql.ts";
import type { PageRequirement } from "./requirements.ts";
import { ALL_LIVE, DRIVE_OF_LEAF, ancestors, rightsFromAncestors, driveOfPage } from "./ancestors.ts";
import { callerId, callerIsLive, tokenAllowsInDrive, type CredentialKey } from "./credential.ts";
import { driveAdmin, rightsOnDrive, driveIsLive } from "./effective-rights.ts";

/** The caller and the time. A session last seen at or before `idleSince` is no longer valid. */
export type CheckContext = {
  readonly caller: CredentialKey;
  readonly now: Operand;
  readonly idleSince: Operand;
};

export const credentialIsLive = ({ caller, now, idleSince }: CheckContext): SQL => callerIsLive(caller, now, idleSince);

const STATE = {
  live: ALL_LIVE,
  // Regardless of the drive's state.
  trashed: sql`count(trashed_at) > 0`,
  any: sql`1`,
} as const satisfies Record<PageRequirement["state"], SQL>;

/**
 * The credential is valid and permits writing there, or reading if the action only reads; its user has the rights `needs`
 * on the page; and the page is in `state`. One walk up the tree checks it all.
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
      and ${tokenAllowsInDrive(context.caller, reads === undefined ? "writing" : "reading", DRIVE_OF_LEAF)}
    from up)`;

/** Required in addition to rights for changes of access: a token must permit sharing. */
export const mayShareInDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  tokenAllowsInDrive(caller, "sharing", driveId);

/** Each of the drives is live, and the caller has the right to view its root. */
export const mayViewDrives = ({ caller }: CheckContext, driveIds: readonly string[]): SQL =>
  sql`not exists (
    select 1 from ${jsonList(driveIds)} wanted
    where not (${driveIsLive(sql`wanted.value`)} and ${rightsOnDrive(sql`wanted.value`, callerId(caller))} & ${VIEW}))`;

/**
 * At the root of a live drive: requires `needs`, or, if `role` is given, the drive's owner or admin. `isAdmin` is 1 for a
 * deployment administrator, who must be able to see the drive.
 */
export const mayActAtRoot = (
  context: CheckContext,
  driveId: Operand,
  needs: Rights,
  role: { readonly isAdmin: Operand } | null,
): SQL => {
  const me = callerId(context.caller);
  const hasRights =
    role === null
      ? sql`(${rightsOnDrive(driveId, me)} & ${needs}) = ${needs}`
      : sql`(${driveAdmin(driveId, me)} or (${role.isAdmin} and ${rightsOnDrive(driveId, me)} & ${VIEW}))`;
  const token = tokenAllowsInDrive(context.caller, "writing", driveId);
  return sql`${credentialIsLive(context)} and ${driveIsLive(driveId)} and ${hasRights} and ${token}`;
};

/** The page is in that drive and, if a role is required, the caller is the drive's owner or admin, or an administrator. */
export const isDestinationIn = (
  context: CheckContext,
  pageId: Operand,
  driveId: Operand,
  role: { readonly isAdmin: Operand } | null,
): SQL =>
  role === null
    ? sql`${driveOfPage(pageId)} = ${driveId}`
    : sql`${driveOfPage(pageId)} = ${driveId} and (${driveAdmin(driveId, callerId(context.caller))} or ${role.isAdmin})`;

/** Another administrator exists who is not suspended. `id > ''` makes SQLite use the index of administrators. */
export const isOtherAdministrator = (userId: Operand): SQL =>
  sql`exists (
    select 1 from ${users}
    where role = 'admin'
      and suspended_at is null
      and id > ''
      and id <> ${userId})`;

/** The caller is the drive's owner or an admin of it. */
export const administersDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  driveAdmin(driveId, callerId(caller));

export const ownsDrive = ({ caller }: CheckContext, driveId: Operand): SQL =>
  sql`exists (
    select 1 from ${drives}
    where id = ${driveId}
      and owner_id = ${callerId(caller)})`;
