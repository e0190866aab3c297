/** A software authenticator (WebAuthn Level 3 §6): creates passkeys and signs with them, correctly or with one thing wrong. */
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { systemRandom } from "../../src/platform/system.ts";
import { ORIGIN } from "../support/world.ts";

const RP_ID = new URL(ORIGIN).hostname;

/** COSE algorithm numbers. */
export type Algorithm = -7 | -8 | -257;

const KEYS = {
  [-7]: { name: "ECDSA", namedCurve: "P-256" },
  [-8]: { name: "Ed25519" },
  [-257]: {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2_048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const;

/** Deviations from an honest browser and authenticator. */
export type Tweak = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  readonly flags?: { up?: boolean; uv?: boolean; be?: boolean; bs?: boolean };
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly credentialId?: string;
  /** The id that the client claims, as opposed to the attested one. */
  readonly claimedId?: string;
  readonly signature?: "broken";
  readonly transports?: unknown;
};

type Made = { readonly algorithm?: Algorithm; readonly counts?: boolean; readonly synced?: boolean };

export type Options = { readonly challenge: string; readonly user?: { readonly id: string } };

export type Authenticator = {
  readonly id: string;
  readonly counter: () => number;
  readonly attest: (options: Options, tweak?: Tweak) => Promise<object>;
  readonly assert: (options: Options, tweak?: Tweak) => Promise<{ id: string } & object>;
};

const b64 = (bytes: Uint8Array | ArrayBuffer): string => Buffer.from(new Uint8Array(bytes)).toString("base64url");
const concat = (...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const text = (value: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(value));
const u16 = (n: number): number[] => [n >> 8, n & 255];
const u32 = (n: number): number[] => [...u16(n >>> 16), ...u16(n & 65_535)];

/** A new passkey; `counts` for authenticators with a signature counter, `synced` for those that are backed up. */
export async function createAuthenticator({
  algorithm = -7,
  counts = true,
  synced = false,
}: Made = {}): Promise<Authenticator> {
  // All three algorithms generate a key pair.
  const pair = (await crypto.subtle.generateKey(KEYS[algorithm], true, ["sign", "verify"])) as CryptoKeyPair;
  const id = b64(systemRandom(32));
  let counter = 0;
  let userHandle = b64(systemRandom(32));

  const clientData = (type: string, { challenge }: Options, tweak: Tweak): Uint8Array<ArrayBuffer> =>
    text(
      JSON.stringify({
        type: tweak.type ?? type,
        challenge: tweak.challenge ?? challenge,
        origin: tweak.origin ?? ORIGIN,
        crossOrigin: tweak.crossOrigin ?? false,
        ...(tweak.topOrigin !== undefined && { topOrigin: tweak.topOrigin }),
      }),
    );

  async function authenticatorData(tweak: Tweak, attested: Uint8Array | null): Promise<Uint8Array<ArrayBuffer>> {
    if (counts) counter += 1;
    const { up = true, uv = true, be = synced, bs = synced } = tweak.flags ?? {};
    const flags = (up ? 1 : 0) | (uv ? 4 : 0) | (be ? 8 : 0) | (bs ? 16 : 0) | (attested ? 64 : 0);
    const rpIdHash = await sha256(text(tweak.rpId ?? RP_ID));
    return concat(rpIdHash, [flags], u32(tweak.counter ?? counter), attested ?? []);
  }

  return {
    id,
    counter: () => counter,
    async attest(options, tweak = {}) {
      userHandle = options.user?.id ?? userHandle;
      const credentialId = tweak.credentialId ?? id;
      const rawId = Buffer.from(credentialId, "base64url");
      const key = isoCBOR.encode(await coseKey(algorithm, pair.publicKey));
      const authData = await authenticatorData(tweak, concat(new Uint8Array(16), u16(rawId.length), rawId, key));
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        id: tweak.claimedId ?? credentialId,
        rawId: tweak.claimedId ?? credentialId,
        type: "public-key",
        response: {
          clientDataJSON: b64(clientData("webauthn.create", options, tweak)),
          // CBOR can encode a map from strings to strings, maps and bytes.
          attestationObject: b64(isoCBOR.encode(attestation as never)),
          transports: tweak.transports ?? ["internal", "hybrid"],
        },
        clientExtensionResults: {},
      };
    },
    async assert(options, tweak = {}) {
      const authData = await authenticatorData(tweak, null);
      const client = clientData("webauthn.get", options, tweak);
      const signed = concat(authData, await sha256(client));
      const signature = await sign(algorithm, pair.privateKey, signed);
      if (tweak.signature === "broken") signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      const handle = tweak.userHandle === undefined ? userHandle : tweak.userHandle;
      return {
        id: tweak.credentialId ?? id,
        rawId: tweak.credentialId ?? id,
        type: "public-key",
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(authData),
          signature: b64(signature),
          ...(handle !== null && { userHandle: handle }),
        },
        clientExtensionResults: {},
      };
    },
  };
}

/** The public key in COSE format (RFC 9053 §7, RFC 8230 §4). */
async function coseKey(algorithm: Algorithm, key: CryptoKey): Promise<Map<number, number | Uint8Array>> {
  const jwk = await crypto.subtle.exportKey("jwk", key);
  const bytes = (value: string | undefined): Uint8Array => new Uint8Array(Buffer.from(value ?? "", "base64url"));
  const parts: Record<Algorithm, [number, number | Uint8Array][]> = {
    [-7]: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(jwk.x)],
      [-3, bytes(jwk.y)],
    ],
    [-8]: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(jwk.x)],
    ],
    [-257]: [
      [1, 3],
      [3, -257],
      [-1, bytes(jwk.n)],
      [-2, bytes(jwk.e)],
    ],
  };
  return new Map(parts[algorithm]);
}

async function sign(algorithm: Algorithm, key: CryptoKey, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const how = algorithm === -7 ? { name: "ECDSA", hash: "SHA-256" } : KEYS[algorithm];
  const raw = new Uint8Array(await crypto.subtle.sign(how, key, data));
  if (algorithm !== -7) return raw;
  const body = concat(derInteger(raw.subarray(0, 32)), derInteger(raw.subarray(32)));
  return concat([0x30, body.length], body);
}

/** An unsigned integer in ASN.1 DER: no leading zeros except the one that keeps it positive. */
function derInteger(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = bytes.subarray(start === -1 ? bytes.length - 1 : start);
  const padded = (digits[0] ?? 0) > 127 ? concat([0], digits) : digits;
  return concat([0x02, padded.length], padded);
}
