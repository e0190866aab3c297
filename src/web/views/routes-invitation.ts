/** The pages that an invitation's link leads to. */
import { ensureBinding, setCookie } from "../../http/cookies.ts";
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { toHtml } from "./html.ts";
import { seeOther } from "./respond.ts";
import { invitationOverPage, invitationPage, invitationSentPage, otherAddressPage } from "./invitation.tsx";
import { displaySettingsOf } from "../../http/preferences.ts";
import { LINK_LIFETIME_SECONDS } from "../../features/auth/magic-link/contract.ts";
import { InvitationToken } from "../../features/invitations/contract.ts";
import { openInvitation, showInvitation } from "../../features/invitations/opening/service.ts";

export const invitationPageRoutes = routes()
  .add(
    {
      method: "get",
      path: "/invitation",
      operation: "showInvitation",
      tag: "HTML pages",
      summary: "Invitation page: the access that the link offers; opening it does not sign in",
      principals: ["anyone"],
      limits: [LIMIT_RULES.invitationOpenByIp],
      query: InvitationToken,
      answer: { status: 200, schema: "html" },
    },
    async ({ deps, caller, query, http }) => {
      const offer = await showInvitation(deps, query.token, caller);
      // So that the form sends its origin.
      http.header("Referrer-Policy", "same-origin");
      return http.html(
        toHtml(displaySettingsOf(deps, http), () =>
          offer ? invitationPage(offer, query.token, deps.config.emailFrom !== null) : invitationOverPage(),
        ),
      );
    },
  )
  .add(
    {
      method: "post",
      path: "/invitation",
      operation: "openInvitation",
      tag: "HTML pages",
      summary: "Accept an invitation, or email a sign-in link to the invited address",
      principals: ["anyone"],
      csrf: "origin",
      limits: [
        LIMIT_RULES.invitationOpenByIp,
        { rule: LIMIT_RULES.magicLinkSendByEmail, when: "nobody is signed in" },
        { rule: LIMIT_RULES.magicLinkSendByService, when: "nobody is signed in" },
      ],
      bodyCap: 4_096,
      form: InvitationToken,
      answer: { status: 303, schema: "html" },
      errors: ["mail_not_configured"],
    },
    async ({ deps, caller, form, http }) => {
      const { config, random } = deps;
      const binding = ensureBinding(config, random, http.req.header("Cookie"), "ml");
      const display = displaySettingsOf(deps, http);
      const client = http.get("client");
      const outcome = await openInvitation(deps, { ...form, caller, client, binding, language: display.language });
      if (outcome.kind === "open") return seeOther(outcome.path);
      if (outcome.kind === "over") return http.html(toHtml(display, invitationOverPage));
      if (outcome.kind === "other")
        return http.html(toHtml(display, () => otherAddressPage(outcome.email, outcome.mine)));
      http.header(
        "Set-Cookie",
        setCookie(config, { name: "ml", value: binding, maxAgeSeconds: LINK_LIFETIME_SECONDS, sameSite: "Lax" }),
      );
      return http.html(toHtml(display, () => invitationSentPage(outcome.email, outcome.mayJoin)));
    },
  );
