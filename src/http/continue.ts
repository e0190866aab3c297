/** Leads a browser on through a page of our own. */
import type { Deps } from "../deps.ts";
import { MINUTE, SECOND } from "../kernel/clock.ts";
import { ensureBinding, readBinding, setCookie } from "./cookies.ts";
import { safeNext } from "../kernel/safe-next.ts";

/** From the redirect to the page it leads to. */
const LIFETIME = MINUTE;
const COOKIE = "ct";

/**
 * A Strict cookie is not sent along a navigation that another site began, redirects included: a page of our own has to
 * begin the next one, and what that one asks for looks like our own wish. So the page leads only where this redirect
 * said, in the browser that got it. `more` are further cookies of the answer.
 */
export function redirectByOwnPage(
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

/** Where the page leads: home, unless this browser was just redirected to it. */
export function readContinuation(
  { config, keys, now }: Pick<Deps, "config" | "keys" | "now">,
  cookies: string | undefined,
  { next, exp, sig }: Signed,
): string {
  const binding = readBinding(config, cookies, COOKIE);
  const isOurs = binding !== null && keys.verify("continue", sig, next, exp, binding, config.origin);
  return isOurs && now < Number(exp) ? safeNext(next, config.origin) : "/";
}
