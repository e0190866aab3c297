/** Use cases of drives: a caller sees their own, and the live ones they are a member of and may look at. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { inScope, requireWriter } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { EVERYTHING, VIEW, unpackRights } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed, UniqueViolation, retryOnce } from "../../platform/db.ts";
import { guard, sql, write, type Query, type SQL } from "../../db/sql.ts";
import { callerId, callerIsLive, driveAdmin } from "../access/access.ts";
import { authenticate } from "../access/identify.ts";
import { requireFreshSignIn } from "../access/step-up.ts";
import { commit, sendJobs } from "../audit/service.ts";
import { insertPurgeJobs, listPurgeJobs } from "../pages/access.ts";
import { driveFits, holds } from "../quotas/access.ts";
import { MOST_DRIVES, quotaExceeded } from "../quotas/rules.ts";
import { markDirty } from "../search/access.ts";
import { indexSoon } from "../search/service.ts";
import { callerOwns, driveIsLive } from "./access.ts";
import type { Drive } from "./contract.ts";
import { freeSlug, managesDrive, slugify } from "./rules.ts";
import * as store from "./store.ts";
import type { Sight } from "./store.ts";

export { listPages, listTrash } from "./pages.ts";

/** How often a name is tried anew when another request takes the slug in between. */
const ATTEMPTS = 5;

/** The drive every new user starts with; does nothing unless the user row was made. */
export const insertPersonalDrive = (deps: Deps, userId: string): Query<number> => {
  const id = deps.newId();
  return write(sql`insert into drives (id, owner_id, name, slug, created_at, updated_at)
    select ${id}, id, 'Personal', 'personal', ${deps.now}, ${deps.now} from users where id = ${userId}`);
};

/** The drive if the actor may know of it, be it in the trash (then it is their own). */
export function requireKnown(actor: Actor, sight: Sight | null): Sight {
  if (!sight || !inScope(actor, sight.id)) throw notFound("This drive");
  return asHeld(actor, sight);
}

/** A token made for reading holds no more, whoever made it. */
const asHeld = (actor: Actor, sight: Sight): Sight =>
  actor.readOnly ? { ...sight, rights: sight.rights & VIEW } : sight;

/** As `requireKnown`, and live. */
export function requireLive(actor: Actor, sight: Sight | null): Sight {
  const known = requireKnown(actor, sight);
  if (known.trashedAt !== null) throw notFound("This drive");
  return known;
}

/** The credential is good, belongs to owner or admin of the drive, and the drive is live, at the moment of the commit. */
export const managesStill = (deps: Deps, caller: Caller, driveId: string): SQL =>
  sql`${callerIsLive(caller, deps.now, deps.config.sessionIdleMs)} and ${driveAdmin(driveId, callerId(caller))} and ${driveIsLive(driveId)}`;

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
  const { actor, results } = await authenticate(deps, caller, [store.findSight(caller, driveId)]);
  return store.toDrive(requireLive(actor, results[0]));
}

/** A scoped token makes none: the new drive would lie outside its scope. */
export async function createDrive(deps: Deps, caller: Caller, name: string): Promise<Drive> {
  const base = slugify(name);
  const isLive = callerIsLive(caller, deps.now, deps.config.sessionIdleMs);
  const hasRoom = driveFits(caller, MOST_DRIVES);
  for (let attempt = 1; ; attempt += 1) {
    const { actor, results } = await authenticate(deps, caller, [store.listSlugs(caller, base)]);
    requireWriter(actor);
    if (actor.scope !== null) throw forbidden("This token is for certain drives and cannot make others.");
    const drive = { id: deps.newId(), ownerId: actor.userId, name, slug: freeSlug(base, results[0]), now: deps.now };
    try {
      await commit(deps, {
        queries: [guard(sql`${isLive} and ${hasRoom}`), store.insertDrive(drive)],
      });
    } catch (error) {
      if (error instanceof GuardFailed && !(await deps.db.one(holds(hasRoom))))
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
  const { actor, results } = await authenticate(deps, caller, [store.findSight(caller, driveId)]);
  const sight = requireLive(actor, results[0]);
  requireWriter(actor);
  if (!managesDrive(sight.role)) throw forbidden("Only the owner and the admins of a drive may rename it.");
  if (name === undefined || name === sight.name) return store.toDrive(sight);
  await commit(deps, {
    queries: [guard(managesStill(deps, caller, driveId)), store.renameDrive(driveId, name, deps.now)],
  });
  return store.toDrive({ ...sight, name, updatedAt: deps.now });
}

export async function trashDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.findSight(caller, driveId)]);
  requireOwner(actor, requireLive(actor, results[0]));
  await commit(deps, {
    queries: [
      guard(sql`${owns(deps, caller, driveId)} and ${driveIsLive(driveId)}`),
      store.setTrashed(driveId, deps.now, deps.now),
    ],
  });
}

export const restoreDrive = (deps: Deps, caller: Caller, driveId: string): Promise<Drive> =>
  retryOnce(() => restoreAsRead(deps, caller, driveId));

async function restoreAsRead(deps: Deps, caller: Caller, driveId: string): Promise<Drive> {
  const { actor, results } = await authenticate(deps, caller, [store.findSight(caller, driveId)]);
  const sight = requireTrashed(actor, requireKnown(actor, results[0]));
  await commit(deps, {
    queries: [
      guard(sql`${owns(deps, caller, driveId)} and not ${driveIsLive(driveId)}`),
      store.setTrashed(driveId, null, deps.now),
    ],
  });
  return store.toDrive({ ...sight, trashedAt: null, updatedAt: deps.now });
}

/** Deletes a trashed drive and everything in it for good; the rooms of its pages are emptied by jobs. */
export async function purgeDrive(deps: Deps, caller: Caller, driveId: string): Promise<void> {
  const { actor, results } = await authenticate(deps, caller, [store.findSight(caller, driveId)]);
  const sight = requireTrashed(actor, requireKnown(actor, results[0]));
  requireFreshSignIn(actor, deps.now);
  const purgeId = deps.newId();
  const [, , jobs] = await commit(deps, {
    queries: [
      guard(sql`${owns(deps, caller, driveId)} and not ${driveIsLive(driveId)}`),
      insertPurgeJobs(sql`select id from pages where drive_id = ${driveId}`, purgeId, deps.now),
      listPurgeJobs(purgeId),
      markDirty(sql`select id from pages where drive_id = ${driveId}`, deps.now),
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

const owns = (deps: Deps, caller: Caller, driveId: string): SQL =>
  callerOwns(caller, deps.now, deps.config.sessionIdleMs, driveId);

function requireOwner(actor: Actor, sight: Sight): void {
  requireWriter(actor);
  if (sight.role !== "owner") throw forbidden("Only the owner of a drive may do this.");
}

function requireTrashed(actor: Actor, sight: Sight): Sight {
  requireOwner(actor, sight);
  if (sight.trashedAt === null) throw new AppError("not_trashed", "This drive is not in the trash.");
  return sight;
}
