/** Authorizes actions on a drive. A drive the caller may not see is reported as not found. */
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

/** A drive with the caller's role and rights in it. */
export type LoadedDrive = {
  readonly id: string;
  readonly role: "owner" | "admin" | "member";
  readonly rights: Rights;
  readonly trashedAt: number | null;
};

const RANK = { member: 0, admin: 1, owner: 2 } as const;

/**
 * Authorizes an action on a loaded drive. Throws `not_found` if the actor may not know about the drive, or if it is in the
 * trash and the action requires a live one; `forbidden`, `not_trashed` and `step_up_required`.
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

/** A read-only token gets no more than the right to view, whoever created it. */
const withTokenRights = <D extends LoadedDrive>(actor: Actor, drive: D): D =>
  actor.readOnly ? { ...drive, rights: drive.rights & VIEW } : drive;

/** The drives the actor may know about, with the rights that their credential allows. */
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

/** Loads a drive and `queries`, and authorizes the action, in one round trip. Throws like `allowDrive`. */
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
