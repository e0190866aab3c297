/** Nonces for identity tokens that a client obtains directly: signed, and stored only once they are used. */
import { MINUTE, type Instant } from "../../../kernel/clock.ts";
import type { RandomBytes } from "../../../kernel/ids.ts";
import type { Keys } from "../../../platform/keys.ts";
import { sha256 } from "../../../platform/tokens.ts";

const LIFETIME = 5 * MINUTE;

type Nonce = { readonly nonce: string; readonly expiresAt: Instant };

export function makeNonce(keys: Keys, now: Instant, random: RandomBytes): Nonce {
  const drawn = Buffer.from(random(16)).toString("base64url");
  const expiresAt = now + LIFETIME;
  const until = expiresAt.toString(36);
  return { nonce: `n1.${drawn}.${until}.${keys.sign("native-nonce", drawn, until)}`, expiresAt };
}

/** A nonce that we issued, in the form in which it is marked as used. */
export type NonceReading = { readonly hash: string; readonly expiresAt: Instant };

/** Null for a nonce that the client made itself. `expiresAt` may be in the past. */
export function readNonce(keys: Keys, nonce: string): NonceReading | null {
  const [version, drawn, until, signature, ...rest] = nonce.split(".");
  if (version !== "n1" || !drawn || !until || !signature || rest.length > 0) return null;
  if (!keys.verify("native-nonce", signature, drawn, until)) return null;
  return { hash: sha256(`nonce ${nonce}`), expiresAt: Number.parseInt(until, 36) };
}
