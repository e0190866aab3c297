/** The route that mails a sign-in link. */
import { ensureBinding, setCookie } from "../../../http/cookies.ts";
import { lookOf } from "../../../http/preferences.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireProof } from "./proof.ts";
import { sendLink } from "./service.ts";
import { SendLink, LinkSent, LINK_LIFETIME_SECONDS } from "./contract.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

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
    presentedSession: sessionHashOf(caller),
    client: http.get("client"),
  });
  if (outcome.kind === "refused") return seeOther(`/signin?error=${outcome.code}`);
  if (outcome.kind === "signed-in") return continueSignedIn(deps, http, outcome.sessionToken, outcome.next);
  const c = beginConfirmation(deps, http, link.token);
  return http.html(toHtml(lookOf(deps, http), () => confirmPage(outcome.email, { ...link, c })));
}

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { Location: location } });

export const magicLinkRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/auth/magic-link/send",
      operation: "sendMagicLink",
      tag: "Authentication",
      summary: "Email a sign-in link to an address",
      principals: ["anyone"],
      csrf: "origin",
      limits: [
        LIMIT_RULES.magicLinkSendByIp,
        LIMIT_RULES.magicLinkSendByNetwork,
        { rule: LIMIT_RULES.magicLinkUnprovenByService, when: "the request contains no proof of work" },
        { rule: LIMIT_RULES.magicLinkSendByEmail, when: "an email is sent" },
        { rule: LIMIT_RULES.magicLinkSendByService, when: "an email is sent" },
      ],
      bodyCap: SMALL,
      json: SendLink,
      answer: { status: 200, schema: LinkSent },
      errors: ["proof_required"],
    },
    async ({ deps, caller, json: { proof, ...json }, http }) => {
      const binding = ensureBinding(deps.config, deps.random, http.req.header("Cookie"), "ml");
      const presentedSession = sessionHashOf(caller);
      const { language } = lookOf(deps, http);
      const client = http.get("client");
      await requireProof(deps, json.email, proof, client);
      await sendLink(deps, { ...json, language, binding, presentedSession, client });
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
      bodyCap: SMALL,
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
