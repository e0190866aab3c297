/** The cookies we set: host-only, out of reach of scripts, never in plain text where https is to be had. */
import type { Config } from "../platform/config.ts";

/** `__Host-` pins a cookie to this host and to https; browsers refuse the prefix over plain http. */
export const cookieName = (config: Config, name: string): string =>
  config.origin.startsWith("https://") ? `__Host-${name}` : name;

export const sessionCookieName = (config: Config): string => cookieName(config, "session");

type Cookie = { name: string; value: string; maxAgeSeconds: number; sameSite: "Strict" | "Lax" | "None" };

/** A Set-Cookie value (RFC 6265bis §4.1); `name` without the prefix. */
export const setCookie = (config: Config, { name, value, maxAgeSeconds, sameSite }: Cookie): string =>
  `${cookieName(config, name)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeSeconds}${config.origin.startsWith("https://") ? "; Secure" : ""}`;

/** Values of all cookies with this full name, as sent. */
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
