/** Authorizes actions on the caller's own account, and administrator actions. */
import type { Actor, Caller } from "../kernel/caller.ts";
import type { Results } from "../platform/db.ts";
import { sql, type Query } from "../db/sql.ts";
import { accountActions, adminActions, type AccountAction, type AdminAction } from "./actions.ts";
import { authenticate, type AuthDeps, type Authenticated } from "./authenticate.ts";
import { authorized, type Authorized } from "./authorized.ts";
import { refused, requireCredential } from "./credential-checks.ts";
import * as conditions from "./conditions.ts";
import { callerIsAdmin } from "./credential.ts";
import { requireSignIn } from "./fresh-sign-in.ts";
import type { AccountRequirement, Requirement } from "./requirements.ts";
import { forbidden } from "../kernel/errors.ts";

type Queries = readonly Query<unknown>[];

/** The drives a token is limited to; `seen` are those the caller can see, `refusal` is the message if any is missing. */
type TokenDrives = { readonly ids: readonly string[]; readonly seen: readonly unknown[]; readonly refusal: string };

/** Creating a token for certain drives, or for all. The guard rechecks that they are visible. Throws like `allowAccount`. */
export function allowToken(
  by: Authenticated,
  { ids, seen, refusal }: TokenDrives,
): Authorized<"account.createToken", Actor> {
  const allowed = allowAccount(by, "createToken", ids);
  if (seen.length !== ids.length) throw forbidden(refusal);
  return allowed;
}

/**
 * Authorizes an action on the caller's own account; the target is the actor. The guard also requires that they can see each
 * of `driveIds`. Throws `forbidden` and `step_up_required`.
 */
export function allowAccount<A extends AccountAction>(
  by: Authenticated,
  action: A,
  driveIds: readonly string[] = [],
): Authorized<`account.${A}`, Actor> {
  const rule: AccountRequirement = accountActions[action];
  requireCredential(by.actor, rule);
  if (rule.scope === "all" && by.actor.scope !== null) throw refused(rule);
  requireSignIn(by.actor, rule, by.now);
  return authorized(`account.${action}`, by.actor, by.actor, {
    caller: by.caller,
    condition: (context) =>
      driveIds.length === 0
        ? conditions.credentialIsLive(context)
        : sql`${conditions.credentialIsLive(context)} and ${conditions.mayViewDrives(context, driveIds)}`,
  });
}

export async function authorizeAccount<A extends AccountAction, const Q extends Queries>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  queries: Q,
): Promise<[Authorized<`account.${A}`, Actor>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, queries);
  return [allowAccount(by, action), ...results];
}

/** Authorizes an administrator action. Throws `forbidden` and `step_up_required`. */
function allowAdmin<A extends AdminAction>(by: Authenticated, action: A): Authorized<`admin.${A}`, Actor> {
  const rule: Requirement = adminActions[action];
  requireCredential(by.actor, rule);
  if (by.actor.role !== "admin") throw refused(rule);
  requireSignIn(by.actor, rule, by.now);
  return authorized(`admin.${action}`, by.actor, by.actor, {
    caller: by.caller,
    condition: (context) => sql`${conditions.credentialIsLive(context)} and ${callerIsAdmin(context.caller)}`,
  });
}

/** Reads the role in the round trip that loads the data, so that revoking it takes effect immediately. */
export async function authorizeAdmin<A extends AdminAction, const Q extends Queries>(
  deps: AuthDeps,
  caller: Caller,
  action: A,
  queries: Q,
): Promise<[Authorized<`admin.${A}`, Actor>, ...Results<Q>]> {
  const { by, results } = await authenticate(deps, caller, queries);
  return [allowAdmin(by, action), ...results];
}
