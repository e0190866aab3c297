/** SQL for invitations, for batches that share a page or a drive. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import type { Rights } from "../../kernel/rights.ts";
import { VIEW } from "../../kernel/rights.ts";
import { driveMembers } from "../../db/schema/drives.ts";
import { rightsValues, RIGHTS_OF_EXCLUDED } from "../../db/rights-columns.ts";
import { invitations } from "../../db/schema/invitations.ts";
import { pageGrants } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import { all, first, rowsOf, sql, write, type Query, type RowOf, type SQL, type Write } from "../../db/sql.ts";
import { type Authorized, writeUnder } from "../../permissions/authorized.ts";
import { rightsOn } from "../../permissions/ancestors.ts";
import { callerId } from "../../permissions/credential.ts";
import type { Caller } from "../../kernel/caller.ts";

const v = alias(invitations, "v");
const u = alias(users, "u");

/** The page or drive that an address is invited to. */
export type InvitationTarget = { readonly type: "page" | "drive"; readonly id: string };

/** Condition over `invitations v`: the invitation is for this page or drive. */
export const isOf = ({ type, id }: InvitationTarget): SQL =>
  type === "page" ? sql`${v.pageId} = ${id}` : sql`${v.driveId} = ${id}`;

const known = { id: v.id, rights: v.rights, issuedAt: v.issuedAt, grantedTo: v.grantedTo, acceptedAt: v.acceptedAt };
export type KnownInvitation = RowOf<typeof known>;

/** The invitation of this address, accepted or not. */
export const findInvitationOf = (target: InvitationTarget, email: string): Query<KnownInvitation | null> =>
  first(
    rowsOf(
      known,
      (columns) => sql`select ${columns} from ${invitations} v where ${isOf(target)} and ${v.email} = ${email}`,
    ),
  );

/** Pending invitations to the page or drive, and from the caller, except those to this address. */
export const countPending = (
  caller: Caller,
  target: InvitationTarget,
  email: string,
  now: Instant,
): Query<{ readonly ofTarget: number; readonly ofInviter: number }> => {
  const isPending = sql`${v.acceptedAt} is null and ${v.expiresAt} > ${now} and ${v.email} <> ${email}`;
  return all(
    sql<{ ofTarget: number; ofInviter: number }>`select
      (select count(*) from ${invitations} v where ${isOf(target)} and ${isPending}) as ofTarget,
      (select count(*) from ${invitations} v where ${v.invitedBy} = ${callerId(caller)} and ${isPending}) as ofInviter`,
    ([row]) => row ?? { ofTarget: 0, ofInviter: 0 },
  );
};

/** The caller's name. */
export const findInviterName = (caller: Caller): Query<string> =>
  all(
    sql<{ name: string }>`select ${u.name} as name from ${users} u where ${u.id} = ${callerId(caller)}`,
    ([row]) => row?.name ?? "",
  );

type Inviting = Authorized<
  "page.share" | "page.shareSharing" | "drive.addMember" | "drive.addSharingMember",
  { readonly id: string }
>;

