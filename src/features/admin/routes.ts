/** Suspension over HTTP, for administrators. */
import { IdParams, Success, success } from "../../kernel/contract.ts";
import { routes } from "../../http/router.ts";
import { Suspend } from "./contract.ts";
import * as admin from "./service.ts";

const ADMIN = {
  method: "post",
  tag: "Administration",
  principals: ["session"],
  role: "admin",
  csrf: "token",
  limits: [],
  bodyCap: 16_384,
  params: IdParams,
  json: Suspend,
  bodyOptional: true,
  answer: { status: 200, schema: Success },
  errors: [
    "unauthenticated",
    "forbidden",
    "step_up_required",
    "csrf_missing",
    "csrf_invalid",
    "cross_site",
    "invalid_json",
    "invalid_request",
    "payload_too_large",
    "unsupported_media_type",
    "not_found",
    "conflict",
  ],
} as const;

export const adminRoutes = routes()
  .add(
    {
      ...ADMIN,
      path: "/api/admin/users/:id/suspend",
      operation: "suspendUser",
      summary: "Suspend a user: every session ends, and nothing signs in until the suspension does",
    },
    async ({ deps, caller, params, json }) => {
      await admin.suspendUser(deps, caller, params.id, json);
      return success;
    },
  )
  .add(
    {
      ...ADMIN,
      path: "/api/admin/users/:id/unsuspend",
      operation: "unsuspendUser",
      summary: "End a suspension; the user signs in anew",
    },
    async ({ deps, caller, params, json }) => {
      await admin.unsuspendUser(deps, caller, params.id, json);
      return success;
    },
  );
