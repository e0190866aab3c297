/** SQL for invitations: listing, revoking, renewing, accepting and expiry. */
import { alias } from "drizzle-orm/sqlite-core";
import { toIso, type Instant } from "../../kernel/clock.ts";
import type { SignUpRules } from "../../kernel/sign-up.ts";
import type { Language } from "../../kernel/preferences.ts";
import { EVERYTHING, unpackRights, type Rights } from "../../kernel/rights.ts";
import { hasBlocked } from "../../db/blocks.ts";
import { driveMembers, drives } from "../../db/schema/drives.ts";
import { rightsValues, RIGHTS_OF_EXCLUDED } from "../../db/rights-columns.ts";
import { invitations } from "../../db/schema/invitations.ts";
import { accessRequests, pageGrants, pages } from "../../db/schema/pages.ts";
import { users } from "../../db/schema/users.ts";
import {
  allOf,
  changing,
  first,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SelectedColumns,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { driveOfPage, rightsOn } from "../../permissions/ancestors.ts";
import { driveAdmin } from "../../permissions/effective-rights.ts";
import type { Invitation } from "./contract.ts";
import { canBeGranted } from "../signup/invitation-statements.ts";
import { isKnownOrAllowed, policyAllows, type Applicant } from "../signup/statements.ts";
import { isOf, type InvitationTarget } from "./statements.ts";

const v = alias(invitations, "v");
const b = alias(users, "b");
const u = alias(users, "u");
const p = alias(pages, "p");
const d = alias(drives, "d");

/** Invitations listed, newest first; no more can be pending. */
const LISTED = 100;

const listed = {
  id: v.id,
  email: v.email,
  role: v.role,
  rights: v.rights,
  issuedAt: v.issuedAt,
  expiresAt: v.expiresAt,
  inviterId: v.invitedBy,
  inviterName: b.name,
};

const toInvitation = (row: RowOf<typeof listed>): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  ...unpackRights(row.role === "admin" ? EVERYTHING : row.rights),
  invitedBy: { id: row.inviterId, name: row.inviterName },
  invitedAt: toIso(row.issuedAt),
  expiresAt: toIso(row.expiresAt),
});

export const listInvitations = (target: InvitationTarget, now: Instant): Query<Invitation[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`select ${columns}
        from ${invitations} v
        cross join ${users} b on ${b.id} = ${v.invitedBy}
        where ${isOf(target)}
          and ${v.acceptedAt} is null
          and ${v.expiresAt} > ${now}
        order by ${v.createdAt} desc, ${v.id}
        limit ${whole(LISTED)}`,
    ),
    toInvitation,
  );

const pending = {
  id: v.id,
  pageId: v.pageId,
  driveId: v.driveId,
  email: v.email,
  role: v.role,
  rights: v.rights,
  invitedBy: v.invitedBy,
  issuedAt: v.issuedAt,
  expiresAt: v.expiresAt,
  grantedTo: v.grantedTo,
};
export type PendingInvitation = RowOf<typeof pending>;

/** An invitation to the page or drive that was not accepted, even if it has expired. */
export const findPending = (target: InvitationTarget, id: string): Query<PendingInvitation | null> =>
  first(
    rowsOf(
      pending,
      (columns) => sql`select ${columns} from ${invitations} v
        where ${v.id} = ${id}
          and ${isOf(target)}
          and ${v.acceptedAt} is null`,
    ),
  );

/** Condition: the invitation was neither renewed nor accepted since it was loaded. */
export const isUnchanged = ({ id, issuedAt }: PendingInvitation): SQL => sql`exists (
  select 1 from ${invitations} v
  where ${v.id} = ${id}
    and ${v.issuedAt} = ${issuedAt}
    and ${v.acceptedAt} is null)`;

/** Revokes the access that the invitation gave to an account, if any, and deletes the invitation. */
export const revokeInvitation = ({ id, pageId, grantedTo }: PendingInvitation): Write<number>[] => [
  ...(pageId === null || grantedTo === null
    ? []
    : [write(sql`delete from ${pageGrants} where page_id = ${pageId} and user_id = ${grantedTo}`)]),
  write(sql`delete from ${invitations} where id = ${id}`),
];

