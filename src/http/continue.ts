/** Redirects a browser by way of one of our own pages. */
import type { Deps } from "../deps.ts";
import { MINUTE, SECOND } from "../kernel/clock.ts";
import { ensureBinding, readBinding, setCookie } from "./cookies.ts";
import { safeNext } from "../kernel/safe-next.ts";

/** Time limit between the redirect and the load of our page. */
const LIFETIME = MINUTE;
const COOKIE = "ct";

/**
 * Browsers omit Strict cookies on navigations that another site started, redirects included, so one of our own pages must
 * start the next navigation, whose requests then look intended. The page therefore only leads where this redirect pointed,
 * and only in the same browser. `more` are further cookies for the response.
 */
export function redirectThroughPage(
  { config, keys, now, random }: Pick<Deps, "config" | "keys" | "now" | "random">,
  cookies: string | undefined,
  wanted: string,
  more: readonly string[] = [],
): Response {
  const next = safeNext(wanted, config.origin);
  const binding = ensureBinding(config, random, cookies, COOKIE);
  const exp = String(now + LIFETIME);
  const query = new URLSearchParams({ next, exp, sig: keys.sign("continue", next, exp, binding, config.origin) });
  const cookie = { name: COOKIE, value: binding, maxAgeSeconds: LIFETIME / SECOND, sameSite: "Lax" } as const;
  const headers = new Headers({ Location: `/auth/continue?${query.toString()}` });
  for (const each of [...more, setCookie(config, cookie)]) headers.append("Set-Cookie", each);
  return new Response(null, { status: 303, headers });
}

type Signed = { readonly next: string; readonly exp: string; readonly sig: string };

/** The target of the page: the root, unless this browser was just redirected to it. */
export function readContinuation(
  { config, keys, now }: Pick<Deps, "config" | "keys" | "now">,
  cookies: string | undefined,
  { next, exp, sig }: Signed,
): string {
  const binding = readBinding(config, cookies, COOKIE);
  const isOurs = binding !== null && keys.verify("continue", sig, next, exp, binding, config.origin);
  return isOurs && now < Number(exp) ? safeNext(next, config.origin) : "/";
}
