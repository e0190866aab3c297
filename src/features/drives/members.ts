/** Use cases of drive membership. No user can grant a right they do not hold, and the owner cannot be changed. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { paginate } from "../../kernel/cursor.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation, retryOnce } from "../../platform/db.ts";
import { guard } from "../../db/sql.ts";
import { authenticate, type AuthDeps, type Authenticated } from "../../permissions/authenticate.ts";
import { allowDrive, authorizeDrive } from "../../permissions/authorize-drive.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { nameOfActor, nameOfDrive, insertNotification } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import type { SentInvitation } from "../invitations/contract.ts";
import { prepareInvitation } from "../invitations/service.ts";
import * as invitations from "../invitations/statements.ts";
import type { AddMember, Member, MemberList, PatchMember, RemovalEffect } from "./contract.ts";
import * as members from "./member-store.ts";
import { memberRights, patchMembership, type Membership } from "./rules.ts";
import { countPagesOf, findDriveAccess, type DriveAccess } from "./store.ts";
import {
  allowAddedMember,
  allowChangeOf,
  allowInvitedMember,
  allowChangedMember,
  allowRemovedMember,
} from "../../permissions/authorize-sharing.ts";

export async function listMembers(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<MemberList> {
  const [, owner, found] = await authorizeDrive(deps, caller, "view", findDriveAccess(caller, driveId), [
    members.findDriveOwner(caller, driveId),
    members.listMembers(caller, driveId, query.cursor ?? "", query.limit),
  ]);
  if (!owner) throw notFound("This drive");
  const { page, nextCursor } = paginate(found, query.limit, ({ userId }) => userId);
  return { owner, members: page, nextCursor };
}

export const addMember = (
  deps: Deps,
  caller: Caller,
  driveId: string,
  wanted: AddMember,
): Promise<Member | SentInvitation> =>
  // A concurrent request may have invited the same address.
  retryOnce(() => addMemberOnce(deps, caller, driveId, wanted));

async function addMemberOnce(
  deps: Deps,
  caller: Caller,
  driveId: string,
  wanted: AddMember,
): Promise<Member | SentInvitation> {
  if (wanted.userId === undefined) return addAddress(deps, caller, driveId, { ...wanted, email: wanted.email ?? "" });
  const { by, loaded, candidate } = await loadMember(deps, caller, driveId, wanted.userId);
  allowDrive(by, "addMember", loaded);
  if (!candidate) throw notFound("This user");
  return addPerson(deps, by, loaded, candidate, wanted, null);
}

async function addPerson(
  deps: Deps,
  by: Authenticated,
  loaded: DriveAccess | null,
  candidate: members.Candidate,
  wanted: AddMember,
  invitedEmail: string | null,
): Promise<Member> {
  if (candidate.membership) throw alreadyMember();
  const userId = candidate.person.id;
  const membership = { role: wanted.role, rights: memberRights(wanted) };
  const allowed = allowAddedMember(by, loaded, userId, membership);
  const { actor, target } = allowed;
  await commit(deps, allowed, {
    queries: [
      members.insertMember(allowed, { userId, ...membership, invitedEmail, now: deps.now }),
      insertNotification(addedTo(deps, actor, target.id, userId), deps.now),
    ],
    notes: [memberNote("perm.grant", actor, target.id, userId, { ...membership })],
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? alreadyMember() : error;
  });
  return toMember(candidate.person, membership, actor.userId, toIso(deps.now));
}

const addedTo = (deps: Pick<Deps, "newId">, actor: Actor, driveId: string, userId: string) =>
  ({
    id: deps.newId(),
    userId,
    type: "DRIVE_MEMBER_ADDED",
    title: inLanguageOf("addedToDriveTitle"),
    message: inLanguageOf("addedToDrive", { who: nameOfActor(actor), drive: nameOfDrive(driveId) }),
    actorId: actor.userId,
    driveId,
  }) as const;

/** Placeholder user id for an address without an account. */
const NO_ACCOUNT = "";

/**
 * Invites an address with the same response and the same work whether or not it has an account. An account becomes a
 * member at once; an existing membership stays unchanged. Members are listed with the address by which they were added,
 * so the member list reveals that the address has an account. Such a probe is rate limited, and leaves an audit entry
 * as well as a membership and a notification that the account's owner sees.
 */
