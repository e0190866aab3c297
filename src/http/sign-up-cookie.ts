/** The cookie of a browser that has opened a sign-up link: whichever way its user signs in, the link allows a new account. */
import type { Context } from "hono";
import type { Config } from "../platform/config.ts";
import { hashToken, isToken } from "../platform/tokens.ts";
import { cookieName, readCookie, setCookie } from "./cookies.ts";

const NAME = "su";
const LIFETIME_SECONDS = 3_600;

/** `SameSite=None` over https, because a provider may return with a form post from its own site. */
export const signUpCookie = (config: Config, token: string): string =>
  setCookie(config, {
    name: NAME,
    value: token,
    maxAgeSeconds: LIFETIME_SECONDS,
    sameSite: config.origin.startsWith("https://") ? "None" : "Lax",
  });

/** Hash of the token that the client sent, or of the one in its cookie; null without one. */
export function signUpHashOf(config: Config, http: Context, sent?: string): string | null {
  const token = sent ?? readCookie(http.req.header("Cookie"), cookieName(config, NAME)) ?? "";
  return isToken("signUp", token) ? hashToken("signUp", token) : null;
}
