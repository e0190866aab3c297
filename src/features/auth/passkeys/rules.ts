/** Rules for passkeys that need no database. */
import { MINUTE, SECOND, type Instant } from "../../../kernel/clock.ts";
import { parseJson } from "../../../kernel/json.ts";

/** Maximum passkeys per user. */
export const MAX_PASSKEYS = 20;

/** How long a client has to respond to a challenge, in ms. */
export const CHALLENGE_LIFETIME = 5 * MINUTE;

export type Ceremony = "register" | "authenticate";

/** A challenge that this request has just consumed. */
export type ConsumedChallenge = {
  readonly ceremony: Ceremony;
  readonly challenge: string;
  readonly boundTo: string;
  readonly userHandle: string | null;
  readonly expiresAt: Instant;
};

/** Whether the challenge was issued for this ceremony and this session or browser, and answered in time. */
export const isValidChallenge = (
  burnt: ConsumedChallenge,
  ceremony: Ceremony,
  boundTo: string,
  now: Instant,
): boolean => burnt.ceremony === ceremony && burnt.boundTo === boundTo && burnt.expiresAt > now;

/** Accepted COSE algorithms: ES256, EdDSA, RS256 (IANA COSE registry). */
export const PASSKEY_ALGORITHMS = [-7, -8, -257];

/** Consecutive failures that lock an account's passkeys, and the duration of the lock in ms. */
export const LOCK_AFTER = 10;
export const LOCK_FOR = 15 * MINUTE;

/** Failed passkey attempts since the last sign-in of any kind, and the end of the resulting lock. */
export type Lockout = { readonly failed: number; readonly lockedUntil: Instant | null };

export const isLocked = ({ lockedUntil }: Lockout, now: Instant): boolean => lockedUntil !== null && lockedUntil > now;

/**
 * The lockout after one more failure. An active lock is not extended, or anyone could lock the owner out forever; after
 * it ends, counting starts over. The store does the same in one statement.
 */
export function lockoutStep(before: Lockout, now: Instant): Lockout {
  if (isLocked(before, now)) return before;
  const failed = before.lockedUntil === null ? before.failed + 1 : 1;
  return { failed, lockedUntil: failed >= LOCK_AFTER ? now + LOCK_FOR : null };
}

/** Whole seconds until `at`, at least one. */
export const secondsUntil = (at: Instant, now: Instant): number => Math.max(1, Math.ceil((at - now) / SECOND));

/**
 * Whether a signature counter advances the stored one (WebAuthn §6.1.1). Authenticators that do not count always send
 * 0; a counter that does not advance may come from a copy.
 */
export const isValidCounter = (stored: number, sent: number): boolean => (stored === 0 && sent === 0) || sent > stored;

/** The browser's statement about the ceremony's context; unknown members are possible (WebAuthn §5.8.1). */
export type ClientData = {
  readonly type: string;
  readonly challenge: string;
  readonly origin: string;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
};

/** Parses the decoded clientDataJSON; null if it is invalid. */
export function readClientData(text: string): ClientData | null {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const has = (name: string) => typeof Reflect.get(value, name) === "string";
  // The three members that every browser writes have just been checked.
  return has("type") && has("challenge") && has("origin") ? (value as ClientData) : null;
}

/** A ceremony in a frame of another site may be that site's doing, and we never request one there. */
export const isFramed = ({ crossOrigin, topOrigin }: ClientData): boolean =>
  (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined;

/** Whether our own page makes the call in a browser. Browsers send at least one of these headers; programs send neither. */
export const isBrowserCall = (headers: Headers): boolean =>
  headers.get("Sec-Fetch-Site") !== null || headers.get("Origin") !== null;
