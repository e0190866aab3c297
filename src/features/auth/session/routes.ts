/** Routes for sign-out, sessions and the signed-in user. */
import { toIso } from "../../../kernel/clock.ts";
import { IdParams, Success, success } from "../../../kernel/contract.ts";
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
      summary: "End the present session and its device, and the device whose token is sent",
      principals: ["anyone"],
      csrf: "token",
      limits: [],
      bodyCap: SMALL,
      json: LogOut,
      bodyOptional: true,
      answer: { status: 200, schema: Success },
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
      ...ACT,
      method: "post",
      path: "/api/auth/logout-all",
      operation: "logOutEverywhere",
      tag: "Authentication",
      summary: "End every session of the user at once; MCP tokens live on",
      answer: { status: 200, schema: Success },
    },
    async ({ deps, caller, http }) => {
      await identity.logOutEverywhere(deps, caller);
      forgetSession(http, deps.config);
      return success;
    },
  )
  .add(
    {
      ...READ,
      path: "/api/auth/me",
      operation: "getMe",
      tag: "Authentication",
      summary: "The signed-in user",
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
      summary: "Whether the session may do what requires a recent sign-in, and until when",
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
      summary: "The account profile",
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
      summary: "A CSRF token bound to the present session",
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
      summary: "Where the user is signed in",
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
        "End one session and its devices; with `withCredentials`, also the passkeys and tokens that were made in it",
      params: IdParams,
      query: RevokeSessionQuery,
      answer: { status: 200, schema: Success },
      errors: ["step_up_required"],
    },
    async ({ deps, caller, params, query }) => {
      await identity.revokeSession(deps, caller, params.id, query.withCredentials);
      return success;
    },
  );
