/** Suspending and unsuspending users. */
import type { Actor, Caller } from "../../kernel/caller.ts";
import { invalid, notFound } from "../../kernel/errors.ts";
import type { AdminDeps } from "../../deps.ts";
import { guard } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import type { Authorized } from "../../permissions/authorized.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { raiseEpoch, consumeLinksOf } from "../auth/session/statements.ts";
import type { Suspend } from "./contract.ts";
import * as store from "./store.ts";

/**
 * Ends every session, device and link of the user at once and for good; MCP tokens are rejected during the suspension.
 * Does nothing if the user is already suspended. Throws `forbidden`, `step_up_required`, `not_found`.
 */
export async function suspendUser(deps: AdminDeps, caller: Caller, userId: string, { reason }: Suspend): Promise<void> {
  const { allowed, suspension } = await loadSuspension(deps, caller, userId);
  if (suspension.suspended) return;
  const { actor } = allowed;
  await commit(deps, allowed, {
    queries: [
      guard(store.suspensionIsUnchanged(userId, suspension)),
      store.setSuspended(userId, deps.now, deps.now),
      raiseEpoch(userId, deps.now),
      consumeLinksOf(userId, deps.now),
    ],
    notes: [
      { ...noteOf(actor, userId, reason), kind: "account.suspend" },
      { kind: "session.invalidate_all", by: actor, subject: userId, detail: { reason: "suspension" } },
    ],
    jobs: [{ id: deps.newId(), kind: "mail.notice", userId, notice: "account_suspended" }],
  });
}

/** The user has to sign in again. Does nothing if the user is not suspended. Throws like `suspendUser`. */
export async function unsuspendUser(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
  { reason }: Suspend,
): Promise<void> {
  const { allowed, suspension } = await loadSuspension(deps, caller, userId);
  if (!suspension.suspended) return;
  await commit(deps, allowed, {
    queries: [guard(store.suspensionIsUnchanged(userId, suspension)), store.setSuspended(userId, null, deps.now)],
    notes: [{ ...noteOf(allowed.actor, userId, reason), kind: "account.unsuspend" }],
  });
}

async function loadSuspension(
  deps: AdminDeps,
  caller: Caller,
  userId: string,
): Promise<{ allowed: Authorized<"admin.suspendUser">; suspension: store.SuspensionState }> {
  const [allowed, suspension] = await authorizeAdmin(deps, caller, "suspendUser", [store.findSuspension(userId)]);
  if (allowed.actor.userId === userId) throw invalid("id", "You cannot suspend yourself.");
  if (!suspension) throw notFound("This user");
  return { allowed, suspension };
}

const noteOf = (by: Actor, userId: string, reason: string | undefined): Omit<AuditNote, "kind"> => ({
  by,
  subject: userId,
  resource: { type: "user", id: userId },
  detail: reason === undefined ? {} : { reason },
});
