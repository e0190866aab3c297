/** Use cases of membership. Nobody gives a right they do not hold, and nobody touches the owner. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { requireSharing } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, forbidden, invalid, notFound } from "../../kernel/errors.ts";
import { SHARE, holds, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { UniqueViolation } from "../../platform/db.ts";
import { guard, sql, type SQL } from "../../db/sql.ts";
import { callerIsLive, callerMayShare } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { requireFreshSignIn } from "../access/step-up.ts";
import { commit, type Note } from "../audit/service.ts";
import { nameOfUser, notify } from "../notifications/access.ts";
import type { AddMember, Member, MemberList, PatchMember } from "./contract.ts";
import * as members from "./member-store.ts";
import { managesDrive, memberRights, patchMembership, type Membership } from "./rules.ts";
import { managesStill, requireLive } from "./service.ts";
import { findSight } from "./store.ts";

export async function listMembers(
  deps: Deps,
  caller: Caller,
  driveId: string,
  query: { cursor?: string | undefined; limit: number },
): Promise<MemberList> {
  const { actor, results } = await authenticate(deps, caller, [
    findSight(caller, driveId),
    members.findOwner(caller, driveId),
    members.listMembers(caller, driveId, query.cursor ?? "", query.limit),
  ]);
  const [sight, owner, found] = results;
  requireLive(actor, sight);
  if (!owner) throw notFound("This drive");
  const page = found.slice(0, query.limit);
  return { owner, members: page, nextCursor: found.length > page.length ? (page.at(-1)?.userId ?? null) : null };
}

/**
 * An address finds only the one who has proven it, and only for a caller who may share this drive. Everyone owns a
 * drive, so that alone would let anyone ask which addresses have accounts: a hit leaves a membership that the other
 * sees and an audit entry that names both, and asking is limited.
 */
export async function addMember(deps: Deps, caller: Caller, driveId: string, wanted: AddMember): Promise<Member> {
  const by = wanted.userId === undefined ? { email: wanted.email ?? "" } : { userId: wanted.userId };
  const { actor, results } = await authenticate(deps, caller, [
    findSight(caller, driveId),
    members.findCandidate(caller, driveId, by),
  ]);
  const sight = requireLive(actor, results[0]);
  requireSharing(actor);
  // A member who may share could be kept from some pages; whom they added to the drive would not be.
  if (!managesDrive(sight.role)) throw forbidden("Only the owner and the admins of a drive may add members.");
  const candidate = results[1];
  if (!candidate) throw notFound("This user");
  const userId = candidate.person.id;
  if (userId === sight.ownerId) throw invalid("userId", "The owner holds every right already.");
  if (candidate.membership) throw alreadyMember();
  const invitedEmail = "email" in by ? by.email : null;
  const membership = { role: wanted.role, rights: memberRights(wanted) };
  if (holds(membership.rights, SHARE)) requireFreshSignIn(actor, deps.now);
  await commit(deps, {
    queries: [
      guard(managesMembersStill(deps, caller, driveId)),
      members.insertMember({ driveId, userId, ...membership, grantedBy: actor.userId, invitedEmail, now: deps.now }),
      notify(
        {
          id: deps.newId(),
          userId,
          type: "DRIVE_MEMBER_ADDED",
          title: "Added to a drive",
          message: sql`${nameOfUser(actor.userId)} || ' added you to the drive “' || (select name from drives where id = ${driveId}) || '”.'`,
          actorId: actor.userId,
          driveId,
        },
        deps.now,
      ),
    ],
    notes: [note("perm.grant", actor, driveId, userId, { ...membership })],
  }).catch((error: unknown) => {
    throw error instanceof UniqueViolation ? alreadyMember() : error;
  });
  return shown(candidate.person, membership, actor.userId, toIso(deps.now));
}

export async function patchMember(
  deps: Deps,
  caller: Caller,
  driveId: string,
  userId: string,
  patch: PatchMember,
): Promise<Member> {
  const { actor, sight, candidate } = await loadMember(deps, caller, driveId, userId);
  if (!managesDrive(sight.role)) throw forbidden("Only the owner and the admins of a drive may change its members.");
  if (userId === sight.ownerId) throw forbidden("The owner of a drive keeps every right.");
  const before = candidate?.membership;
  if (!candidate || !before) throw notFound("This member");
  const after = patchMembership(before, patch);
  if (sharesMore(before, after)) requireFreshSignIn(actor, deps.now);
  const changed = after.role !== before.role || after.rights !== before.rights;
  if (changed) {
    const detail = { role: after.role, rights: after.rights, before: before.rights, roleBefore: before.role };
    const kind = after.role === before.role ? "perm.grant" : "role.change";
    await commit(deps, {
      queries: [
        guard(sql`${managesMembersStill(deps, caller, driveId)} and ${isMember(driveId, userId)}`),
        members.updateMember(driveId, userId, after),
      ],
      notes: [note(kind, actor, driveId, userId, detail)],
    });
  }
  return shown(candidate.person, after, candidate.grantedBy ?? actor.userId, toIso(candidate.grantedAt ?? deps.now));
}

/** Managers remove anyone but the owner; everyone may leave. */
export async function removeMember(deps: Deps, caller: Caller, driveId: string, userId: string): Promise<void> {
  const { actor, sight, candidate } = await loadMember(deps, caller, driveId, userId);
  const leaves = userId === actor.userId;
  if (!managesDrive(sight.role) && !leaves)
    throw forbidden("Only the owner and the admins of a drive may remove its members.");
  if (userId === sight.ownerId) throw forbidden("The owner cannot leave their drive.");
  if (!candidate?.membership) throw notFound("This member");
  const allowed = leaves
    ? sql`${callerIsLive(caller, deps.now, deps.config.sessionIdleMs)} and ${callerMayShare(caller, driveId)}`
    : managesMembersStill(deps, caller, driveId);
  await commit(deps, {
    queries: [guard(allowed), ...members.deleteMember(driveId, userId)],
    notes: [note("perm.revoke", actor, driveId, userId, { ...candidate.membership })],
  });
}

async function loadMember(deps: Deps, caller: Caller, driveId: string, userId: string) {
  const { actor, results } = await authenticate(deps, caller, [
    findSight(caller, driveId),
    members.findCandidate(caller, driveId, { userId }),
  ]);
  const sight = requireLive(actor, results[0]);
  requireSharing(actor);
  return { actor, sight, candidate: results[1] };
}

const sharesMore = (before: Membership, after: Membership): boolean =>
  (holds(after.rights, SHARE) && !holds(before.rights, SHARE)) || (after.role === "admin" && before.role !== "admin");

const alreadyMember = (): AppError =>
  new AppError("conflict", "This person is a member already. Change the membership instead.");

const isMember = (driveId: string, userId: string): SQL =>
  sql`exists (select 1 from drive_members where drive_id = ${driveId} and user_id = ${userId})`;

/** What allowed changing the members still does. */
const managesMembersStill = (deps: Deps, caller: Caller, driveId: string): SQL =>
  sql`${managesStill(deps, caller, driveId)} and ${callerMayShare(caller, driveId)}`;

const note = (
  kind: Note["kind"],
  by: Actor,
  driveId: string,
  subject: string,
  detail: NonNullable<Note["detail"]>,
): Note => ({
  kind,
  by,
  subject,
  resource: { type: "drive", id: driveId },
  detail,
});

const shown = (person: Member["user"], { role, rights }: Membership, grantedBy: string, grantedAt: string): Member => ({
  userId: person.id,
  role,
  ...unpackRights(rights),
  grantedBy,
  grantedAt,
  user: person,
});