async function addAddress(
  deps: Deps,
  caller: Caller,
  driveId: string,
  wanted: AddMember & { readonly email: string },
): Promise<Member | SentInvitation> {
  const { email } = wanted;
  const target = { type: "drive", id: driveId } as const;
  const { by, results } = await authenticate(deps, caller, [
    findDriveAccess(caller, driveId),
    members.findCandidate(caller, driveId, { email }),
    invitations.findInvitationOf(target, email),
    invitations.countPending(caller, target, email, deps.now),
    invitations.findInviterName(caller),
  ]);
  const [loaded, candidate, found, pending, name] = results;
  const { actor } = allowDrive(by, "addMember", loaded);
  if (candidate?.isKnown) return addPerson(deps, by, loaded, candidate, wanted, email);
  const membership = { role: wanted.role, rights: memberRights(wanted) };
  const allowed = allowInvitedMember(by, loaded, membership);
  const prepared = await prepareInvitation(deps, actor, target, { email, ...membership }, { found, pending });
  const userId = candidate?.person.id ?? NO_ACCOUNT;
  const added = { userId, email, rights: membership.rights, now: deps.now };
  const wasAdded = invitations.wasAdded(driveId, actor.userId, added);
  await commit(deps, allowed, {
    queries: [
      guard(invitations.invitationIs(target, email, found)),
      invitations.addInvited(allowed, added, wanted.role),
      invitations.upsertInvitation(allowed, "drive", prepared.invitation),
      invitations.noteGranted(prepared.invitation.id, userId, deps.now, wasAdded),
      insertNotification(addedTo(deps, actor, driveId, userId), deps.now, wasAdded),
    ],
    notes: [{ ...prepared.note, ...(candidate && { subject: userId }) }],
    jobs: [prepared.job],
  });
  return prepared.answer(name);
}

/** Retried once, because the membership may have changed since it was loaded. */
export const patchMember = (
  deps: Deps,
  caller: Caller,
  driveId: string,
  userId: string,
  patch: PatchMember,
): Promise<Member> => retryOnce(() => patchMemberOnce(deps, caller, driveId, userId, patch));

async function patchMemberOnce(
  deps: Deps,
  caller: Caller,
  driveId: string,
  userId: string,
  patch: PatchMember,
): Promise<Member> {
  const { by, loaded, candidate } = await loadMember(deps, caller, driveId, userId);
  const { actor } = allowChangeOf(by, loaded, userId);
  const before = candidate?.membership;
  if (!candidate || !before) throw notFound("This member");
  const after = patchMembership(before, patch);
  const allowed = allowChangedMember(by, loaded, before, after);
  const changed = after.role !== before.role || after.rights !== before.rights;
  if (changed) {
    const detail = { role: after.role, rights: after.rights, before: before.rights, roleBefore: before.role };
    const kind = after.role === before.role ? "perm.grant" : "role.change";
    await commit(deps, allowed, {
      queries: [guard(members.membershipIs(driveId, userId, before)), members.updateMember(allowed, userId, after)],
      notes: [memberNote(kind, actor, driveId, userId, detail)],
    });
  }
  return toMember(candidate.person, after, candidate.grantedBy ?? actor.userId, toIso(candidate.grantedAt ?? deps.now));
}

export async function removeMember(deps: Deps, caller: Caller, driveId: string, userId: string): Promise<void> {
  const { by, loaded, candidate } = await loadMember(deps, caller, driveId, userId);
  const allowed = allowRemovedMember(by, loaded, userId);
  const { actor } = allowed;
  if (!candidate?.membership) throw notFound("This member");
  await commit(deps, allowed, {
    queries: [...members.deleteMember(allowed, userId)],
    notes: [memberNote("perm.revoke", actor, driveId, userId, { ...candidate.membership })],
  });
}

/** What `removeMember` would take away, for callers who may do it. */
export async function effectOfRemoving(
  deps: AuthDeps,
  caller: Caller,
  driveId: string,
  userId: string,
): Promise<RemovalEffect> {
  const { by, results } = await authenticate(deps, caller, [
    findDriveAccess(caller, driveId),
    countPagesOf(driveId, userId),
  ]);
  const [loaded, pages] = results;
  allowRemovedMember(by, loaded, userId);
  if (pages === null) throw notFound("This member");
  return { pages };
}

async function loadMember(deps: AuthDeps, caller: Caller, driveId: string, userId: string) {
  const { by, results } = await authenticate(deps, caller, [
    findDriveAccess(caller, driveId),
    members.findCandidate(caller, driveId, { userId }),
  ]);
  const [loaded, candidate] = results;
  return { by, loaded, candidate };
}

const alreadyMember = (): AppError =>
  new AppError("conflict", "This person is already a member. Change their membership instead.");

const memberNote = (
  kind: AuditNote["kind"],
  by: Actor,
  driveId: string,
  subject: string,
  detail: NonNullable<AuditNote["detail"]>,
): AuditNote => ({
  kind,
  by,
  subject,
  resource: { type: "drive", id: driveId },
  detail,
});

const toMember = (
  person: Member["user"],
  { role, rights }: Membership,
  grantedBy: string,
  grantedAt: string,
): Member => ({
  userId: person.id,
  role,
  ...unpackRights(rights),
  grantedBy,
  grantedAt,
  user: person,
});
