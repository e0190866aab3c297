/** Inviting an address, and accepting an invitation. */
import type { Actor, Client } from "../../kernel/caller.ts";
import { DAY, toIso } from "../../kernel/clock.ts";
import type { Job } from "../../kernel/job.ts";
import { EVERYTHING, unpackRights, type Rights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, type Query } from "../../db/sql.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { copyRestrictionsOf } from "../../permissions/grant-restrictions.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { requireLimits } from "../../rate-limits/service.ts";
import { insertNotification, nameOfDrive, nameOfUser, titleOfPage } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import { INVITATION_DAYS, type SentInvitation } from "./contract.ts";
import { linkFor, tokenHashFor } from "./link.ts";
import { requireRoom } from "./rules.ts";
import type { InvitationTarget, KnownInvitation, NewInvitation } from "./statements.ts";
import * as store from "./store.ts";

export type { ClaimableInvitation } from "./store.ts";

type Offer = { readonly email: string; readonly role: "admin" | "member"; readonly rights: Rights };

type PreparedInvitation = {
  readonly invitation: NewInvitation;
  readonly note: AuditNote;
  readonly job: Job;
  /** `inviter` is the actor's name. */
  readonly answer: (inviter: string) => SentInvitation;
};

/**
 * Counts the invitation against the limits and prepares it, in the same way for addresses with and without an account.
 * Throws `conflict` and `rate_limited`.
 */
export async function prepareInvitation(
  deps: Deps,
  actor: Actor,
  target: InvitationTarget,
  { email, role, rights }: Offer,
  before: {
    readonly found: KnownInvitation | null;
    readonly pending: { readonly ofTarget: number; readonly ofInviter: number };
  },
): Promise<PreparedInvitation> {
  requireRoom(before.pending);
  const muted = await countInvitation(deps, actor, email);
  const { now } = deps;
  const id = before.found?.id ?? deps.newId();
  const expiresAt = now + INVITATION_DAYS * DAY;
  const invitation = { id, email, role, rights, tokenHash: tokenHashFor(deps, id, now), muted, now, expiresAt };
  const flags = unpackRights(role === "admin" ? EVERYTHING : rights);
  return {
    invitation,
    note: noteOf("invitation.create", actor, target, { id, email, rights, role }),
    job: mailJob(deps, id),
    answer: (inviter) => ({
      userId: null,
      role,
      ...flags,
      grantedBy: actor.userId,
      grantedAt: toIso(now),
      inheritedFrom: null,
      user: { id: null, name: email, email, image: null },
      invitation: {
        id,
        email,
        role,
        ...flags,
        invitedBy: { id: actor.userId, name: inviter },
        invitedAt: toIso(now),
        expiresAt: toIso(expiresAt),
      },
      link: linkFor(deps, id, now),
      isMailed: deps.config.emailFrom !== null,
    }),
  };
}

/** Returns true if the address has been mailed too often. */
export async function countInvitation(deps: Deps, actor: Actor, email: string): Promise<boolean> {
  const { silenced } = await requireLimits(
    deps,
    [
      { rule: LIMIT_RULES.invitationByUser, value: actor.userId },
      { rule: LIMIT_RULES.invitationByEmail, value: email },
    ],
    actor,
  );
  return silenced;
}

export const mailJob = (deps: Pick<Deps, "newId" | "now">, invitationId: string): Job => ({
  id: deps.newId(),
  kind: "mail.invitation",
  invitationId,
  issuedAt: deps.now,
});

type Noted = Offer & { readonly id: string };

export const noteOf = (
  kind: "invitation.create" | "invitation.accept" | "invitation.revoke" | "invitation.expire",
  by: AuditNote["by"],
  target: InvitationTarget,
  { id, email, rights, role }: Noted,
): AuditNote => ({ kind, by, email, resource: { ...target }, detail: { invitation: id, rights, role } });

export const targetOf = ({ pageId, driveId }: store.PendingInvitation): InvitationTarget =>
  pageId === null ? { type: "drive", id: driveId ?? "" } : { type: "page", id: pageId };

/** For the sign-in batch: invitations waiting for the address that the sign-in proves. */
export const findClaimable = (deps: Pick<Deps, "now">, email: string): Query<store.ClaimableInvitation[]> =>
  store.findClaimable(email, deps.now);

/**
 * Accepts the invitations waiting for a user who has just proven their address. Those that can no longer be accepted
 * stay pending.
 */
export async function claimInvitations(
  deps: Deps,
  waiting: readonly store.ClaimableInvitation[],
  client: Client,
): Promise<void> {
  for (const invitation of waiting) await acceptInvitation(deps, invitation, invitation.userId, client);
}

/** Returns false if the invitation was accepted or ended meanwhile, or if the inviter may no longer grant what it offers. */
export async function acceptInvitation(
  deps: Deps,
  invitation: store.PendingInvitation,
  userId: string,
  client: Client,
): Promise<boolean> {
  try {
    await commit(deps, exempt.invitation, {
      queries: [
        guard(store.isAcceptable(invitation, userId, deps.now)),
        ...restrictionsFor(deps, invitation, userId),
        ...store.acceptStatements(invitation, userId, deps.now),
        ...notifyInviter(deps, invitation, userId),
      ],
      notes: [
        { ...noteOf("invitation.accept", { userId, client }, targetOf(invitation), invitation), subject: userId },
      ],
      announces: announcesOf(invitation, userId),
    });
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

/** Pages below the invited page that are hidden from the inviter are also hidden from the user who accepts. */
const restrictionsFor = ({ now }: Pick<Deps, "now">, invitation: store.PendingInvitation, userId: string) => {
  const { pageId, rights, invitedBy } = invitation;
  if (pageId === null) return [];
  return [
    copyRestrictionsOf(invitedBy, pageId, { userId, rights, now }, store.isRestricted(pageId, invitation, userId)),
  ];
};

const notifyInviter = (deps: Pick<Deps, "newId" | "now">, invitation: store.PendingInvitation, userId: string) => {
  const { pageId, driveId } = invitation;
  const what = pageId === null ? nameOfDrive(driveId ?? "") : titleOfPage(pageId);
  return [
    insertNotification(
      {
        id: deps.newId(),
        userId: invitation.invitedBy,
        type: "PERMISSION_UPDATED",
        title: inLanguageOf("invitationAcceptedTitle"),
        message: inLanguageOf("invitationAccepted", { who: nameOfUser(userId), what }),
        actorId: userId,
        pageId,
        driveId,
      },
      deps.now,
    ),
  ];
};

/** Notifies viewers of the sharing list, and the browsers of the user who accepted. */
const announcesOf = ({ pageId, driveId }: store.PendingInvitation, userId: string) => [
  ...(pageId === null ? [] : [{ kind: "sharing", pageId } as const]),
  ...(driveId === null ? [] : [{ kind: "access", driveId, userIds: [userId] } as const]),
];

/** A user who was granted rights by address has opened the page, so lists show them from now on. */
export async function acknowledgeInvitation(deps: Deps, userId: string, pageId: string, client: Client): Promise<void> {
  const known = await writeOneExempt(deps.db, exempt.invitation, store.acknowledge(userId, pageId, deps.now));
  if (known === null) return;
  await commit(deps, exempt.record, {
    queries: [],
    notes: [
      {
        kind: "invitation.accept",
        by: { userId, client },
        subject: userId,
        resource: { type: "page", id: pageId },
        detail: { invitation: known.id },
      },
    ],
    announces: [{ kind: "sharing", pageId }],
  });
}
