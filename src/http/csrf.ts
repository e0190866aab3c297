/** Cross-site request forgery: Fetch Metadata first, Origin for older browsers, then a token bound to the session. */
import { AppError } from "../kernel/errors.ts";
import { DAY, type Instant } from "../kernel/clock.ts";
import type { Keys } from "../platform/keys.ts";
import type { RandomBytes } from "../kernel/ids.ts";

const LIFETIME = DAY;
/** How far ahead of this isolate's clock a token may have been made on another. */
const SKEW = 60_000;

export type CsrfToken = { readonly csrfToken: string; readonly expiresAt: Instant };

/** A token for the session with this token hash. Many may live at once (one a tab); none is stored. */
export function makeCsrfToken(keys: Keys, sessionHash: string, now: Instant, random: RandomBytes): CsrfToken {
  const nonce = Buffer.from(random(12)).toString("base64url");
  const issued = now.toString(36);
  return {
    csrfToken: `v1.${nonce}.${issued}.${keys.sign("csrf", sessionHash, nonce, issued)}`,
    expiresAt: now + LIFETIME,
  };
}

export function csrfTokenHolds(keys: Keys, token: string, sessionHash: string, now: Instant): boolean {
  const [version, nonce, issued, signature, ...rest] = token.split(".");
  if (version !== "v1" || !nonce || !issued || !signature || rest.length > 0 || token.length > 200) return false;
  if (!keys.verify("csrf", signature, sessionHash, nonce, issued)) return false;
  const issuedAt = Number.parseInt(issued, 36);
  return issuedAt <= now + SKEW && now < issuedAt + LIFETIME;
}

/**
 * Refuses a request that another site's page made. Browsers say so themselves in Sec-Fetch-Site (W3C Fetch Metadata);
 * older ones send Origin; programs send neither and hold no ambient credential, so they pass on.
 */
export function requireSameOrigin(headers: Headers, origin: string): void {
  const site = headers.get("Sec-Fetch-Site");
  const sent = headers.get("Origin");
  const refused = site === null ? sent !== null && sent !== origin : site !== "same-origin" && site !== "none";
  if (refused || sent === "null") {
    throw new AppError("cross_site", "This request came from another site, so it was not carried out.");
  }
}

/** What is wrong with the request's token for this session, or null. */
export function csrfFault(headers: Headers, keys: Keys, sessionHash: string, now: Instant): AppError | null {
  const token = headers.get("X-CSRF-Token");
  if (!token) return new AppError("csrf_missing", "Send the token from GET /api/auth/csrf in the X-CSRF-Token header.");
  if (csrfTokenHolds(keys, token, sessionHash, now)) return null;
  return new AppError(
    "csrf_invalid",
    "The X-CSRF-Token is not valid for this session. Fetch a new one from GET /api/auth/csrf.",
  );
}