export type NewInvitation = {
  readonly id: string;
  readonly email: string;
  readonly role: "admin" | "member";
  readonly rights: Rights;
  readonly tokenHash: string;
  readonly muted: boolean;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

/** Guard: this address's invitation is as loaded, or there is still none. */
export const invitationIs = (target: InvitationTarget, email: string, found: KnownInvitation | null): SQL =>
  found === null
    ? sql`not exists (select 1 from ${invitations} v where ${isOf(target)} and ${v.email} = ${email})`
    : sql`exists (
        select 1 from ${invitations} v
        where ${v.id} = ${found.id}
          and ${v.issuedAt} = ${found.issuedAt}
          and ${v.rights} = ${found.rights}
          and ${v.acceptedAt} is ${found.acceptedAt})`;

/** Inserts the invitation, or renews the existing one for the address. */
export const upsertInvitation = (
  allowed: Inviting,
  type: InvitationTarget["type"],
  { id, email, role, rights, tokenHash, muted, now, expiresAt }: NewInvitation,
): Write<number> => {
  const { actor, target } = allowed;
  const [pageId, driveId] = type === "page" ? [target.id, null] : [null, target.id];
  return writeUnder(
    allowed,
    write(sql`
    insert into ${invitations}
      (id, page_id, drive_id, email, role, rights, can_comment, token_hash, invited_by, created_at, issued_at, expires_at, muted)
    values (${id}, ${pageId}, ${driveId}, ${email}, ${role}, ${rightsValues(rights)}, ${tokenHash}, ${actor.userId}, ${now}, ${now},
      ${expiresAt}, ${muted ? 1 : 0})
    on conflict (id) do update set
      role = excluded.role,
      ${RIGHTS_OF_EXCLUDED},
      token_hash = excluded.token_hash,
      invited_by = excluded.invited_by,
      issued_at = excluded.issued_at,
      expires_at = excluded.expires_at,
      mailed_at = null,
      muted = excluded.muted,
      granted_to = iif(accepted_at is null, granted_to, null),
      accepted_at = null`),
  );
};

/** Condition: the account may sign in, and either has this invitation pending or has no access to the page yet. */
export const willReceiveGrant = (pageId: string, userId: string, email: string): SQL => sql`exists (
    select 1 from ${users} u
    where ${u.id} = ${userId}
      and ${u.deletedAt} is null
      and ${u.suspendedAt} is null)
  and (
    exists (
      select 1 from ${invitations} v
      where ${v.pageId} = ${pageId}
        and ${v.email} = ${email}
        and ${v.grantedTo} = ${userId}
        and ${v.acceptedAt} is null)
    or (
      ${rightsOn(pageId, userId)} & ${VIEW} = 0
      and not exists (select 1 from ${pageGrants} where page_id = ${pageId} and user_id = ${userId})))`;

type Grantee = { readonly userId: string; readonly email: string; readonly rights: Rights; readonly now: Instant };

/** Grants the invitation's rights at once to the account that has the address. */
export const grantInvited = (
  allowed: Authorized<"page.share" | "page.shareSharing", { readonly id: string }>,
  { userId, rights, now }: Grantee,
  condition: SQL,
): Write<number> =>
  writeUnder(
    allowed,
    write(sql`insert into ${pageGrants} (page_id, user_id, rights, can_comment, granted_by, created_at)
    select ${allowed.target.id}, ${u.id}, ${rightsValues(rights)}, ${allowed.actor.userId}, ${now}
    from ${users} u
    where ${u.id} = ${userId}
      and ${condition}
    on conflict (page_id, user_id) do update
      set ${RIGHTS_OF_EXCLUDED}, granted_by = excluded.granted_by, created_at = excluded.created_at`),
  );

/** Whether `grantInvited` granted the rights in this batch. */
export const wasGranted = (pageId: string, giverId: string, { userId, rights, now }: Grantee): SQL => sql`exists (
  select 1 from ${pageGrants}
  where page_id = ${pageId}
    and user_id = ${userId}
    and ${pageGrants.rights} = ${rights}
    and granted_by = ${giverId}
    and created_at = ${now})`;

/** Makes the account with the address a member at once; an existing membership stays unchanged. */
export const addInvited = (
  allowed: Authorized<"drive.addMember" | "drive.addSharingMember", { readonly id: string; readonly ownerId: string }>,
  { userId, email, rights, now }: Grantee,
  role: "admin" | "member",
): Write<number> =>
  writeUnder(
    allowed,
    write(sql`insert into ${driveMembers} (drive_id, user_id, role, rights, can_comment, granted_by, created_at, invited_email)
    select ${allowed.target.id}, ${u.id}, ${role}, ${rightsValues(rights)}, ${allowed.actor.userId}, ${now}, ${email}
    from ${users} u
    where ${u.id} = ${userId}
      and ${u.deletedAt} is null
      and ${u.suspendedAt} is null
      and ${u.id} <> ${allowed.target.ownerId}
    on conflict (drive_id, user_id) do nothing`),
  );

/** Whether `addInvited` added them in this batch. */
export const wasAdded = (driveId: string, giverId: string, { userId, email, now }: Grantee): SQL => sql`exists (
  select 1 from ${driveMembers}
  where drive_id = ${driveId}
    and user_id = ${userId}
    and invited_email = ${email}
    and granted_by = ${giverId}
    and created_at = ${now})`;

/** Records which account holds the invitation's rights. `acceptedAt` is null while lists should show only the invitation. */
export const noteGranted = (
  invitationId: string,
  userId: string,
  acceptedAt: Instant | null,
  condition: SQL,
): Write<number> =>
  write(sql`update ${invitations} set granted_to = ${userId}, accepted_at = ${acceptedAt}
    where id = ${invitationId}
      and ${condition}`);

/** Condition over a grant of `userId` on `pageId`: lists show the invitation's address instead of the user. */
export const isShownAsInvitation = (pageId: SQL, userId: SQL, now: Instant): SQL => sql`exists (
  select 1 from ${invitations} v
  where ${v.grantedTo} = ${userId}
    and ${v.pageId} = ${pageId}
    and ${v.acceptedAt} is null
    and ${v.expiresAt} > ${now})`;

/** Condition: the viewer invited `userId` by the address that they still have, and they accepted. */
export const wasInvitedBy = (viewerId: SQL, userId: SQL, address: SQL): SQL => sql`exists (
  select 1 from ${invitations} v
  where ${v.grantedTo} = ${userId}
    and ${v.pageId} is not null
    and ${v.email} = ${address}
    and ${v.invitedBy} = ${viewerId}
    and ${v.acceptedAt} is not null)`;

/** An accepted invitation is deleted with the access that it gave. */
export const deleteAcceptedInvitation = (pageId: string, userId: string): Write<number> =>
  write(sql`delete from ${invitations} where granted_to = ${userId} and page_id = ${pageId}`);

/**
 * For a deleted account: deletes pending invitations it sent, and those it received. Invitations waiting for its
 * address belong to their inviters.
 */
export const deleteInvitationsOf = (userId: string): Write<number>[] => [
  write(sql`delete from ${invitations} where invited_by = ${userId} and accepted_at is null`),
  write(sql`delete from ${invitations} where granted_to = ${userId}`),
];
