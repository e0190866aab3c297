/** Suspending users and letting them back in. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import type { AdminDeps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { commit, type Note } from "../audit/service.ts";
import { raiseEpoch, spendLinksOf } from "../identity/access.ts";
import type { Suspend } from "./contract.ts";
import * as store from "./store.ts";

/**
 * Every session, device and link of the user ends at one instant and stays ended when the suspension does; MCP tokens
 * are refused meanwhile. Does nothing to somebody who is suspended. Throws `forbidden`, `step_up_required`, `not_found`.
 */
export async function suspendUser(deps: AdminDeps, caller: Caller, userId: string, { reason }: Suspend): Promise<void> {
  const { allowed, standing } = await judge(deps, caller, userId);
  if (standing.suspended) return;
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: [
      guard(store.standsStill(userId, standing)),
      store.setSuspended(userId, deps.now, deps.now),
      raiseEpoch(userId, deps.now),
      spendLinksOf(userId, deps.now),
    ],
    notes: [
      { ...noteOf(actor, userId, reason), kind: "account.suspend" },
      { kind: "session.invalidate_all", by: actor, subject: userId, detail: { reason: "suspension" } },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "account_suspended" }],
  });
}

/** The user signs in anew. Does nothing to somebody who is not suspended. Throws as `suspendUser`. */
export async function unsuspendUser(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
  { reason }: Suspend,
): Promise<void> {
  const { allowed, standing } = await judge(deps, caller, userId);
  if (!standing.suspended) return;
  await commit(deps, allowed, {
    queries: [guard(store.standsStill(userId, standing)), store.setSuspended(userId, null, deps.now)],
    notes: [{ ...noteOf(allowed.actor, userId, reason), kind: "account.unsuspend" }],
  });
}

async function judge(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
): Promise<{ allowed: Authorized<"admin.suspendUser">; standing: store.Standing }> {
  const [allowed, standing] = await authorizeAdmin(deps, caller, "suspendUser", [store.findStanding(userId)]);
  if (allowed.actor.userId === userId) throw invalid("id", "Administrators do not suspend themselves.");
  if (!standing) throw notFound("This user");
  return { allowed, standing };
}

const noteOf = (by: Actor, userId: string, reason: string | undefined): Omit<Note, "kind"> => ({
  by,
  subject: userId,
  resource: { type: "user", id: userId },
  detail: reason === undefined ? {} : { reason },
});
