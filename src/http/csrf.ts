/** CSRF protection: Fetch Metadata first, Origin for older browsers, then a token bound to the session. */
import { AppError } from "../kernel/errors.ts";
import type { Instant } from "../kernel/clock.ts";
import { isValidCsrfToken } from "../platform/csrf-token.ts";
import type { Keys } from "../platform/keys.ts";

export { makeCsrfToken } from "../platform/csrf-token.ts";

/**
 * Rejects a request made by another site's page. Browsers report this in Sec-Fetch-Site (W3C Fetch Metadata); older ones
 * send Origin; programs send neither and have no ambient credential, so they pass.
 */
export function requireSameOrigin(headers: Headers, origin: string): void {
  const site = headers.get("Sec-Fetch-Site");
  const sent = headers.get("Origin");
  const refused = site === null ? sent !== null && sent !== origin : site !== "same-origin" && site !== "none";
  if (refused || sent === "null") {
    throw new AppError("cross_site", "This request came from another site, so it was not carried out.");
  }
}

/** The error in the request's token for this session, or null. */
export function csrfFault(headers: Headers, keys: Keys, sessionHash: string, now: Instant): AppError | null {
  const token = headers.get("X-CSRF-Token");
  if (!token) return new AppError("csrf_missing", "Send the token from GET /api/auth/csrf in the X-CSRF-Token header.");
  if (isValidCsrfToken(keys, token, sessionHash, now)) return null;
  return new AppError(
    "csrf_invalid",
    "The X-CSRF-Token is not valid for this session. Fetch a new one from GET /api/auth/csrf.",
  );
}
