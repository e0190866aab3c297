/** The pages that a sign-up link leads to. */
import { JoinToken } from "../../features/signup/contract.ts";
import { showSignUpLink } from "../../features/signup/service.ts";
import { displaySettingsOf } from "../../http/preferences.ts";
import { routes } from "../../http/route-list.ts";
import { signUpCookie } from "../../http/sign-up-cookie.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { toHtml } from "./html.ts";
import { joinOverPage, joinPage } from "./join.tsx";
import { seeOther } from "./respond.ts";

const JOIN = {
  path: "/join",
  tag: "HTML pages",
  principals: ["anyone"],
  limits: [LIMIT_RULES.invitationOpenByIp],
} as const;

export const joinPageRoutes = routes()
  .add(
    {
      ...JOIN,
      method: "get",
      operation: "showSignUpLink",
      summary: "Page of a sign-up link: says who created it; opening it changes nothing",
      query: JoinToken,
      answer: { status: 200, schema: "html" },
    },
    async ({ deps, query, http }) => {
      const link = await showSignUpLink(deps, query.token);
      // So that the form sends its origin.
      http.header("Referrer-Policy", "same-origin");
      return http.html(
        toHtml(displaySettingsOf(deps, http), () => (link ? joinPage(link.inviter, query.token) : joinOverPage())),
      );
    },
  )
  .add(
    {
      ...JOIN,
      method: "post",
      operation: "openSignUpLink",
      summary: "Remember a sign-up link in this browser, and go to the sign-in page",
      csrf: "origin",
      bodyCap: 4_096,
      form: JoinToken,
      answer: { status: 303, schema: "html" },
    },
    async ({ deps, form, http }) => {
      if (!(await showSignUpLink(deps, form.token)))
        return http.html(toHtml(displaySettingsOf(deps, http), joinOverPage));
      const response = seeOther("/signin");
      response.headers.append("Set-Cookie", signUpCookie(deps.config, form.token));
      return response;
    },
  );
