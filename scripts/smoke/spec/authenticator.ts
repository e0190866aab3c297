/** A software passkey (WebAuthn Level 3 §6): ES256, discoverable, with a signature counter. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { textAt } from "./values.ts";

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

export type Passkey = {
  /** The browser's response to registration options. */
  readonly attest: (options: unknown) => object;
  /** The browser's response to a sign-in challenge; a broken one fails verification. */
  readonly assert: (options: unknown, isBroken?: boolean) => object;
};

/** RFC 9053 §7.1.1: an elliptic curve key for ES256. */
function coseKey(publicKey: KeyObject): Uint8Array {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]),
  );
}

/** `origin` is the page's origin, `rpId` the domain that the passkey belongs to. */
export function makePasskey(origin: string, rpId: string): Passkey {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, options: unknown): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: textAt(options, "challenge"), origin, crossOrigin: false }));
  const authenticatorData = (flags: number, attested: Uint8Array): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | USER_VERIFIED]), count, attested]);
  };
  const answer = (response: object): object => ({
    id: b64(id),
    rawId: b64(id),
    type: "public-key",
    response,
    clientExtensionResults: {},
  });

  return {
    attest(options) {
      userHandle = textAt(options, "user.id");
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(ATTESTED, credential))],
      ]);
      return answer({
        clientDataJSON: b64(clientData("webauthn.create", options)),
        // CBOR accepts a map from strings to strings, maps and bytes.
        attestationObject: b64(isoCBOR.encode(attestation as never)),
        transports: ["internal", "hybrid"],
      });
    },
    assert(options, isBroken = false) {
      const data = authenticatorData(0, new Uint8Array());
      const client = clientData("webauthn.get", options);
      const signature = sign("sha256", Buffer.concat([data, sha256(isBroken ? "another page" : client)]), privateKey);
      return answer({
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle,
      });
    },
  };
}
