/** Routes for sign-out, sessions and the signed-in user. */
import { toIso } from "../../../kernel/clock.ts";
import { IdParams } from "../../../kernel/contract.ts";
import { forgetSession } from "../../../http/session-cookie.ts";
import { makeCsrfToken } from "../../../http/csrf.ts";
import { routes } from "../../../http/route-list.ts";
import { CsrfToken, LogOut, RevokeSessionQuery, SessionList, SessionQuery, SignInFreshness, User } from "./contract.ts";
import * as identity from "./service.ts";

const SMALL = 16_384;

const READ = { method: "get", principals: ["session"] } as const;
const ACT = { principals: ["session"], csrf: "token", limits: [], bodyCap: 0 } as const;

export const identityRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/logout",
      operation: "logOut",
      tag: "Authentication",
      summary: "Sign out: end the current session and its device, and the device whose token is sent",
      principals: ["anyone"],
      csrf: "token",
      limits: [],
      bodyCap: SMALL,
      json: LogOut,
      bodyOptional: true,
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
    },
  )
  .add(
    {
      ...ACT,
      method: "post",
      path: "/api/auth/logout-all",
      operation: "logOutEverywhere",
      tag: "Authentication",
      summary: "End all sessions of the user immediately; MCP tokens remain valid",
    },
    async ({ deps, caller, http }) => {
      await identity.logOutEverywhere(deps, caller);
      forgetSession(http, deps.config);
    },
  )
  .add(
    {
      ...READ,
      path: "/api/auth/me",
      operation: "getMe",
      tag: "Authentication",
      summary: "Get the signed-in user",
      answer: { status: 200, schema: User },
    },
    ({ deps, caller }) => identity.getUser(deps, caller),
  )
  .add(
    {
      ...READ,
      path: "/api/auth/freshness",
      operation: "getSignInFreshness",
      tag: "Authentication",
      summary: "Check whether the session counts as recently signed in, and until when",
      answer: { status: 200, schema: SignInFreshness },
    },
    ({ deps, caller }) => identity.getFreshness(deps, caller),
  )
  .add(
    {
      ...READ,
      path: "/api/account",
      operation: "getAccount",
      tag: "Account",
      summary: "Get the account profile",
      answer: { status: 200, schema: User },
    },
    ({ deps, caller }) => identity.getUser(deps, caller),
  )
  .add(
    {
      ...READ,
      path: "/api/auth/csrf",
      operation: "getCsrfToken",
      tag: "Authentication",
      summary: "Get a CSRF token bound to the current session",
      answer: { status: 200, schema: CsrfToken },
    },
    async ({ deps, caller }) => {
      await identity.requireSession(deps, caller);
      const { csrfToken, expiresAt } = makeCsrfToken(deps.keys, caller.tokenHash, deps.now, deps.random);
      return { csrfToken, expiresAt: toIso(expiresAt) };
    },
  )
  .add(
    {
      ...READ,
      path: "/api/account/sessions",
      operation: "listSessions",
      tag: "Account",
      summary: "List the user's active sessions",
      query: SessionQuery,
      answer: { status: 200, schema: SessionList },
    },
    ({ deps, caller, query }) => identity.listSessions(deps, caller, query),
  )
  .add(
    {
      ...ACT,
      method: "delete",
      path: "/api/account/sessions/:id",
      operation: "revokeSession",
      tag: "Account",
      summary:
        "End one session and its devices; with `withCredentials`, also the passkeys and tokens that were created in it",
      params: IdParams,
      query: RevokeSessionQuery,
      errors: ["step_up_required"],
    },
    ({ deps, caller, params, query }) => identity.revokeSession(deps, caller, params.id, query.withCredentials),
  );
