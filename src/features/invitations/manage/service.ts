/** Pending invitations of a page or drive: listing, revoking and renewing, for users who may share it. */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { DAY, toIso } from "../../../kernel/clock.ts";
import { notFound } from "../../../kernel/errors.ts";
import { EVERYTHING, SHARE, includesRights, unpackRights } from "../../../kernel/rights.ts";
import type { Deps } from "../../../deps.ts";
import { guard, type Query } from "../../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { allowDrive } from "../../../permissions/authorize-drive.ts";
import { allowPage } from "../../../permissions/authorize-page.ts";
import { commit } from "../../../commit/commit.ts";
import { findDriveAccess } from "../../drives/service.ts";
import { loadPage } from "../../pages/service.ts";
import { INVITATION_DAYS, type Invitation, type InvitationLink } from "../contract.ts";
import { linkFor, tokenHashFor } from "../link.ts";
import { countInvitation, mailJob, noteOf } from "../service.ts";
import { findInviterName, type InvitationTarget } from "../statements.ts";
import * as store from "../store.ts";

/** Loads the page or drive together with `queries`, and checks that the caller may invite there. */
async function load<const Q extends readonly Query<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  target: InvitationTarget,
  queries: Q,
) {
  if (target.type === "drive") {
    const { by, results } = await authenticate(deps, caller, [findDriveAccess(caller, target.id), ...queries]);
    const [drive, ...rest] = results;
    allowDrive(by, "addMember", drive);
    const allow = (rights: number) =>
      allowDrive(by, includesRights(rights, SHARE) ? "addSharingMember" : "addMember", drive);
    return { by, allow, remove: () => allowDrive(by, "addMember", drive), rest };
  }
  const { by, results } = await authenticate(deps, caller, [loadPage(caller, target.id), ...queries]);
  const [page, ...rest] = results;
  allowPage(by, "share", page);
  const extra = (rights: number) => ({ rights, refusal: NOT_HELD });
  const allow = (rights: number) =>
    allowPage(by, includesRights(rights, SHARE) ? "shareSharing" : "share", page, extra(rights));
  return { by, allow, remove: (rights: number) => allowPage(by, "share", page, extra(rights)), rest };
}

const NOT_HELD = "You can only grant or remove rights that you have yourself.";

export async function listInvitations(deps: AuthDeps, caller: Caller, target: InvitationTarget): Promise<Invitation[]> {
  const { rest } = await load(deps, caller, target, [store.listInvitations(target, deps.now)]);
  return rest[0];
}

async function loadPending(deps: AuthDeps, caller: Caller, target: InvitationTarget, id: string) {
  const loaded = await load(deps, caller, target, [store.findPending(target, id), findInviterName(caller)]);
  const [pending, name] = loaded.rest as [store.PendingInvitation | null, string]; // in the order of the queries
  if (!pending) throw notFound("This invitation");
  return { ...loaded, pending, name };
}

/** Ends the link and revokes the access that the invitation granted. */
export async function revokeInvitation(
  deps: Deps,
  caller: Caller,
  target: InvitationTarget,
  id: string,
): Promise<void> {
  const { by, remove, pending } = await loadPending(deps, caller, target, id);
  const note = noteOf("invitation.revoke", by.actor, target, pending);
  await commit(deps, remove(pending.rights), {
    queries: [guard(store.isUnchanged(pending)), ...store.revokeInvitation(pending)],
    notes: [{ ...note, ...(pending.grantedTo !== null && { subject: pending.grantedTo }) }],
  });
}

/** Mails a new link, which replaces the old one. The caller becomes the inviter. */
export async function renewInvitation(
  deps: Deps,
  caller: Caller,
  target: InvitationTarget,
  id: string,
): Promise<InvitationLink> {
  const { by, allow, pending, name } = await loadPending(deps, caller, target, id);
  const allowed = allow(pending.rights);
  const muted = await countInvitation(deps, by.actor, pending.email);
  const expiresAt = deps.now + INVITATION_DAYS * DAY;
  const tokenHash = tokenHashFor(deps, id, deps.now);
  await commit(deps, allowed, {
    queries: [
      guard(store.isUnchanged(pending)),
      store.renewInvitation(id, { tokenHash, invitedBy: by.actor.userId, muted, now: deps.now, expiresAt }),
    ],
    notes: [noteOf("invitation.create", by.actor, target, pending)],
    jobs: [mailJob(deps, id)],
  });
  return {
    invitation: renewed(pending, by.actor, name, deps.now, expiresAt),
    link: linkFor(deps, id, deps.now),
    isMailed: deps.config.emailFrom !== null,
  };
}

const renewed = (
  { id, email, role, rights }: store.PendingInvitation,
  actor: Actor,
  name: string,
  now: number,
  expiresAt: number,
): Invitation => ({
  id,
  email,
  role,
  ...unpackRights(role === "admin" ? EVERYTHING : rights),
  invitedBy: { id: actor.userId, name },
  invitedAt: toIso(now),
  expiresAt: toIso(expiresAt),
});
