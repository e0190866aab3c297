/** The route that mails a sign-in link. */
import { ensureBinding, setCookie } from "../../../http/cookies.ts";
import { displaySettingsOf } from "../../../http/preferences.ts";
import { signUpHashOf } from "../../../http/sign-up-cookie.ts";
import { routes } from "../../../http/route-list.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { requireProof } from "./proof.ts";
import { sendLink } from "./service.ts";
import { SendLink, LinkSent, LINK_LIFETIME_SECONDS } from "./contract.ts";
import { sessionHashOf } from "../../../kernel/caller.ts";

const SENT = "If the address can sign in here, a link is on its way to it. It works once, for ten minutes.";

export const magicLinkRoutes = routes().add(
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
      { rule: LIMIT_RULES.magicLinkUnprovenByService, when: "unproven" },
      { rule: LIMIT_RULES.magicLinkSendByEmail, when: "mailed" },
      { rule: LIMIT_RULES.magicLinkSendByService, when: "mailed" },
    ],
    bodyCap: 16_384,
    json: SendLink,
    answer: { status: 200, schema: LinkSent },
    errors: ["proof_required", "mail_not_configured"],
  },
  async ({ deps, caller, json: { proof, signUpToken, ...json }, http }) => {
    const binding = ensureBinding(deps.config, deps.random, http.req.header("Cookie"), "ml");
    const presentedSession = sessionHashOf(caller);
    const { language } = displaySettingsOf(deps, http);
    const client = http.get("client");
    await requireProof(deps, json.email, proof, client);
    const signUpHash = signUpHashOf(deps.config, http, signUpToken);
    await sendLink(deps, { ...json, language, binding, presentedSession, signUpHash, client });
    http.header(
      "Set-Cookie",
      setCookie(deps.config, { name: "ml", value: binding, maxAgeSeconds: LINK_LIFETIME_SECONDS, sameSite: "Lax" }),
    );
    return { message: SENT };
  },
);
