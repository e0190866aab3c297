/** Decisions about passkeys that need no database. */
import { MINUTE, SECOND, type Instant } from "../../../kernel/clock.ts";
import { parseJson } from "../../../kernel/json.ts";

/** Passkeys one user may have. */
export const MAX_PASSKEYS = 20;

/** How long the browser or program has to answer a challenge, in ms. */
export const CHALLENGE_LIFETIME = 5 * MINUTE;

export type Ceremony = "register" | "authenticate";

/** A challenge that was used up just now, by this very request. */
export type ConsumedChallenge = {
  readonly ceremony: Ceremony;
  readonly challenge: string;
  readonly boundTo: string;
  readonly userHandle: string | null;
  readonly expiresAt: Instant;
};

/** Whether it was made for this ceremony and this session or browser, and answered in time. */
export const challengeHolds = (burnt: ConsumedChallenge, ceremony: Ceremony, boundTo: string, now: Instant): boolean =>
  burnt.ceremony === ceremony && burnt.boundTo === boundTo && burnt.expiresAt > now;

/** COSE algorithms taken: ES256, EdDSA, RS256 (IANA COSE registry). */
export const PASSKEY_ALGORITHMS = [-7, -8, -257];

/** Consecutive failures that lock an account's passkeys, and for how long in ms. */
export const LOCK_AFTER = 10;
export const LOCK_FOR = 15 * MINUTE;

/** Failed passkeys since the last sign-in of any kind, and the end of the lock they led to. */
export type Lockout = { readonly failed: number; readonly lockedUntil: Instant | null };

export const isLocked = ({ lockedUntil }: Lockout, now: Instant): boolean => lockedUntil !== null && lockedUntil > now;

/**
 * What one more failure makes of it. A lock that stands is not extended, or anyone could keep its owner out for ever;
 * after one that has ended, counting begins anew. The statement in the store does the same in one write.
 */
export function lockoutStep(before: Lockout, now: Instant): Lockout {
  if (isLocked(before, now)) return before;
  const failed = before.lockedUntil === null ? before.failed + 1 : 1;
  return { failed, lockedUntil: failed >= LOCK_AFTER ? now + LOCK_FOR : null };
}

/** Whole seconds until then, at least one. */
export const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / SECOND));

/**
 * Whether a signature counter goes on from the stored one (WebAuthn §6.1.1). Authenticators that do not count send 0
 * always; one that counts and does not move on may be a copy.
 */
export const counterHolds = (stored: number, sent: number): boolean => (stored === 0 && sent === 0) || sent > stored;

/** What the browser says of where a ceremony took place; unknown members are possible (WebAuthn §5.8.1). */
export type ClientData = {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
};

/** The decoded text of clientDataJSON, or null when it is none. */
export function readClientData(text: string): ClientData | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const has = (name: string) => typeof Reflect.get(value, name) === "string";
  // The three members every browser writes are checked just here.
  return has("type") && has("challenge") && has("origin") ? (value as ClientData) : null;
}

/** A ceremony inside another site's page could be that site's doing: we never ask for one there. */
export const isFramed = ({ crossOrigin, topOrigin }: ClientData): boolean =>
  (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;

/** Whether our own page in a browser makes the call. Browsers say so themselves; programs send neither header. */
export const isBrowserCall = (headers: Headers): boolean =>
  headers.get("Sec-Fetch-Site") !== null || headers.get("Origin") !== null;
