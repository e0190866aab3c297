/** Use cases of membership. Nobody gives a right they do not hold, and nobody touches the owner. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { paginate } from "../../kernel/cursor.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import { unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation, retryOnce } from "../../platform/db.ts";
import { guard } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowDrive, authorizeDrive } from "../../permissions/authorize-drive.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { nameOfActor, nameOfDrive, insertNotification } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import type { AddMember, Member, MemberList, PatchMember, RemovalEffect } from "./contract.ts";
import * as members from "./member-store.ts";
import { memberRights, patchMembership, type Membership } from "./rules.ts";
import { countPagesOf, findDriveAccess } from "./store.ts";
import {
  allowAddedMember,
  allowChangeOf,
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

/**
 * An address finds only the one who has proven it, and only for a caller who may share this drive. Everyone owns a
 * drive, so that alone would let anyone ask which addresses have accounts: a hit leaves a membership that the other
 * sees and an audit entry that names both, and asking is limited.
 */
export async function addMember(deps: Deps, caller: Caller, driveId: string, wanted: AddMember): Promise<Member> {
  const who = wanted.userId === undefined ? { email: wanted.email ?? "" } : { userId: wanted.userId };
  const { by, results } = await authenticate(deps, caller, [
    findDriveAccess(caller, driveId),
    members.findCandidate(caller, driveId, who),
  ]);
  const [loaded, candidate] = results;
  const { actor } = allowDrive(by, "addMember", loaded);
  if (!candidate) throw notFound("This user");
  const userId = candidate.person.id;
  if (candidate.membership) throw alreadyMember();
  const invitedEmail = "email" in who ? who.email : null;
  const membership = { role: wanted.role, rights: memberRights(wanted) };
  const allowed = allowAddedMember(by, loaded, userId, membership);
  await commit(deps, allowed, {
    queries: [
      members.insertMember(allowed, { userId, ...membership, invitedEmail, now: deps.now }),
      insertNotification(
        {
          id: deps.newId(),
          userId,
          type: "DRIVE_MEMBER_ADDED",
          title: inLanguageOf("addedToDriveTitle"),
          message: inLanguageOf("addedToDrive", { who: nameOfActor(actor), drive: nameOfDrive(driveId) }),
          actorId: actor.userId,
          driveId,
        },
        deps.now,
      ),
    ],
    notes: [memberNote("perm.grant", actor, driveId, userId, { ...membership })],
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? alreadyMember() : error;
  });
  return toMember(candidate.person, membership, actor.userId, toIso(deps.now));
}

/** What the membership was may have changed since it was looked at. */
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

/** What `removeMember` would take away, for those who may do it. */
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
  new AppError("conflict", "This person is a member already. Change the membership instead.");

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