type Renewal = {
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly muted: boolean;
  readonly now: Instant;
  readonly expiresAt: Instant;
};

/** The user who renews an invitation becomes its inviter. */
export const renewInvitation = (id: string, { tokenHash, invitedBy, muted, now, expiresAt }: Renewal): Write<number> =>
  write(sql`update ${invitations} set
      token_hash = ${tokenHash}, invited_by = ${invitedBy}, muted = ${muted ? 1 : 0}, issued_at = ${now},
      expires_at = ${expiresAt}, mailed_at = null
    where id = ${id}`);

const opened = {
  ...pending,
  inviterName: b.name,
  inviterEmail: b.loginEmail,
  /** The title of the page or the name of the drive. */
  name: sql<string>`coalesce(
    (select ${p.title} from ${pages} p where ${p.id} = ${v.pageId}),
    (select ${d.name} from ${drives} d where ${d.id} = ${v.driveId}))`,
  isAccepted: sql<0 | 1>`${v.acceptedAt} is not null`,
  /** The language chosen by the account that has proven the address, if any. */
  language: sql<Language | null>`(select ${u.language} from ${users} u where ${u.loginEmail} = ${v.email})`,
};
export type OpenedInvitation = RowOf<typeof opened>;

const findOpened = <S extends SelectedColumns>(fields: S, condition: SQL): Query<RowOf<S> | null> =>
  first(
    rowsOf(
      fields,
      (columns) => sql`select ${columns}
        from ${invitations} v
        cross join ${users} b on ${b.id} = ${v.invitedBy}
        where ${condition}`,
    ),
  );

/** The address of invitation `v`, which needs no sign-up link. */
const invited = (now: Instant): Applicant => ({ email: sql`${v.email}`, signUpHash: null, now });

export type ShownInvitation = OpenedInvitation & { readonly mayJoin: 0 | 1 };

/** Null for a link that is unknown, replaced, revoked or expired, or while the inviter may not grant what it offers. */
export const findByToken = (rules: SignUpRules, tokenHash: string, now: Instant): Query<ShownInvitation | null> =>
  findOpened(
    // Whether the address has an account must not show: its inviter has this link, too.
    { ...opened, mayJoin: sql<0 | 1>`(${policyAllows(rules, invited(now))}) is true` },
    sql`${v.tokenHash} = ${tokenHash} and (${v.acceptedAt} is not null or (${v.expiresAt} > ${now} and ${canBeGranted}))`,
  );

/**
 * Claims the sending of the mail for this link; 0 if it was already sent, is muted, the invitation is over, or the address
 * could not create the account it lacks. The inviter does not learn which.
 */
export const claimMail = (rules: SignUpRules, id: string, issuedAt: Instant, now: Instant): Write<number> =>
  write(sql`update ${invitations} as v set mailed_at = ${now}
    where v.id = ${id}
      and v.issued_at = ${issuedAt}
      and v.mailed_at is null
      and v.muted = 0
      and v.expires_at > ${now}
      and ${canBeGranted}
      and ${isKnownOrAllowed(rules, invited(now))}`);

/** No mail is sent to a user who has blocked the inviter; the inviter does not learn this. */
export const findMailable = (id: string): Query<OpenedInvitation | null> =>
  findOpened(
    opened,
    sql`${v.id} = ${id}
    and not exists (
      select 1 from ${users} invited
      where invited.login_email = ${v.email}
        and ${hasBlocked(sql`invited.id`, sql`${v.invitedBy}`)})`,
  );

export const releaseMail = (id: string): Write<number> =>
  write(sql`update ${invitations} set mailed_at = null where id = ${id}`);

const claimable = { ...pending, userId: u.id };
export type ClaimableInvitation = RowOf<typeof claimable>;

/** Invitations accepted per sign-in; the next one continues. */
const CLAIMED = 20;

