/** Nonces for identity tokens that a client gets without us: signed, and stored only once they are used. */
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

/** A nonce that we have issued, as it is marked once it is used. */
export type NonceReading = { readonly hash: string; readonly expiresAt: Instant };

/** Null for a nonce that a client has made itself. `expiresAt` may be over. */
export function readNonce(keys: Keys, nonce: string): NonceReading | null {
  const [version, drawn, until, signature, ...rest] = nonce.split(".");
  if (version !== "n1" || !drawn || !until || !signature || rest.length > 0) return null;
  if (!keys.verify("native-nonce", signature, drawn, until)) return null;
  return { hash: sha256(`nonce ${nonce}`), expiresAt: Number.parseInt(until, 36) };
}
