/** Administrators' routes for users and the database schema. */
import * as z from "zod";
import { IdParams } from "../../kernel/contract.ts";
import { routes } from "../../http/route-list.ts";
import { AdminUser, ChangeRole, DatabaseSchema, Suspend, UsersQuery } from "./contract.ts";
import { describeDatabase, listUsers } from "./listing.ts";
import { changeRole } from "./role.ts";
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
  errors: ["step_up_required", "conflict"],
} as const;

const READ = {
  method: "get",
  tag: "Administration",
  principals: ["session"],
  role: "admin",
} as const;

export const adminRoutes = routes()
  .add(
    {
      ...READ,
      path: "/api/admin/users",
      operation: "listUsers",
      summary: "List all users with their usage, newest first; the Link header contains the next page (RFC 8288)",
      query: UsersQuery,
      answer: { status: 200, schema: z.array(AdminUser) },
    },
    async ({ deps, caller, query, http }) => {
      const { users, nextCursor } = await listUsers(deps, caller, query);
      if (nextCursor !== null) {
        const next = new URLSearchParams({ limit: String(query.limit), cursor: nextCursor });
        if (query.q !== undefined) next.set("q", query.q);
        http.header("Link", `</api/admin/users?${next.toString()}>; rel="next"`);
        http.header("X-Next-Cursor", nextCursor);
      }
      return users;
    },
  )
  .add(
    {
      ...READ,
      path: "/api/admin/schema",
      operation: "describeDatabase",
      summary: "Describe the live database: tables, columns, indexes, foreign keys and row counts",
      answer: { status: 200, schema: DatabaseSchema },
    },
    ({ deps, caller }) => describeDatabase(deps, caller),
  )
  .add(
    {
      ...ADMIN,
      path: "/api/admin/users/:id/suspend",
      operation: "suspendUser",
      summary: "Suspend a user: ends all sessions and blocks sign-in until the suspension is lifted",
    },
    ({ deps, caller, params, json }) => admin.suspendUser(deps, caller, params.id, json),
  )
  .add(
    {
      ...ADMIN,
      path: "/api/admin/users/:id/unsuspend",
      operation: "unsuspendUser",
      summary: "Lift a suspension; the user has to sign in again",
    },
    ({ deps, caller, params, json }) => admin.unsuspendUser(deps, caller, params.id, json),
  )
  .add(
    {
      method: "post",
      path: "/api/admin/users/:id/role",
      operation: "changeRole",
      tag: "Administration",
      summary: "Grant or revoke a user's administrator role; takes effect on their next request",
      principals: ["session"],
      role: "admin",
      csrf: "token",
      limits: [],
      bodyCap: 16_384,
      params: IdParams,
      json: ChangeRole,
      errors: ["step_up_required", "conflict"],
    },
    ({ deps, caller, params, json }) => changeRole(deps, caller, params.id, json),
  );
