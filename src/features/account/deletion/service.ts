/**
 * Account deletion. One commit takes effect at once: drives are handed over or hidden, all credentials are removed, and
 * the user row is anonymized. The job in `erase.ts` then removes the rest.
 */
import type { Actor, Caller } from "../../../kernel/caller.ts";
import { AppError, invalid, notFound } from "../../../kernel/errors.ts";
import type { AdminDeps, Deps } from "../../../deps.ts";
import { UniqueViolation, retryOn } from "../../../platform/db.ts";
import { guard, type Write } from "../../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { authorizeAccount, authorizeAdmin } from "../../../permissions/authorize-account.ts";
import type { Authorized } from "../../../permissions/authorized.ts";
import { callerId } from "../../../permissions/credential.ts";
import { commit } from "../../../commit/commit.ts";
import type { AuditNote } from "../../../commit/audit-note.ts";
import { freeSlug } from "../../drives/rules.ts";
import { insertNotification, nameOfDrive } from "../../notifications/statements.ts";
import { inLanguageOf } from "../../notifications/text-statements.ts";
import { MAX_DRIVE_CHOICES, type DeletionPlan, type DriveChoice, type OwnedDrive } from "./contract.ts";
import { findIssues, transfersOf } from "./rules.ts";
import * as store from "./store.ts";

/** Attempts to hand over drives when a new owner's slug is taken concurrently. */
const ATTEMPTS = 5;

/** What deleting the caller's own account would do, and which choices it needs. */
export async function planDeletion(deps: AuthDeps, caller: Caller): Promise<DeletionPlan> {
  const me = callerId(caller);
  const { results } = await authenticate(deps, caller, [store.listOwned(me), store.isLastAdministrator(me)]);
  return { drives: results[0], isLastAdministrator: results[1] };
}

/** Like `planDeletion`, for another user's account. Names drives and their admins, but nothing of their contents. */
export async function planUserDeletion(deps: AdminDeps, caller: Caller, userId: string): Promise<DeletionPlan> {
  const [, account, drives, isLastAdministrator] = await authorizeAdmin(deps, caller, "view", [
    store.findDeletableAccount(userId),
    store.listOwned(userId),
    store.isLastAdministrator(userId),
  ]);
  if (!account) throw notFound("This user");
  return { drives, isLastAdministrator };
}

/** Throws `step_up_required`; `invalid_request` with an issue for each drive without a valid choice. */
export async function deleteAccount(deps: Deps, caller: Caller, choices: readonly DriveChoice[]): Promise<void> {
  await retryOnConflict(async () => {
    const me = callerId(caller);
    const [allowed, drives, isLast, targets, email] = await authorizeAccount(deps, caller, "deleteAccount", [
      store.listOwned(me),
      store.isLastAdministrator(me),
      store.findTransferTargets(transfersOf(choices)),
      store.findOwnAddress(me),
    ]);
    await commitDeletion(deps, allowed, { userId: allowed.actor.userId, email, drives, choices, targets, isLast });
  });
}

/** Deletion by an administrator. Administrators delete their own accounts in their settings, like any user. */
export async function deleteUser(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
  choices: readonly DriveChoice[],
): Promise<void> {
  await retryOnConflict(async () => {
    const [allowed, account, drives, isLast, targets] = await authorizeAdmin(deps, caller, "deleteUser", [
      store.findDeletableAccount(userId),
      store.listOwned(userId),
      store.isLastAdministrator(userId),
      store.findTransferTargets(transfersOf(choices)),
    ]);
    if (allowed.actor.userId === userId) throw invalid("id", "Delete your own account in your settings.");
    if (!account) throw notFound("This user");
    await commitDeletion(deps, allowed, { userId, email: account.email, drives, choices, targets, isLast });
  });
}

type DeletionRequest = {
  readonly userId: string;
  readonly email: string;
  readonly drives: readonly OwnedDrive[];
  readonly choices: readonly DriveChoice[];
  readonly targets: readonly store.TransferTarget[];
  /** True for the only administrator. */
  readonly isLast: boolean;
};

