/** Use cases of drives: a caller sees their own, and the live ones they are a member of and may look at. */
import { inScope, type Actor, type Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { EVERYTHING, VIEW, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { guard, type Query, isMet } from "../../db/sql.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import { authorizeAccount, authorizeDrive } from "../../permissions/authorize.ts";
import { GuardFailed, UniqueViolation, retryOnce } from "../../platform/db.ts";
import { commit, sendJobs } from "../audit/service.ts";
import { insertPurgeJobs, listPurgeJobs } from "../pages/access.ts";
import { driveFits } from "../quotas/access.ts";
import { MOST_DRIVES, quotaExceeded } from "../quotas/rules.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import type { Drive } from "./contract.ts";
import { freeSlug, slugify } from "./rules.ts";
import * as store from "./store.ts";
import type { Sight } from "./store.ts";

export { listPages, listTrash } from "./pages.ts";

/** How often a name is tried anew when another request takes the slug in between. */
const ATTEMPTS = 5;

/** The drive every new user starts with; does nothing unless the user row was made. */
export const insertPersonalDrive = (deps: Deps, userId: string): Query<number> =>
  store.insertPersonalDrive(deps.newId(), userId, deps.now);

/** A token made for reading holds no more, whoever made it. */
const asHeld = (actor: Actor, drive: Sight): Sight =>
  actor.readOnly ? { ...drive, rights: drive.rights & VIEW } : drive;

export async function listDrives(
  deps: Deps,
  caller: Caller,
  query: { includeTrashed?: boolean | undefined },
): Promise<Drive[]> {
  const { actor, results } = await authenticate(deps, caller, [
    store.listSights(caller, query.includeTrashed ?? false),
  ]);
  return results[0].filter((sight) => inScope(actor, sight.id)).map((sight) => store.toDrive(asHeld(actor, sight)));
}

export async function getDrive(deps: Deps, caller: Caller, driveId: string): Promise<Drive> {
  const [{ target }] = await authorizeDrive(deps, caller, "view", store.findSight(caller, driveId), []);
  return store.toDrive(target);
}

/** A scoped token makes none: the new drive would lie outside its scope. */
export async function createDrive(deps: Deps, caller: Caller, name: string): Promise<Drive> {
  const base = slugify(name);
  const hasRoom = driveFits(caller, MOST_DRIVES);
  for (let attempt = 1; ; attempt += 1) {
    const [allowed, slugs] = await authorizeAccount(deps, caller, "createDrive", [store.listSlugs(caller, base)]);
    const { actor } = allowed;
    const drive = { id: deps.newId(), ownerId: actor.userId, name, slug: freeSlug(base, slugs), now: deps.now };
    try {
      await commit(deps, allowed, { queries: [guard(hasRoom), store.insertDrive(drive)] });
    } catch (error) {
      if (error instanceof GuardFailed && !(await deps.db.one(isMet(hasRoom))))
        throw quotaExceeded({ quota: "drives", limit: MOST_DRIVES, used: MOST_DRIVES });
      if (!(error instanceof UniqueViolation)) throw error;
      if (attempt < ATTEMPTS) continue;
      throw new AppError("conflict", "Several drives of this name are being made at once. Try again.");
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
      createdAt: toIso(deps.now),
      updatedAt: toIso(deps.now),
    };
  }
}

/** The slug stays: paths that name the drive go on working. */
export async function renameDrive(deps: Deps, caller: Caller, driveId: string, name?: string): Promise<Drive> {
  const [drive] = await authorizeDrive(deps, caller, "rename", store.findSight(caller, driveId), []);
  const sight = drive.target;
  if (name === undefined || name === sight.name) return store.toDrive(sight);
  await commit(deps, drive, { queries: [store.renameDrive(driveId, name, deps.now)] });
  return store.toDrive({ ...sight, name, updatedAt: deps.now });
}

export async function trashDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const [drive] = await authorizeDrive(deps, caller, "trash", store.findSight(caller, driveId), []);
  await commit(deps, drive, { queries: [store.setTrashed(driveId, deps.now, deps.now)] });
}

export const restoreDrive = (deps: Deps, caller: Caller, driveId: string): Promise<Drive> =>
  retryOnce(() => restoreAsRead(deps, caller, driveId));

async function restoreAsRead(deps: Deps, caller: Caller, driveId: string): Promise<Drive> {
  const [drive] = await authorizeDrive(deps, caller, "restore", store.findSight(caller, driveId), []);
  await commit(deps, drive, { queries: [store.setTrashed(driveId, null, deps.now)] });
  return store.toDrive({ ...drive.target, trashedAt: null, updatedAt: deps.now });
}

/** Deletes a trashed drive and everything in it for good; the rooms of its pages are emptied by jobs. */
export async function purgeDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const [drive] = await authorizeDrive(deps, caller, "purge", store.findSight(caller, driveId), []);
  const { actor, target: sight } = drive;
  const purgeId = deps.newId();
  const [, jobs] = await commit(deps, drive, {
    queries: [
      insertPurgeJobs(store.pagesOf(driveId), purgeId, deps.now),
      listPurgeJobs(purgeId),
      markDirty(store.pagesOf(driveId), deps.now),
      ...store.deleteDrive(driveId),
    ],
    notes: [
      {
        kind: "drive.purge",
        by: actor,
        resource: { type: "drive", id: driveId },
        detail: { name: sight.name, pages: sight.pageCount },
      },
    ],
  });
  if (jobs.length > 0) deps.defer(() => sendJobs(deps, jobs));
  indexSoon(deps);
}
