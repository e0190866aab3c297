/** CSRF tokens: signed, bound to one session, not stored. */
import { DAY, type Instant } from "../kernel/clock.ts";
import type { RandomBytes } from "../kernel/ids.ts";
import type { Keys } from "./keys.ts";

const LIFETIME = DAY;
/** Tolerated clock difference to the isolate that issued the token. */
const SKEW = 60_000;

type CsrfToken = { readonly csrfToken: string; readonly expiresAt: Instant };

/** A token for the session with this token hash. Many may be valid at once (one per tab). */
export function makeCsrfToken(keys: Keys, sessionHash: string, now: Instant, random: RandomBytes): CsrfToken {
  const nonce = Buffer.from(random(12)).toString("base64url");
  const issued = now.toString(36);
  return {
    csrfToken: `v1.${nonce}.${issued}.${keys.sign("csrf", sessionHash, nonce, issued)}`,
    expiresAt: now + LIFETIME,
  };
}

export function isValidCsrfToken(keys: Keys, token: string, sessionHash: string, now: Instant): boolean {
  const [version, nonce, issued, signature, ...rest] = token.split(".");
  if (version !== "v1" || !nonce || !issued || !signature || rest.length > 0 || token.length > 200) return false;
  if (!keys.verify("csrf", signature, sessionHash, nonce, issued)) return false;
  const issuedAt = Number.parseInt(issued, 36);
  return issuedAt <= now + SKEW && now < issuedAt + LIFETIME;
}
