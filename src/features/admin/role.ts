/** Granting and removing the administrator role. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { AdminDeps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard } from "../../db/sql.ts";
import { authorizeAdmin } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import { denyConfiguredRole, allowConfiguredRole } from "../auth/session/statements.ts";
import { hashAddress } from "../auth/index.ts";
import type { ChangeRole } from "./contract.ts";
import * as store from "./store.ts";

/**
 * Takes effect at the user's next request. A user who loses the role may still have an address in ADMIN_EMAILS, but
 * signing in with it does not restore the role, even for a new account: only an administrator can. Does nothing if the
 * user already has the role. Throws `forbidden`, `step_up_required`, `not_found`, and `conflict` for the last
 * administrator.
 */
export async function changeRole(deps: AdminDeps, caller: Caller, userId: string, { role }: ChangeRole): Promise<void> {
  const [allowed, held] = await authorizeAdmin(deps, caller, "changeRole", [store.findRole(userId)]);
  if (!held) throw notFound("This user");
  if (held.role === role) return;
  const address = hashAddress(held.email);
  const isConfigured = deps.config.adminEmails.has(held.email);
  await commit(deps, allowed, {
    queries: [
      guard(store.roleMayChange(userId, held)),
      store.setRole(userId, role, deps.now),
      ...(role === "admin"
        ? [allowConfiguredRole(address)]
        : isConfigured
          ? [denyConfiguredRole(address, deps.now)]
          : []),
    ],
    notes: [
      {
        kind: "role.change",
        by: allowed.actor,
        subject: userId,
        resource: { type: "user", id: userId },
        detail: { role, before: held.role, by: "administrator" },
      },
    ],
  }).catch((error: unknown) => {
    if (!(error instanceof GuardFailed) || role === "admin") throw error;
    throw new AppError(
      "conflict",
      "This is the only administrator, or the roles changed in the meantime. Give another user the role first.",
    );
  });
}
