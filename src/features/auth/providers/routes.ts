/** Routes that send a browser to a provider to sign in. */
import type { Context } from "hono";
import { cookieName, readCookie, setCookie } from "../../../http/cookies.ts";
import { routes } from "../../../http/route-list.ts";
import type { Deps } from "../../../deps.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { SignInUrl, StartQuery, StartSignIn, type ProviderName } from "./contract.ts";
import { MAX_TOKEN_AGE_SECONDS } from "./rules.ts";
import { startFlow } from "./start.ts";

/** The cookies that bind a flow to a browser, without their prefix. */
export const FLOW_COOKIES = { providera: "oa", providerb: "ob" } as const;

/**
 * Provider A returns by a link, with which Lax cookies are sent; B by a cross-site form post, with which only
 * SameSite=None cookies are sent, and those require https. Without the cookie, our own page posts the form again.
 */
export function flowCookie({ config }: Pick<Deps, "config">, name: ProviderName, value: string): string {
  const sameSite = name === "providerb" && config.origin.startsWith("https://") ? "None" : "Lax";
  return setCookie(config, {
    name: FLOW_COOKIES[name],
    value,
    maxAgeSeconds: value === "" ? 0 : MAX_TOKEN_AGE_SECONDS,
    sameSite,
  });
}

async function beginRedirect(deps: Deps, name: ProviderName, next: string | undefined, http: Context): Promise<string> {
  const binding = readCookie(http.req.header("Cookie"), cookieName(deps.config, FLOW_COOKIES[name]));
  const started = await startFlow(deps, { name, next, binding });
  http.header("Set-Cookie", flowCookie(deps, name, started.binding));
  return started.url;
}

const START = {
  tag: "Authentication",
  principals: ["anyone"],
  limits: [LIMIT_RULES.providerSigninByIp],
} as const;
const START_BY_CALL = {
  ...START,
  method: "post",
  csrf: "origin",
  bodyCap: 16_384,
  json: StartSignIn,
  answer: { status: 200, schema: SignInUrl },
  errors: ["provider_not_configured"],
} as const;
export const providerRoutes = routes()
  .add(
    {
      ...START,
      method: "get",
      path: "/api/auth/providera/signin",
      operation: "goToProviderA",
      summary: "Redirect the browser to provider A to sign in",
      query: StartQuery,
      answer: { status: 302, schema: "html" },
      errors: ["provider_not_configured"],
    },
    async ({ deps, query, http }) => http.redirect(await beginRedirect(deps, "providera", query.next, http), 302),
  )
  .add(
    {
      ...START_BY_CALL,
      path: "/api/auth/providera/signin",
      operation: "startProviderA",
      summary: "Get the URL at provider A to send the browser to",
    },
    async ({ deps, json, http }) => ({ url: await beginRedirect(deps, "providera", json.next, http) }),
  )
  .add(
    {
      ...START_BY_CALL,
      path: "/api/auth/providerb/signin",
      operation: "startProviderB",
      summary: "Get the URL at provider B to send the browser to",
    },
    async ({ deps, json, http }) => ({ url: await beginRedirect(deps, "providerb", json.next, http) }),
  );
