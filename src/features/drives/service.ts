/** Use cases of drives. A caller sees their own drives, and live ones of which they are a member with the view right. */
import { type Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import type { DriveLocation } from "../../kernel/drive-location.ts";
import { AppError } from "../../kernel/errors.ts";
import { EVERYTHING, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { guard, isMet, type Write } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { authorizeAccount } from "../../permissions/authorize-account.ts";
import { authorizeDrive, visibleDrives } from "../../permissions/authorize-drive.ts";
import { GuardFailed, UniqueViolation, retryOnce } from "../../platform/db.ts";
import { commit } from "../../commit/commit.ts";
import { sendJobs } from "../../commit/flush.ts";
import { insertPurgeJobs, listPurgeJobs } from "../pages/statements.ts";
import { driveFits } from "../quotas/statements.ts";
import { MAX_DRIVES, quotaExceeded } from "../quotas/rules.ts";
import { markDirty } from "../search/statements.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { Drive } from "./contract.ts";
import { freeSlug, slugify } from "./rules.ts";
import * as store from "./store.ts";

export { listPages, listTrash } from "./pages.ts";
export { findDriveAccess } from "./store.ts";
export { listMembers } from "./members.ts";

/** Attempts to create a drive when concurrent requests take its slug. */
const ATTEMPTS = 5;

/** Inserts every new user's first drive; does nothing unless the user row was inserted. */
export const insertPersonalDrive = (deps: Pick<Deps, "newId" | "now">, userId: string): Write<number> =>
  store.insertPersonalDrive(deps.newId(), userId, deps.now);

export async function listDrives(
  deps: AuthDeps,
  caller: Caller,
  query: { includeTrashed?: boolean | undefined },
): Promise<Drive[]> {
  const { actor, results } = await authenticate(deps, caller, [
    store.listDriveAccess(caller, query.includeTrashed ?? false),
  ]);
  return visibleDrives(actor, results[0]).map(store.toDrive);
}

export async function getDrive(deps: AuthDeps, caller: Caller, driveId: string): Promise<Drive> {
  const [{ target }] = await authorizeDrive(deps, caller, "view", store.findDriveAccess(caller, driveId), []);
  return store.toDrive(target);
}

/** A scoped token cannot create a drive, because it would lie outside the token's scope. */
export async function createDrive(
  deps: Deps,
  caller: Caller,
  { name, location }: { readonly name: string; readonly location: DriveLocation | null },
): Promise<Drive> {
  const base = slugify(name);
  const fitsQuota = driveFits(caller, MAX_DRIVES);
  for (let attempt = 1; ; attempt += 1) {
    const [allowed, slugs] = await authorizeAccount(deps, caller, "createDrive", [store.listSlugs(caller, base)]);
    const { actor } = allowed;
    const drive = {
      id: deps.newId(),
      ownerId: actor.userId,
      name,
      slug: freeSlug(base, slugs),
      location,
      now: deps.now,
    };
    try {
      await commit(deps, allowed, { queries: [guard(fitsQuota), store.insertDrive(drive)] });
    } catch (error) {
      if (error instanceof GuardFailed && !(await deps.db.one(isMet(fitsQuota))))
        throw quotaExceeded({ quota: "drives", limit: MAX_DRIVES, used: MAX_DRIVES });
      if (!(error instanceof UniqueViolation)) throw error;
      if (attempt < ATTEMPTS) continue;
      throw new AppError("conflict", "Several drives with this name are being created at the same time. Try again.");
    }
    return {
      id: drive.id,
      name,
      slug: drive.slug,
      ownerId: actor.userId,
      role: "owner",
      rights: unpackRights(EVERYTHING),
      isTrashed: false,
      trashedAt: null,
      pageCount: 0,
      location,
      createdAt: toIso(deps.now),
      updatedAt: toIso(deps.now),
    };
  }
}

/** The slug stays the same, so existing paths to the drive keep working. */
export async function renameDrive(deps: Deps, caller: Caller, driveId: string, name?: string): Promise<Drive> {
  const [drive] = await authorizeDrive(deps, caller, "rename", store.findDriveAccess(caller, driveId), []);
  const access = drive.target;
  if (name === undefined || name === access.name) return store.toDrive(access);
  await commit(deps, drive, { queries: [store.renameDrive(drive, name, deps.now)] });
  return store.toDrive({ ...access, name, updatedAt: deps.now });
}

export async function trashDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const [drive] = await authorizeDrive(deps, caller, "trash", store.findDriveAccess(caller, driveId), []);
  await commit(deps, drive, { queries: [store.trashDrive(drive, deps.now)] });
}

export const restoreDrive = (deps: Deps, caller: Caller, driveId: string): Promise<Drive> =>
  retryOnce(() => restoreOnce(deps, caller, driveId));

async function restoreOnce(deps: Deps, caller: Caller, driveId: string): Promise<Drive> {
  const [drive] = await authorizeDrive(deps, caller, "restore", store.findDriveAccess(caller, driveId), []);
  await commit(deps, drive, { queries: [store.restoreDrive(drive, deps.now)] });
  return store.toDrive({ ...drive.target, trashedAt: null, updatedAt: deps.now });
}

/** Permanently deletes a trashed drive and everything in it; jobs clear the rooms of its pages. */
export async function purgeDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const [drive] = await authorizeDrive(deps, caller, "purge", store.findDriveAccess(caller, driveId), []);
  const { actor, target: access } = drive;
  const purgeId = deps.newId();
  const [, jobs] = await commit(deps, drive, {
    queries: [
      insertPurgeJobs(store.pagesOf(driveId), purgeId, deps.now),
      listPurgeJobs(purgeId),
      markDirty(store.pagesOf(driveId), deps.now),
      ...store.deleteDrive(drive),
    ],
    notes: [
      {
        kind: "drive.purge",
        by: actor,
        resource: { type: "drive", id: driveId },
        detail: { name: access.name, pages: access.pageCount },
      },
    ],
  });
  if (jobs.length > 0) deps.defer(() => sendJobs(deps, jobs));
  scheduleIndexing(deps);
}
