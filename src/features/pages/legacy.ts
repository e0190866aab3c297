/** To be deleted: what other features still decide by themselves. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { inScope, requireWriter } from "../../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../../kernel/errors.ts";
import { VIEW } from "../../kernel/rights.ts";
import type { Deps } from "../../deps.ts";
import { first, sql, type SQL } from "../../db/sql.ts";
import { MAX_DEPTH, callerId, callerIsLive, driveAdmin, rightsOnDrive } from "../access/access.ts";
import { GuardFailed } from "../../platform/db.ts";
import type { LoadedPage } from "./contract.ts";
import { callerMayWrite } from "./access.ts";
import { canEdit, canView } from "./policy.ts";
import * as store from "./store.ts";

/** The page if the actor may know of it; what may not be seen does not exist. Pages of a trashed drive are hidden. */
export function requireVisible<P extends LoadedPage>(actor: Actor, page: P | null): P {
  if (!page || !inScope(actor, page.driveId) || !canView(page) || page.driveIsTrashed) throw notFound("This page");
  // A token made for reading holds no more, whoever made it.
  return actor.readOnly ? { ...page, rights: page.rights & VIEW, isDriveAdmin: false } : page;
}

export function requireEditable<P extends LoadedPage>(actor: Actor, page: P | null): P {
  const visible = requireVisible(actor, page);
  requireWriter(actor);
  if (!canEdit(visible)) throw forbidden("You may read this page but not change it.");
  if (visible.trashedAt !== null) throw new AppError("conflict", "This page is in the trash. Restore it to change it.");
  return visible;
}

/** The idle timeout that guards repeat, in ms. */
export const idle = (deps: Deps): number => deps.config.sessionIdleMs;

/** The guard of a change to a page: what allowed it still does. */
export const mayStill = (deps: Deps, caller: Caller, pageId: string, needed: number): SQL =>
  callerMayWrite(caller, deps.now, idle(deps), pageId, needed);

/** The guard of a page's place at the root: the drive is live, and the caller its owner or an admin who sees it. */
export const placesAtRoot = (deps: Deps, caller: Caller, actor: Actor, driveId: string): SQL =>
  sql`${callerIsLive(caller, deps.now, idle(deps))} and exists (select 1 from drives where id = ${driveId} and trashed_at is null)
    and (${driveAdmin(driveId, callerId(caller))} or (${actor.role === "admin" ? 1 : 0} and ${rightsOnDrive(driveId, callerId(caller))} & ${VIEW}))`;

/** The guard of a new page's place under another: that is live, in this drive, and the caller may create there. */
export const placesUnder = (deps: Deps, caller: Caller, actor: Actor, parentId: string, driveId: string): SQL =>
  sql`${mayStill(deps, caller, parentId, VIEW)} and ${store.driveOfPage(parentId)} = ${driveId}
    and (${driveAdmin(driveId, callerId(caller))} or ${actor.role === "admin" ? 1 : 0})`;

/** Refuses a place in the tree that is not one for a page of this drive. */
export function requireParent(parent: LoadedPage | null, driveId: string): void {
  const wrong = (why: string): AppError => new AppError("parent_invalid", why);
  if (!parent || !canView(parent) || parent.driveId !== driveId) throw wrong("The parent is not a page of this drive.");
  if (parent.trashedAt !== null) throw wrong("The parent is in the trash.");
  if (parent.depth >= MAX_DEPTH) throw wrong(`Pages nest ${MAX_DEPTH} levels deep at most.`);
}

/** Runs a write whose guard has `condition` as its part; throws `forbidden` with this sentence when that was what failed. */
export async function explainRefusal<T>(
  deps: Deps,
  condition: SQL,
  sentence: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    const isMet = await deps.db.one(
      first<{ ok: number }, boolean>(sql`select ${condition} as ok`, ({ ok }) => ok === 1),
    );
    throw isMet ? error : forbidden(sentence);
  }
}

/** Why a move is refused whose guard has `raisesNobody` as its part. */
export const RAISES = "Moving it there would give somebody rights over it that you do not hold.";
/** Why a deletion is refused whose guard has `nothingWithheldBelow` as its part. Names no page: it may be hidden. */
export const WITHHELD_BELOW =
  "Something below it is withheld from you, so you may not delete all of it. Ask the owner or an admin of the drive.";
