/** The session cookie on responses: set at sign-in, cleared at sign-out. */
import type { Context } from "hono";
import type { Deps } from "../deps.ts";
import type { Config } from "../platform/config.ts";
import { redirectThroughPage } from "./continue.ts";
import { setCookie } from "./cookies.ts";

/** The Set-Cookie value that signs a browser in. */
export const sessionCookie = (config: Config, sessionToken: string): string =>
  setCookie(config, {
    name: "session",
    value: sessionToken,
    maxAgeSeconds: Math.floor(config.sessionLifetimeMs / 1000),
    sameSite: "Strict",
  });

export function forgetSession(c: Context, config: Config): void {
  c.header("Set-Cookie", setCookie(config, { name: "session", value: "", maxAgeSeconds: 0, sameSite: "Strict" }), {
    append: true,
  });
  c.header("Clear-Site-Data", '"cache", "cookies", "storage"');
}

/** Redirects a browser that has just signed in. */
export const continueSignedIn = (deps: Deps, http: Context, sessionToken: string, next: string): Response =>
  redirectThroughPage(deps, http.req.header("Cookie"), next, [sessionCookie(deps.config, sessionToken)]);
