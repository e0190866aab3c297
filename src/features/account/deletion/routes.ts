/** Routes for deleting an account: the caller's own, or another user's by an administrator. */
import { IdParams } from "../../../kernel/contract.ts";
import { routes } from "../../../http/route-list.ts";
import { forgetSession } from "../../../http/session-cookie.ts";
import { DeleteAccount, DeletionPlan } from "./contract.ts";
import * as deletion from "./service.ts";

/** Body limit with room for a choice per drive. */
const CHOICES = 131_072;

const PLAN = {
  method: "get",
  principals: ["session"],
  answer: { status: 200, schema: DeletionPlan },
} as const;

const DELETE = {
  method: "delete",
  principals: ["session"],
  csrf: "token",
  limits: [],
  bodyCap: CHOICES,
  json: DeleteAccount,
  errors: ["step_up_required", "conflict"],
} as const;

const OWN = { tag: "Account" } as const;
const ADMIN = { tag: "Administration", role: "admin", params: IdParams } as const;

export const deletionRoutes = routes()
  .add(
    {
      ...PLAN,
      ...OWN,
      path: "/api/account/deletion",
      operation: "planAccountDeletion",
      summary: "Preview the deletion of the account: the drives it owns, each with the admins who could take it over",
    },
    ({ deps, caller }) => deletion.planDeletion(deps, caller),
  )
  .add(
    {
      ...DELETE,
      ...OWN,
      path: "/api/account",
      operation: "deleteAccount",
      summary:
        "Permanently delete the account, with a choice for each drive it owns; requires a sign-in within the last ten minutes",
    },
    async ({ deps, caller, json, http }) => {
      await deletion.deleteAccount(deps, caller, json.drives);
      forgetSession(http, deps.config);
    },
  )
  .add(
    {
      ...PLAN,
      ...ADMIN,
      path: "/api/admin/users/:id/deletion",
      operation: "planUserDeletion",
      summary: "Preview the deletion of a user; lists drives and their admins, never their content",
    },
    ({ deps, caller, params }) => deletion.planUserDeletion(deps, caller, params.id),
  )
  .add(
    {
      ...DELETE,
      ...ADMIN,
      path: "/api/admin/users/:id",
      operation: "deleteUser",
      summary: "Permanently delete a user, with a choice for each drive they own",
    },
    ({ deps, caller, params, json }) => deletion.deleteUser(deps, caller, params.id, json.drives),
  );
