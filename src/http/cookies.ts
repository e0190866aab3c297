/** Our cookies: host-only, HttpOnly, and Secure wherever the site uses https. */
import { generateCookie } from "hono/cookie";
import type { RandomBytes } from "../kernel/ids.ts";
import type { Config } from "../platform/config.ts";

/** `__Host-` binds a cookie to this host and to https; browsers reject the prefix over plain http. */
export const cookieName = (config: Config, name: string): string =>
  config.origin.startsWith("https://") ? `__Host-${name}` : name;

export const sessionCookieName = (config: Config): string => cookieName(config, "session");

type Cookie = { name: string; value: string; maxAgeSeconds: number; sameSite: "Strict" | "Lax" | "None" };

/** A Set-Cookie value (RFC 6265bis §4.1); `name` is without the prefix. */
export const setCookie = (config: Config, { name, value, maxAgeSeconds, sameSite }: Cookie): string =>
  generateCookie(cookieName(config, name), value, {
    path: "/",
    httpOnly: true,
    sameSite,
    maxAge: maxAgeSeconds,
    secure: config.origin.startsWith("https://"),
  });

/** All values sent for this full cookie name. Hono's parser keeps only one per name, but we must detect duplicates. */
export function cookieValues(header: string | null | undefined, name: string): string[] {
  if (!header) return [];
  return header
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The first cookie with this full name, or null. */
export const readCookie = (header: string | null | undefined, name: string): string | null =>
  cookieValues(header, name)[0] ?? null;

const BINDING = /^[\w-]{43}$/;

/**
 * The random value of a cookie that binds something to this browser, or null. Duplicate cookies count as none, because a
 * sibling host can plant a second one.
 */
export function readBinding(config: Config, header: string | null | undefined, name: string): string | null {
  const [only, ...more] = cookieValues(header, cookieName(config, name));
  return only !== undefined && more.length === 0 && BINDING.test(only) ? only : null;
}

/** Keeps the browser's current value, so that a second tab does not invalidate the first. */
export const ensureBinding = (
  config: Config,
  random: RandomBytes,
  header: string | null | undefined,
  name: string,
): string => readBinding(config, header, name) ?? Buffer.from(random(32)).toString("base64url");
