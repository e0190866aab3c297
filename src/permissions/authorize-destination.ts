/** Authorizes destinations: places in a tree where pages are created, uploaded or moved to. */
import type { Actor, Caller } from "../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { VIEW, includesRights, type Rights } from "../kernel/rights.ts";
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

/** The caller's rights at the root of a drive. */
export type RootAccess = { readonly rights: Rights; readonly isDriveAdmin: boolean };

export type DestinationAccess = {
  readonly driveId: string;
  /** Null at the root of the drive. */
  readonly parentId: string | null;
  /** The caller's rights at the destination. */
  readonly rights: Rights;
  readonly isDriveAdmin: boolean;
  /** Number of pages above anything placed there. */
  readonly depth: number;
};

/**
 * True for the drive's owner and admins, and for a deployment administrator who can see the destination: that role alone
 * gives no access to pages.
 */
export const managesDestination = (actor: Pick<Actor, "role">, place: RootAccess): boolean =>
  place.isDriveAdmin || (actor.role === "admin" && includesRights(place.rights, VIEW));

/**
 * Authorizes a place in a drive, under `parent` or at the root. Throws `not_found` for a drive the actor may not know
 * about, `forbidden`, and `parent_invalid` for an unsuitable parent.
 */
export function allowDestination<A extends DestinationAction>(
  by: Authenticated,
  action: A,
  where: { readonly driveId: string; readonly parentId: string | null },
  { root, parent }: { readonly root: RootAccess | null; readonly parent: LoadedPage | null },
): Authorized<`destination.${A}`, DestinationAccess> {
  const rule: DestinationRequirement = destinationActions[action];
  const { driveId, parentId } = where;
  // A page of another drive proves nothing about this one, not even that it exists.
  const seen = parent !== null && includesRights(parent.rights, VIEW) && parent.driveId === driveId ? parent : null;
  const isKnown = rule.seesDrive || seen !== null || includesRights(root?.rights ?? 0, VIEW);
  if (!inScope(by.actor, driveId) || !root || !isKnown) throw notFound("This drive");
  requireWriter(by.actor);
  const { rights, isDriveAdmin } = seen ?? root;
  const asRole = rule.role ?? (parentId === null ? rule.roleAtRoot : undefined);
  if (asRole && !(rule.ofDrive ? isDriveAdmin : managesDestination(by.actor, { rights, isDriveAdmin })))
    throw refused({ refusal: asRole });
  if (parentId !== null) requireParent(parent, driveId);
  if (!asRole && !includesRights(rights, rule.needs)) throw refused(rule);
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
  const mayAct = conditions.mayActOnPage(context, parentId, rule.needs, { state: rule.parentState ?? "live" });
  if (rule.parentState === "any") return mayAct;
  return sql`${mayAct} and ${conditions.isDestinationIn(context, parentId, driveId, rule.role ? asAdmin : null)}`;
}

/** Loads a destination and `queries`, and authorizes it, in one round trip. Throws like `allowDestination`. */
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

/** Where to place something next to a page: under its parent, or at the root if the caller may not see the parent. */
export const visibleParentId = (page: Pick<LoadedPage, "parentId">, parent: LoadedPage | null): string | null =>
  parent !== null && includesRights(parent.rights, VIEW) ? page.parentId : null;

type MovedPage = { readonly id: string; readonly rights: Rights; readonly hasOwnGrant: boolean };

/** Rejects a move that would give the mover more rights: a page without a grant for them inherits from its new parent. */
export function requireNoGain(pages: readonly MovedPage[], rightsThere: Rights): void {
  const gaining = pages.find(({ rights, hasOwnGrant }) => !hasOwnGrant && !includesRights(rights, rightsThere));
  if (!gaining) return;
  throw forbidden(
    pages.length === 1
      ? "Moving the page there would give you rights to it that you do not have now."
      : `Moving page ${gaining.id} there would give you rights to it that you do not have now.`,
  );
}

/** Rejects a parent that cannot contain a page of this drive. */
export function requireParent(parent: LoadedPage | null, driveId: string): void {
  const wrong = (why: string): AppError => new AppError("parent_invalid", why);
  if (!parent || !includesRights(parent.rights, VIEW) || parent.driveId !== driveId)
    throw wrong("The parent is not a page of this drive.");
  if (parent.trashedAt !== null) throw wrong("The parent is in the trash.");
  if (parent.depth >= MAX_DEPTH) throw wrong(`Pages can be nested at most ${MAX_DEPTH} levels deep.`);
}
