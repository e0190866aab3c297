/** Every key is derived from ROOT_SECRET by HKDF-SHA-256 (RFC 5869) with its own label. */
import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

type KeyLabel =
  | "csrf"
  | "magic-link"
  | "sign-in-proof"
  | "confirm"
  | "continue"
  | "native-nonce"
  | "limiter"
  | "oauth-state"
  | "pkce"
  | "device"
  | "email-proof"
  | "invitation"
  | "oauth-refresh"
  | "user-code"
  | "audit-checkpoint"
  | "agent-boundary"
  | "operator"
  | "backup";

export type Keys = {
  /** 32 bytes for this label. */
  readonly raw: (label: KeyLabel) => Uint8Array<ArrayBuffer>;
  /** base64url HMAC-SHA-256 over the parts, each with its length and a newline so that no two lists collide. */
  readonly sign: (label: KeyLabel, ...parts: readonly string[]) => string;
  /** Compares in constant time. */
  readonly verify: (label: KeyLabel, signature: string, ...parts: readonly string[]) => boolean;
};

export function createKeys(rootSecret: string): Keys {
  const derived = new Map<KeyLabel, Uint8Array<ArrayBuffer>>();
  const raw = (label: KeyLabel): Uint8Array<ArrayBuffer> => {
    const known = derived.get(label);
    if (known) return known;
    const key = new Uint8Array(hkdfSync("sha256", rootSecret, "octavo", `octavo/${label}/v1`, 32));
    derived.set(label, key);
    return key;
  };
  const sign = (label: KeyLabel, ...parts: readonly string[]): string => {
    const mac = createHmac("sha256", raw(label));
    for (const part of parts) mac.update(`${part.length}:${part}\n`);
    return mac.digest("base64url");
  };
  const verify = (label: KeyLabel, signature: string, ...parts: readonly string[]): boolean =>
    equalSecrets(signature, sign(label, ...parts));
  return { raw, sign, verify };
}

const encoder = new TextEncoder();

/** Constant-time comparison of two short ASCII secrets; their lengths are public. */
export function equalSecrets(a: string, b: string): boolean {
  const left = encoder.encode(a);
  const right = encoder.encode(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const keysOf = new Map<string, Keys>();

/** Keys are derived once per secret and isolate. */
export function keysFor(rootSecret: string): Keys {
  let keys = keysOf.get(rootSecret);
  if (!keys) keysOf.set(rootSecret, (keys = createKeys(rootSecret)));
  return keys;
}
