/** Sign-in, sessions and the account over HTTP. */
import type { Context } from "hono";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../kernel/caller.ts";
import { toIso } from "../../kernel/clock.ts";
import { IdParams, Success, success } from "../../kernel/contract.ts";
import { ensureBinding, readBinding, setCookie } from "../../http/cookies.ts";
import { beginConfirmation, isConfirmed } from "../../http/confirm.ts";
import { continueSignedIn, forgetSession } from "../../http/session-cookie.ts";
import { makeCsrfToken } from "../../http/csrf.ts";
import { BODY_ERRORS, CSRF_ERRORS, RATE_LIMIT_ERRORS } from "../../http/refusals.ts";
import { routes } from "../../http/router.ts";
import { confirmPage } from "../../web/pages/confirm.tsx";
import { LIMIT_RULES } from "../limits/rules.ts";
import {
  ConfirmLink,
  CsrfToken,
  LogOut,
  SendLink,
  LinkSent,
  SessionList,
  SessionQuery,
  User,
  VerifyLink,
  LINK_LIFETIME_SECONDS,
} from "./contract.ts";
import { openLink, sendLink } from "./magic-link.ts";
import { linkVisitorOf } from "./rules.ts";
import * as identity from "./service.ts";

const SMALL = 16_384;
const SENT = "If the address can sign in here, a link is on its way to it. It works once, for ten minutes.";

type LinkVisit = {
  readonly deps: Deps;
  readonly caller: Caller | null;
  readonly http: Context;
  readonly link: { readonly token: string; readonly exp: string; readonly sig: string; readonly next: string };
  readonly opening: "browser" | "program";
  readonly isConfirmed: boolean;
};

async function openSignInLink({
  deps,
  caller,
  http,
  link,
  opening,
  isConfirmed: confirmed,
}: LinkVisit): Promise<Response> {
  const outcome = await openLink(deps, {
    ...link,
    opening,
    confirmed,
    binding: readBinding(deps.config, http.req.header("Cookie"), "ml"),
    presentedSession: caller?.kind === "session" ? caller.tokenHash : null,
    client: http.get("client"),
  });
  if (outcome.kind === "refused") return seeOther(`/signin?error=${outcome.code}`);
  if (outcome.kind === "signed-in") return continueSignedIn(deps, http, outcome.sessionToken, outcome.next);
  return http.html(confirmPage(outcome.email, { ...link, c: beginConfirmation(deps, http, link.token) }));
}

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { Location: location } });

export const identityRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/magic-link/send",
      operation: "sendMagicLink",
      tag: "Authentication",
      summary: "Mail a sign-in link to an address",
      principals: ["anyone"],
      csrf: "origin",
      limits: [LIMIT_RULES.magicLinkSendByIp, LIMIT_RULES.magicLinkSendByEmail],
      bodyCap: SMALL,
      json: SendLink,
      answer: { status: 200, schema: LinkSent },
      errors: ["invalid_json", "invalid_request", "cross_site", ...RATE_LIMIT_ERRORS],
    },
    async ({ deps, caller, json, http, silenced }) => {
      const binding = ensureBinding(deps.config, deps.random, http.req.header("Cookie"), "ml");
      const presentedSession = caller?.kind === "session" ? caller.tokenHash : null;
      await sendLink(deps, { ...json, muted: silenced, binding, presentedSession, client: http.get("client") });
      http.header(
        "Set-Cookie",
        setCookie(deps.config, { name: "ml", value: binding, maxAgeSeconds: LINK_LIFETIME_SECONDS, sameSite: "Lax" }),
      );
      return { message: SENT };
    },
  )
  .add(
    {
      method: "get",
      path: "/api/auth/magic-link/verify",
      operation: "openMagicLink",
      tag: "Authentication",
      summary: "Open a sign-in link: makes a session, sets its cookie and redirects",
      principals: ["anyone"],
      csrf: "none",
      limits: [LIMIT_RULES.magicLinkVerifyByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is made" }],
      bodyCap: 0,
      query: VerifyLink,
      answer: { status: 303, schema: "html" },
      errors: [...RATE_LIMIT_ERRORS],
    },
    ({ deps, caller, query, http }) => {
      const opening = linkVisitorOf(http.req.method, http.req.raw.headers);
      if (opening === "looking-ahead") return new Response(null, { status: 204 });
      return openSignInLink({ deps, caller, http, link: query, opening, isConfirmed: false });
    },
  )
  .add(
    {
      method: "post",
      path: "/api/auth/magic-link/verify",
      operation: "confirmMagicLink",
      tag: "Authentication",
      summary: "The button of the page that asks before a sign-in link signs in; works in the browser that was asked",
      principals: ["anyone"],
      csrf: "origin",
      limits: [LIMIT_RULES.magicLinkVerifyByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is made" }],
      bodyCap: SMALL,
      form: ConfirmLink,
      answer: { status: 303, schema: "html" },
      errors: ["cross_site", "payload_too_large", "unsupported_media_type", ...RATE_LIMIT_ERRORS],
    },
    ({ deps, caller, form: { c, ...link }, http }) =>
      openSignInLink({
        deps,
        caller,
        http,
        link,
        opening: "browser",
        isConfirmed: isConfirmed(deps, http, link.token, c),
      }),
  )
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
