/** Decides on destinations: places in a tree where pages are made, uploaded and moved to. */
import type { Actor, Caller } from "../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { VIEW, holds, type Rights } from "../kernel/rights.ts";
import type { Results } from "../platform/db.ts";
import { sql, type Query, type SQL, FALSE } from "../db/sql.ts";
import { destinationActions, type DestinationAction } from "./actions.ts";
import type { DestinationRequirement } from "./requirements.ts";
import { MAX_DEPTH } from "./ancestors.ts";
import { authenticate, type AuthDeps, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized } from "./authorized.ts";
import { refused, requireWriter } from "./credential-checks.ts";
import * as conditions from "./conditions.ts";
import { inScope } from "./scope.ts";
import { callerIsAdmin } from "./credential.ts";

/** What the caller holds at the root of a drive. */
export type RootAccess = { readonly rights: Rights; readonly isDriveAdmin: boolean };

export type DestinationAccess = {
  readonly driveId: string;
  /** Null at the root of the drive. */
  readonly parentId: string | null;
  /** What the caller holds there. */
  readonly rights: Rights;
  readonly isDriveAdmin: boolean;
  /** Pages above what comes to stand there. */
  readonly depth: number;
};

/**
 * Owner or admin of the drive, or an administrator of the deployment who can see the place: the role alone opens nobody's
 * pages.
 */
export const managesDestination = (actor: Pick<Actor, "role">, place: RootAccess): boolean =>
  place.isDriveAdmin || (actor.role === "admin" && holds(place.rights, VIEW));

/**
 * Decides on a place in a drive, under `parent` or at its root. Throws `not_found` for a drive the actor may not know of,
 * `forbidden`, and `parent_invalid` for a parent that is none.
 */
export function allowDestination<A extends DestinationAction>(
  by: Authenticated,
  action: A,
  where: { readonly driveId: string; readonly parentId: string | null },
  { root, parent }: { readonly root: RootAccess | null; readonly parent: LoadedPage | null },
): Authorized<`destination.${A}`, DestinationAccess> {
  const rule: DestinationRequirement = destinationActions[action];
  const { driveId, parentId } = where;
  // A page elsewhere proves nothing of this drive, not even that it exists.
  const seen = parent !== null && holds(parent.rights, VIEW) && parent.driveId === driveId ? parent : null;
  const isKnown = rule.seesDrive || seen !== null || holds(root?.rights ?? 0, VIEW);
  if (!inScope(by.actor, driveId) || !root || !isKnown) throw notFound("This drive");
  requireWriter(by.actor);
  const { rights, isDriveAdmin } = seen ?? root;
  const asRole = rule.role ?? (parentId === null ? rule.roleAtRoot : undefined);
  if (asRole && !(rule.ofDrive ? isDriveAdmin : managesDestination(by.actor, { rights, isDriveAdmin })))
    throw refused({ refusal: asRole });
  if (parentId !== null) requireParent(parent, driveId);
  if (!asRole && !holds(rights, rule.needs)) throw refused(rule);
  const place = { driveId, parentId, rights, isDriveAdmin, depth: parentId === null ? 0 : (parent?.depth ?? 0) };
  return authorized(`destination.${action}`, by.actor, place, {
    caller: by.caller,
    condition: (context) => destinationCondition(context, by.actor, place, rule),
  });
}

function destinationCondition(
  context: conditions.CheckContext,
  actor: Actor,
  place: DestinationAccess,
  rule: DestinationRequirement,
): SQL {
  const { driveId, parentId } = place;
  const asAdmin = { isAdmin: actor.role === "admin" && !rule.ofDrive ? callerIsAdmin(context.caller) : FALSE };
  if (parentId === null)
    return conditions.mayActAtRoot(context, driveId, rule.needs, (rule.role ?? rule.roleAtRoot) ? asAdmin : null);
  const held = conditions.mayActOnPage(context, parentId, rule.needs, { state: rule.parentState ?? "live" });
  if (rule.parentState === "any") return held;
  return sql`${held} and ${conditions.isDestinationIn(context, parentId, driveId, rule.role ? asAdmin : null)}`;
}

/** Loads a destination, and whatever else is asked for beside it, and decides, in one round trip. Throws as `allowDestination`. */
export async function authorizeDestination<A extends DestinationAction, const Q extends readonly Query<unknown>[]>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  where: { readonly driveId: string; readonly parentId: string | null },
  load: readonly [Query<RootAccess | null>, Query<LoadedPage | null>],
  queries: Q,
): Promise<[Authorized<`destination.${A}`, DestinationAccess>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [...load, ...queries]);
  const [root, parent, ...rest] = results;
  return [allowDestination(by, action, where, { root, parent }), ...(rest as unknown as Results<Q>)]; // as in authorizePage
}

/** Where something comes to stand beside a page: under its parent, or at the root where the caller may not see that. */
export const visibleParentId = (page: Pick<LoadedPage, "parentId">, parent: LoadedPage | null): string | null =>
  parent !== null && holds(parent.rights, VIEW) ? page.parentId : null;

type MovedPage = { readonly id: string; readonly rights: Rights; readonly hasOwnGrant: boolean };

/** Refuses a move that would give its mover more: without a grant of their own, a page takes on what they hold there. */
export function requireNoGain(pages: readonly MovedPage[], rightsThere: Rights): void {
  const gaining = pages.find(({ rights, hasOwnGrant }) => !hasOwnGrant && !holds(rights, rightsThere));
  if (!gaining) return;
  throw forbidden(
    pages.length === 1
      ? "Moving the page there would give you rights over it that you do not hold."
      : `Moving page ${gaining.id} there would give you rights over it that you do not hold.`,
  );
}

/** Refuses a place in the tree that is not one for a page of this drive. */
export function requireParent(parent: LoadedPage | null, driveId: string): void {
  const wrong = (why: string): AppError => new AppError("parent_invalid", why);
  if (!parent || !holds(parent.rights, VIEW) || parent.driveId !== driveId)
    throw wrong("The parent is not a page of this drive.");
  if (parent.trashedAt !== null) throw wrong("The parent is in the trash.");
  if (parent.depth >= MAX_DEPTH) throw wrong(`Pages nest ${MAX_DEPTH} levels deep at most.`);
}
