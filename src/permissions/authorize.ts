/** Decides who may do what, from the table of actions. What may not be seen does not exist. */
import { inScope, requireSharing, requireWriter, type Actor, type Caller } from "../kernel/caller.ts";
import { AppError, forbidden, notFound } from "../kernel/errors.ts";
import type { LoadedPage } from "../kernel/page.ts";
import { VIEW, holds, type Rights } from "../kernel/rights.ts";
import type { Deps } from "../deps.ts";
import type { Results } from "../platform/db.ts";
import { sql, type Query, type SQL, allOf } from "../db/sql.ts";
import {
  accountActions,
  adminActions,
  driveActions,
  pageActions,
  type AccountAction,
  type AccountRequirement,
  type AdminAction,
  type DriveAction,
  type DriveRequirement,
  type PageAction,
  type PageRequirement,
} from "./actions.ts";
import { authenticate, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized, type Explained } from "./authorized.ts";
import * as conditions from "./conditions.ts";
import { callerIsAdmin } from "./credential.ts";
import { requireFreshSignIn, requirePersonalSignIn } from "./fresh-sign-in.ts";
import { nothingWithheldBelow } from "./many-pages.ts";

type Queries = readonly Query<unknown>[];

/** What is asked of every action, of whatever it is done to. Throws `forbidden`. */
export function requireCredential(actor: Actor, rule: { readonly reads?: true; readonly shares?: true }): void {
  if (rule.shares) requireSharing(actor);
  else if (!rule.reads) requireWriter(actor);
}

export const refused = ({ refusal }: { readonly refusal?: string }): AppError =>
  forbidden(refusal ?? "You may not do this.");

/** Why a deletion is refused. Names no page: it may be hidden. */
const WITHHELD_BELOW =
  "Something below it is withheld from you, so you may not delete all of it. Ask the owner or an admin of the drive.";

export const everythingBelow = (by: Authenticated, pageIds: readonly string[]): Explained => ({
  condition: nothingWithheldBelow(by.caller, pageIds),
  sentence: WITHHELD_BELOW,
});

/** What an action needs because of what it is about, beside what the table says. */
export type Further = { readonly rights?: Rights; readonly refusal?: string; readonly explained?: Explained };

/** The page if the actor may know of it. Pages of a trashed drive are hidden. */
export function visible<P extends LoadedPage>(actor: Actor, page: P | null): P {
  if (!page || !inScope(actor, page.driveId) || !holds(page.rights, VIEW) || page.driveIsTrashed)
    throw notFound("This page");
  // A token made for reading holds no more, whoever made it.
  return actor.readOnly ? { ...page, rights: page.rights & VIEW, isDriveAdmin: false } : page;
}

/**
 * Decides on a page that was loaded. Throws `not_found` for one the actor may not see, `forbidden`, `conflict` for one
 * in the trash, `not_trashed` for one that is not, and `step_up_required`.
 */
export function allowPage<A extends PageAction, P extends LoadedPage>(
  by: Authenticated,
  action: A,
  loaded: P | null,
  further: Further = {},
): Authorized<`page.${A}`, P> {
  const rule: PageRequirement = pageActions[action];
  const page = visible(by.actor, loaded);
  requireCredential(by.actor, rule);
  if (!holds(page.rights, rule.needs)) throw refused(rule);
  if (!holds(page.rights, further.rights ?? 0)) throw refused(further);
  if (rule.state === "live" && page.trashedAt !== null && !rule.repeats)
    throw new AppError("conflict", rule.trashed ?? "This page is in the trash. Restore it to change it.");
  if (rule.state === "trashed" && page.trashedAt === null)
    throw new AppError("not_trashed", "This page is not in the trash.");
  if (rule.signIn === "fresh") requireFreshSignIn(by.actor, by.now);
  const explained = rule.below ? everythingBelow(by, [page.id]) : further.explained;
  return authorized(`page.${action}`, by.actor, page, {
    caller: by.caller,
    condition: (asking) => {
      const held = conditions.mayActOnPage(asking, page.id, rule.needs | (further.rights ?? 0), rule.state);
      return allOf([
        held,
        ...(rule.shares ? [conditions.mayShareThere(asking, page.id)] : []),
        ...moreOf(asking, rule, page, explained),
      ]);
    },
    ...(explained && { explained }),
  });
}

/** Whoever runs the drive holds all that is below, as long as they do; for others the walk below is part of the guard. */
const moreOf = (
  asking: conditions.Asking,
  rule: PageRequirement,
  page: LoadedPage,
  explained: Explained | undefined,
): SQL[] =>
  rule.below && page.isDriveAdmin
    ? [conditions.runsDrive(asking, page.driveId)]
    : explained
      ? [explained.condition]
      : [];

/** Loads a page, and whatever else is asked for beside it, and decides, in one round trip. Throws as `allowPage`. */
export async function authorizePage<A extends PageAction, P extends LoadedPage, const Q extends Queries>(
  deps: Deps,
  caller: Caller,
  action: A,
  load: Query<P | null>,
  queries: Q,
): Promise<[Authorized<`page.${A}`, P>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [load, ...queries]);
  const [page, ...rest] = results;
  // The first is the page, the rest are the results of `queries` in their order.
  return [allowPage(by, action, page), ...(rest as unknown as Results<Q>)];
}

