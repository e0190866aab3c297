/** Where a provider sends the browser back to, and the page that posts a form again from our own site. */
import type { Context } from "hono";
import type { Deps } from "../../deps.ts";
import { type Caller, sessionHashOf } from "../../kernel/caller.ts";
import { CallbackForm, CallbackQuery, type ProviderName } from "../../features/auth/providers/contract.ts";
import { FLOW_COOKIES, flowCookie } from "../../features/auth/providers/routes.ts";
import { handleCallback, type CallbackOutcome } from "../../features/auth/index.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { locatedClientOf } from "../../http/client.ts";
import { cookieName, cookieValues } from "../../http/cookies.ts";
import { PAGE_POLICY } from "../../http/headers.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { routes } from "../../http/route-list.ts";
import { signUpHashOf } from "../../http/sign-up-cookie.ts";
import { continueSignedIn } from "../../http/session-cookie.ts";
import { toHtml } from "./html.ts";
import { REPOST_SCRIPT, repostPage } from "./repost.tsx";
import { seeOther } from "./respond.ts";

const CALLBACK_B = "/api/auth/providerb/callback";

type ReturnRequest = {
  deps: Deps;
  caller: Caller | null;
  http: Context;
  sent: Omit<ReturnedForm, "id_token">;
  idToken: string;
};
type ReturnedForm = { code: string; state: string; error: string; iss: string; id_token: string; user: string };

const handleReturnOf = (
  { deps, caller, http, sent, idToken }: ReturnRequest,
  name: ProviderName,
): Promise<CallbackOutcome> =>
  handleCallback(deps, {
    ...sent,
    name,
    idToken,
    cookies: cookieValues(http.req.header("Cookie"), cookieName(deps.config, FLOW_COOKIES[name])),
    presentedSession: sessionHashOf(caller),
    signUpHash: signUpHashOf(deps.config, http),
    client: locatedClientOf(http.req.raw),
  });

/** Redirects, and deletes the flow's cookie. */
function redirectAfter(
  deps: Deps,
  http: Context,
  name: ProviderName,
  outcome: Exclude<CallbackOutcome, { kind: "repost" }>,
): Response {
  const response =
    outcome.kind === "signed-in"
      ? continueSignedIn(deps, http, outcome.sessionToken, outcome.next)
      : seeOther(`/signin?error=${outcome.code}`);
  response.headers.append("Set-Cookie", flowCookie(deps, name, ""));
  return response;
}

const RETURN = {
  tag: "Authentication",
  principals: ["anyone"],
  // The request always comes from another site; the state proves that we sent this browser there.
  csrf: "none",
  limits: [LIMIT_RULES.providerReturnByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is created" }],
  errors: ["provider_not_configured"],
} as const;

export const providerReturnRoutes = routes()
  .add(
    {
      ...RETURN,
      method: "get",
      path: "/api/auth/providera/callback",
      operation: "returnFromProviderA",
      summary: "Provider A's callback: creates a session, sets its cookie and redirects",
      query: CallbackQuery,
      answer: { status: 303, schema: "html" },
    },
    async ({ deps, caller, query, http }) => {
      const outcome = await handleReturnOf(
        { deps, caller, http, sent: { ...query, user: "" }, idToken: "" },
        "providera",
      );
      // Nothing is posted to provider A's callback, so there is nothing to repost.
      return redirectAfter(
        deps,
        http,
        "providera",
        outcome.kind === "repost" ? { kind: "refused", code: "state_invalid" } : outcome,
      );
    },
  )
  .add(
    {
      ...RETURN,
      method: "post",
      path: CALLBACK_B,
      operation: "returnFromProviderB",
      summary: "Provider B's callback (form post): creates a session, sets its cookie and redirects",
      bodyCap: 16_384,
      form: CallbackForm,
      answer: { status: 303, schema: "html" },
    },
    async ({ deps, caller, form, http }) => {
      const { id_token: idToken, ...sent } = form;
      const outcome = await handleReturnOf({ deps, caller, http, sent, idToken }, "providerb");
      if (outcome.kind !== "repost") return redirectAfter(deps, http, "providerb", outcome);
      http.header("Content-Security-Policy", PAGE_POLICY.replace("script-src", `script-src ${REPOST_SCRIPT}`));
      return http.html(
        toHtml(displaySettingsOf(deps, http), () => repostPage(CALLBACK_B, { ...form, state: outcome.state })),
      );
    },
  );
