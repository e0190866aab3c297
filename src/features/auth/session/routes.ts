/** Sign-in, sessions and the account over HTTP. */
import { toIso } from "../../../kernel/clock.ts";
import { IdParams, Success, success } from "../../../kernel/contract.ts";
import { forgetSession } from "../../../http/session-cookie.ts";
import { makeCsrfToken } from "../../../http/csrf.ts";
import { BODY_ERRORS, CSRF_ERRORS } from "../../../http/error-groups.ts";
import { routes } from "../../../http/router.ts";
import { CsrfToken, LogOut, SessionList, SessionQuery, User } from "./contract.ts";
import * as identity from "./service.ts";

const SMALL = 16_384;

export const identityRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/logout",
      operation: "logOut",
      tag: "Authentication",
      summary: "End the present session and its device, and the device whose token is sent",
      principals: ["anyone"],
      csrf: "token",
      limits: [],
      bodyCap: SMALL,
      json: LogOut,
      bodyOptional: true,
      answer: { status: 200, schema: Success },
      errors: [...BODY_ERRORS, ...CSRF_ERRORS],
    },
    async ({ deps, caller, json, http }) => {
      const { deviceToken = "" } = json;
      await identity.logOut(deps, {
        caller,
        csrfFault: http.get("csrfFault"),
        deviceToken,
        client: http.get("client"),
      });
      forgetSession(http, deps.config);
      return success;
    },
  )
  .add(
    {
      method: "post",
      path: "/api/auth/logout-all",
      operation: "logOutEverywhere",
      tag: "Authentication",
      summary: "End every session of the user at once; MCP tokens live on",
      principals: ["session"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      answer: { status: 200, schema: Success },
      errors: ["unauthenticated", ...CSRF_ERRORS],
    },
    async ({ deps, caller, http }) => {
      await identity.logOutEverywhere(deps, caller);
      forgetSession(http, deps.config);
      return success;
    },
  )
  .add(
    {
      method: "get",
      path: "/api/auth/me",
      operation: "getMe",
      tag: "Authentication",
      summary: "The signed-in user",
      principals: ["session"],
      csrf: "none",
      limits: [],
      bodyCap: 0,
      answer: { status: 200, schema: User },
      errors: ["unauthenticated"],
    },
    ({ deps, caller }) => identity.getUser(deps, caller),
  )
  .add(
    {
      method: "get",
      path: "/api/account",
      operation: "getAccount",
      tag: "Account",
      summary: "The account profile",
      principals: ["session"],
      csrf: "none",
      limits: [],
      bodyCap: 0,
      answer: { status: 200, schema: User },
      errors: ["unauthenticated"],
    },
    ({ deps, caller }) => identity.getUser(deps, caller),
  )
  .add(
    {
      method: "get",
      path: "/api/auth/csrf",
      operation: "getCsrfToken",
      tag: "Authentication",
      summary: "A CSRF token bound to the present session",
      principals: ["session"],
      csrf: "none",
      limits: [],
      bodyCap: 0,
      answer: { status: 200, schema: CsrfToken },
      errors: ["unauthenticated"],
    },
    async ({ deps, caller }) => {
      await identity.requireSession(deps, caller);
      const { csrfToken, expiresAt } = makeCsrfToken(deps.keys, caller.tokenHash, deps.now, deps.random);
      return { csrfToken, expiresAt: toIso(expiresAt) };
    },
  )
  .add(
    {
      method: "get",
      path: "/api/account/sessions",
      operation: "listSessions",
      tag: "Account",
      summary: "Where the user is signed in",
      principals: ["session"],
      csrf: "none",
      limits: [],
      bodyCap: 0,
      query: SessionQuery,
      answer: { status: 200, schema: SessionList },
      errors: ["unauthenticated", "invalid_request"],
    },
    ({ deps, caller, query }) => identity.listSessions(deps, caller, query),
  )
  .add(
    {
      method: "delete",
      path: "/api/account/sessions/:id",
      operation: "revokeSession",
      tag: "Account",
      summary: "End one session; it is refused on its next request",
      principals: ["session"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      params: IdParams,
      answer: { status: 200, schema: Success },
      errors: ["unauthenticated", "not_found", ...CSRF_ERRORS],
    },
    async ({ deps, caller, params }) => {
      await identity.revokeSession(deps, caller, params.id);
      return success;
    },
  );
