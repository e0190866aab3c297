/** Where a mailed sign-in link leads, and the page that asks before it signs in. */
import type { Context } from "hono";
import type { Deps } from "../../deps.ts";
import { type Caller, sessionHashOf } from "../../kernel/caller.ts";
import { ConfirmLink, VerifyLink } from "../../features/auth/magic-link/contract.ts";
import { openLink } from "../../features/auth/magic-link/service.ts";
import { linkVisitorOf } from "../../features/auth/session/rules.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { beginConfirmation, isConfirmed } from "../../http/confirm.ts";
import { readBinding } from "../../http/cookies.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { routes } from "../../http/route-list.ts";
import { continueSignedIn } from "../../http/session-cookie.ts";
import { confirmPage } from "./confirm.tsx";
import { toHtml } from "./html.ts";
import { seeOther } from "./respond.ts";

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
    presentedSession: sessionHashOf(caller),
    client: http.get("client"),
  });
  if (outcome.kind === "refused") return seeOther(`/signin?error=${outcome.code}`);
  if (outcome.kind === "signed-in") return continueSignedIn(deps, http, outcome.sessionToken, outcome.next);
  const c = beginConfirmation(deps, http, link.token);
  return http.html(toHtml(displaySettingsOf(deps, http), () => confirmPage(outcome.email, { ...link, c })));
}

export const signInLinkRoutes = routes()
  .add(
    {
      method: "get",
      path: "/api/auth/magic-link/verify",
      operation: "openMagicLink",
      tag: "Authentication",
      summary: "Open a sign-in link: creates a session, sets its cookie and redirects",
      principals: ["anyone"],
      limits: [LIMIT_RULES.magicLinkVerifyByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is created" }],
      query: VerifyLink,
      answer: { status: 303, schema: "html" },
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
      summary: "Confirm a sign-in link on its confirmation page; must be sent by the same browser",
      principals: ["anyone"],
      csrf: "origin",
      limits: [LIMIT_RULES.magicLinkVerifyByIp, { rule: LIMIT_RULES.accountCreateByIp, when: "an account is created" }],
      bodyCap: 16_384,
      form: ConfirmLink,
      answer: { status: 303, schema: "html" },
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
  );