async function commitDeletion(
  deps: Deps,
  allowed: Authorized<"account.deleteAccount" | "admin.deleteUser">,
  request: DeletionRequest,
): Promise<void> {
  const { userId, email, drives, choices, targets } = request;
  const { actor: by } = allowed;
  if (drives.length > MAX_DRIVE_CHOICES)
    throw new AppError(
      "conflict",
      `This account owns more than ${MAX_DRIVE_CHOICES} drives. Delete some of them first.`,
    );
  const issues = findIssues(drives, choices, ({ driveId, toUserId }) =>
    targets.some((target) => target.isAdmin && target.driveId === driveId && target.toUserId === toUserId),
  );
  if (issues.length > 0)
    throw new AppError("invalid_request", "Choose what happens to each drive of the account.", { issues });
  if (request.isLast)
    throw new AppError("conflict", "This is the only administrator. Give another user the role first.");
  const handedOver = withFreeSlugs(targets);
  const deleted = choices.filter(({ action }) => action === "delete").map(({ driveId }) => driveId);
  const { now } = deps;
  await commit(deps, allowed, {
    queries: [
      guard(
        store.mayBeDeleted(
          userId,
          drives.map(({ id }) => id),
        ),
      ),
      guard(store.recipientsAreAdmins(handedOver)),
      ...store.transferDrives(handedOver, now),
      ...notifyNewOwners(deps, handedOver),
      ...store.hideDrives(deleted, now),
      ...store.deactivateAccount(userId, email, now),
      store.insertDeletion(userId, email, by.userId !== userId, now),
    ],
    notes: notesOf(by, userId, { handedOver, deleted: drives.filter(({ id }) => deleted.includes(id)) }),
    jobs: [{ id: deps.newId(), kind: "account.erase", userId }],
  });
}

function notesOf(
  by: Actor,
  subject: string,
  { handedOver, deleted }: { handedOver: readonly store.TransferredDrive[]; deleted: readonly OwnedDrive[] },
): AuditNote[] {
  const reason = "account_deleted";
  return [
    ...handedOver.map(({ driveId, toUserId }): AuditNote => ({
      kind: "drive.transfer",
      by,
      subject: toUserId,
      resource: { type: "drive", id: driveId },
      detail: { reason },
    })),
    ...deleted.map(({ id, pageCount }): AuditNote => ({
      kind: "drive.purge",
      by,
      subject,
      resource: { type: "drive", id },
      detail: { pages: pageCount, reason },
    })),
    {
      kind: "account.delete",
      by,
      subject,
      resource: { type: "user", id: subject },
      detail: { drivesDeleted: deleted.length, drivesTransferred: handedOver.length },
    },
  ];
}

/** Several drives may go to the same person, so slugs already handed out count as taken. */
function withFreeSlugs(targets: readonly store.TransferTarget[]): store.TransferredDrive[] {
  const given = new Map<string, string[]>();
  return targets.map(({ driveId, toUserId, slug, taken }) => {
    const others = given.get(toUserId) ?? [];
    const free = freeSlug(slug, [...taken, ...others]);
    given.set(toUserId, [...others, free]);
    return { driveId, toUserId, slug: free };
  });
}

const notifyNewOwners = (
  deps: Pick<Deps, "newId" | "now">,
  drives: readonly store.TransferredDrive[],
): Write<number>[] =>
  drives.map(({ driveId, toUserId }) =>
    insertNotification(
      {
        id: deps.newId(),
        userId: toUserId,
        type: "DRIVE_MEMBER_ADDED",
        title: inLanguageOf("driveHandedOverTitle"),
        message: inLanguageOf("driveHandedOver", { drive: nameOfDrive(driveId) }),
        actorId: null,
        driveId,
      },
      deps.now,
    ),
  );

const retryOnConflict = (act: () => Promise<void>): Promise<void> =>
  retryOn(UniqueViolation, ATTEMPTS, act).catch((error: unknown) => {
    if (!(error instanceof UniqueViolation)) throw error;
    throw new AppError("conflict", "A new owner is creating drives with the same name right now. Try again.");
  });