/** Invitations waiting for the account that has proven the address. */
export const findClaimable = (email: string, now: Instant): Query<ClaimableInvitation[]> =>
  many(
    rowsOf(
      claimable,
      (columns) => sql`select ${columns}
        from ${invitations} v
        cross join ${users} u on ${u.loginEmail} = ${v.email}
        where ${v.email} = ${email}
          and ${v.grantedTo} is null
          and ${v.acceptedAt} is null
          and ${v.expiresAt} > ${now}
        order by ${v.id}
        limit ${whole(CLAIMED)}`,
    ),
  );

/** Condition: the account still has the address, the invitation is unchanged and not over, and the inviter may still grant it. */
export const isAcceptable = (invitation: PendingInvitation, userId: string, now: Instant): SQL => sql`exists (
  select 1
  from ${invitations} v
  cross join ${users} u on ${u.loginEmail} = ${v.email}
  where ${v.id} = ${invitation.id}
    and ${v.issuedAt} = ${invitation.issuedAt}
    and ${v.rights} = ${invitation.rights}
    and ${v.acceptedAt} is null
    and ${v.expiresAt} > ${now}
    and ${u.id} = ${userId}
    and ${u.deletedAt} is null
    and ${u.suspendedAt} is null
    and ${canBeGranted})`;

/** Grants what the invitation offers. A user who already holds more keeps it. */
export function acceptStatements(invitation: PendingInvitation, userId: string, now: Instant): Write<number>[] {
  const { id, pageId, driveId, email, role, rights, invitedBy } = invitation;
  const given =
    pageId === null
      ? [
          write(sql`insert into ${driveMembers} (drive_id, user_id, role, rights, can_comment, granted_by, created_at, invited_email)
            select ${driveId}, ${userId}, ${role}, ${rightsValues(rights)}, ${invitedBy}, ${now}, ${email}
            where not exists (select 1 from ${drives} where id = ${driveId} and owner_id = ${userId})
            on conflict (drive_id, user_id) do update set
              rights = rights | excluded.rights, can_comment = can_comment | excluded.can_comment,
              role = iif(excluded.role = 'admin', 'admin', role)`),
        ]
      : grantStatements(pageId, invitation, userId, now);
  return [
    ...given,
    write(sql`update ${invitations} set granted_to = ${userId}, accepted_at = ${now} where id = ${id}`),
  ];
}

/** Condition: the account lacks some of these rights. */
const lacks = (pageId: string, userId: string, rights: Rights): SQL =>
  sql`(${rightsOn(pageId, userId)} & ${rights}) <> ${rights}`;

/** Condition: the rights come from an inviter who does not administer the drive and may not see all pages below. */
export const isRestricted = (pageId: string, { rights, invitedBy }: PendingInvitation, userId: string): SQL =>
  allOf([lacks(pageId, userId, rights), sql`not ${driveAdmin(driveOfPage(pageId), invitedBy)}`]);

function grantStatements(
  pageId: string,
  { rights, invitedBy }: PendingInvitation,
  userId: string,
  now: Instant,
): Write<number>[] {
  return [
    write(sql`insert into ${pageGrants} (page_id, user_id, rights, can_comment, granted_by, created_at)
      select ${pageId}, ${userId}, ${rightsValues(sql`given`)}, ${invitedBy}, ${now}
      from (select ${rights} | ${rightsOn(pageId, userId)} as given) where ${lacks(pageId, userId, rights)}
      on conflict (page_id, user_id) do update
        set ${RIGHTS_OF_EXCLUDED}, granted_by = excluded.granted_by, created_at = excluded.created_at`),
    write(sql`delete from ${accessRequests} where page_id = ${pageId} and user_id = ${userId}`),
  ];
}

/** For an account that received the rights at once and has now opened the page or the link. */
export const acknowledge = (userId: string, pageId: string, now: Instant): Write<{ id: string; by: string } | null> =>
  changing(
    first(
      sql<{ id: string; by: string }>`update ${invitations} set accepted_at = ${now}
        where granted_to = ${userId}
          and page_id = ${pageId}
          and accepted_at is null
        returning id, invited_by as "by"`,
    ),
  );
