/** Decides on a drive. What may not be seen does not exist. */
import type { Actor, Caller } from "../kernel/caller.ts";
import { AppError, notFound } from "../kernel/errors.ts";
import { VIEW, type Rights } from "../kernel/rights.ts";
import type { Results } from "../platform/db.ts";
import { TRUE, sql, type Query, type SQL } from "../db/sql.ts";
import { driveActions, type DriveAction } from "./actions.ts";
import { authenticate, type AuthDeps, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized } from "./authorized.ts";
import { refused, requireCredential } from "./credential-checks.ts";
import * as conditions from "./conditions.ts";
import { requireSignIn } from "./fresh-sign-in.ts";
import type { DriveRequirement } from "./requirements.ts";
import { inScope } from "./scope.ts";
import { tokenAllowsInDrive } from "./credential.ts";
import { driveIsLive } from "./effective-rights.ts";

type Queries = readonly Query<unknown>[];

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
  const drive = withTokenRights(by.actor, loaded);
  requireCredential(by.actor, rule);
  if (RANK[drive.role] < RANK[rule.role]) throw refused(rule);
  if (rule.state === "trashed" && drive.trashedAt === null)
    throw new AppError("not_trashed", "This drive is not in the trash.");
  requireSignIn(by.actor, rule, by.now);
  return authorized(`drive.${action}`, by.actor, drive, {
    caller: by.caller,
    condition: (context) => driveCondition(context, drive.id, rule),
  });
}

/** A token made for reading holds no more, whoever made it. */
const withTokenRights = <D extends LoadedDrive>(actor: Actor, drive: D): D =>
  actor.readOnly ? { ...drive, rights: drive.rights & VIEW } : drive;

/** Those of the drives that the actor may know of, with the rights that their credential leaves them. */
export const visibleDrives = <D extends LoadedDrive>(actor: Actor, found: readonly D[]): D[] =>
  found.filter(({ id }) => inScope(actor, id)).map((drive) => withTokenRights(actor, drive));

function driveCondition(context: conditions.CheckContext, driveId: string, rule: DriveRequirement): SQL {
  const role = {
    member: rule.reads ? conditions.mayViewDrives(context, [driveId]) : TRUE,
    admin: conditions.administersDrive(context, driveId),
    owner: conditions.ownsDrive(context, driveId),
  }[rule.role];
  const isLive = driveIsLive(driveId);
  const inState = { live: isLive, trashed: sql`not ${isLive}`, any: TRUE }[rule.state];
  const purpose = rule.shares ? "sharing" : rule.reads ? "reading" : "writing";
  const token = tokenAllowsInDrive(context.caller, purpose, driveId);
  return sql`${conditions.credentialIsLive(context)} and ${role} and ${inState} and ${token}`;
}

/** Loads a drive, and whatever else is asked for beside it, and decides, in one round trip. Throws as `allowDrive`. */
export async function authorizeDrive<A extends DriveAction, D extends LoadedDrive, const Q extends Queries>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  load: Query<D | null>,
  queries: Q,
): Promise<[Authorized<`drive.${A}`, D>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, [load, ...queries]);
  const [drive, ...rest] = results;
  return [allowDrive(by, action, drive), ...(rest as unknown as Results<Q>)]; // as in authorizePage
}