/** A drive as one caller stands to it. */
export type LoadedDrive = {
  readonly id: string;
  readonly role: "owner" | "admin" | "member";
  readonly rights: Rights;
  readonly trashedAt: number | null;
};

const RANK = { member: 0, admin: 1, owner: 2 } as const;

/**
 * Decides on a drive that was loaded. Throws `not_found` for one the actor may not know of or, unless it is to be brought
 * back or purged, one in the trash; `forbidden`, `not_trashed` and `step_up_required`.
 */
export function allowDrive<A extends DriveAction, D extends LoadedDrive>(
  by: Authenticated,
  action: A,
  loaded: D | null,
): Authorized<`drive.${A}`, D> {
  const rule: DriveRequirement = driveActions[action];
  if (!loaded || !inScope(by.actor, loaded.id)) throw notFound("This drive");
  if (rule.state === "live" && loaded.trashedAt !== null) throw notFound("This drive");
  // A token made for reading holds no more, whoever made it.
  const drive = by.actor.readOnly ? { ...loaded, rights: loaded.rights & VIEW } : loaded;
  requireCredential(by.actor, rule);
  if (RANK[drive.role] < RANK[rule.role]) throw refused(rule);
  if (rule.state === "trashed" && drive.trashedAt === null)
    throw new AppError("not_trashed", "This drive is not in the trash.");
  if (rule.signIn === "fresh") requireFreshSignIn(by.actor, by.now);
  return authorized(`drive.${action}`, by.actor, drive, {
    caller: by.caller,
    condition: (asking) => driveCondition(asking, drive.id, rule),
  });
}

function driveCondition(asking: conditions.Asking, driveId: string, rule: DriveRequirement): SQL {
  const role = {
    member: sql`1`,
    admin: conditions.runsDrive(asking, driveId),
    owner: conditions.ownsDrive(asking, driveId),
  }[rule.role];
  const isLive = conditions.driveIsLive(driveId);
  const inState = rule.state === "live" ? isLive : sql`not ${isLive}`;
  const shares = rule.shares ? sql` and ${conditions.mayShareIn(asking, driveId)}` : sql``;
  return sql`${conditions.credentialCounts(asking)} and ${role} and ${inState}${shares}`;
}

/** Loads a drive, and whatever else is asked for beside it, and decides, in one round trip. Throws as `allowDrive`. */
export async function authorizeDrive<A extends DriveAction, D extends LoadedDrive, const Q extends Queries>(
  deps: Deps,
  caller: Caller,
  action: A,
  load: Query<D | null>,
  queries: Q,
): Promise<[Authorized<`drive.${A}`, D>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [load, ...queries]);
  const [drive, ...rest] = results;
  return [allowDrive(by, action, drive), ...(rest as unknown as Results<Q>)]; // as in authorizePage
}

/**
 * Leave to do something with what is one's own; the target is the actor. The guard also asks that they can see each of
 * `driveIds`. Throws `forbidden` and `step_up_required`.
 */
export function allowAccount<A extends AccountAction>(
  by: Authenticated,
  action: A,
  driveIds: readonly string[] = [],
): Authorized<`account.${A}`, Actor> {
  const rule: AccountRequirement = accountActions[action];
  requireCredential(by.actor, rule);
  if (rule.scope === "all" && by.actor.scope !== null) throw refused(rule);
  if (rule.signIn === "fresh") requireFreshSignIn(by.actor, by.now);
  if (rule.signIn === "personal") requirePersonalSignIn(by.actor, rule.refusal);
  return authorized(`account.${action}`, by.actor, by.actor, {
    caller: by.caller,
    condition: (asking) =>
      driveIds.length === 0
        ? conditions.credentialCounts(asking)
        : sql`${conditions.credentialCounts(asking)} and ${conditions.seesDrives(asking, driveIds)}`,
  });
}

export async function authorizeAccount<A extends AccountAction, const Q extends Queries>(
  deps: Deps,
  caller: Caller,
  action: A,
  queries: Q,
): Promise<[Authorized<`account.${A}`, Actor>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, queries);
  return [allowAccount(by, action), ...results];
}

/** Leave to act as an administrator. Throws `forbidden` and `step_up_required`. */
export function allowAdmin<A extends AdminAction>(by: Authenticated, action: A): Authorized<`admin.${A}`, Actor> {
  const rule: AccountRequirement = adminActions[action];
  if (by.actor.role !== "admin") throw refused(rule);
  if (rule.signIn === "fresh") requireFreshSignIn(by.actor, by.now);
  return authorized(`admin.${action}`, by.actor, by.actor, {
    caller: by.caller,
    condition: (asking) => sql`${conditions.credentialCounts(asking)} and ${callerIsAdmin(asking.caller)}`,
  });
}

/** The role is read in the round trip that loads the rest, so that taking it away counts at once. */
export async function authorizeAdmin<A extends AdminAction, const Q extends Queries>(
  deps: Deps,
  caller: Caller,
  action: A,
  queries: Q,
): Promise<[Authorized<`admin.${A}`, Actor>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, queries);
  return [allowAdmin(by, action), ...results];
}
