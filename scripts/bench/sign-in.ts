/** Sign-ins for the benchmark: passkeys, challenges and devices inserted by SQL, and the requests that consume them. */
import { createECDH, createHash, createPrivateKey, sign } from "node:crypto";
import { hashToken, sha256 } from "../../src/platform/tokens.ts";
import type { Seeding } from "../../test/cost/workspace.ts";

/** Number of each; a run that needs more starts over and is rejected. */
const PREPARED = 30_000;
/** Number of users the sign-ins are spread over, as in a service with many users. */
const PEOPLE = 50;
const ORIGIN = "http://localhost:8787";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const challengeOf = (n: number): string => digest(`challenge ${n}`).toString("base64url");
const credentialOf = (person: number): string => digest(`passkey ${person}`).toString("base64url");
const deviceTokenOf = (n: number): string => `dev_${digest(`device ${n}`).toString("base64url")}`;

/** One key for all passkeys, which is worthless outside the benchmark. */
const secret = digest("octavo bench");
const pair = createECDH("prime256v1");
pair.setPrivateKey(secret);
const [x, y] = [pair.getPublicKey().subarray(1, 33), pair.getPublicKey().subarray(33)];
const key = createPrivateKey({
  format: "jwk",
  key: {
    kty: "EC",
    crv: "P-256",
    d: secret.toString("base64url"),
    x: x.toString("base64url"),
    y: y.toString("base64url"),
  },
});

/** COSE_Key of ES256 (RFC 9053 §7.1.1): kty EC2, alg -7, crv P-256, x, y. */
const cose = Buffer.concat([Buffer.from("a5010203262001215820", "hex"), x, Buffer.from("225820", "hex"), y]);

const numbers = `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${PREPARED - 1})`;

export function seedSignIns(now: number): Seeding[] {
  const people = JSON.stringify(Array.from({ length: PEOPLE }, (_, person) => credentialOf(person)));
  const challenges = JSON.stringify(Array.from({ length: PREPARED }, (_, n) => challengeOf(n)));
  const tokens = JSON.stringify(Array.from({ length: PREPARED }, (_, n) => hashToken("device", deviceTokenOf(n))));
  return [
    [
      `insert into passkeys (credential_id, id, user_id, public_key, user_handle, counter, device_type, backed_up, name, created_at)
        select value, 'passkey-' || key, 'user-' || key, ?, 'handle-' || key, 0, 'multiDevice', 1, 'bench', ? from json_each(?)`,
      cose.toString("base64url"),
      now,
      people,
    ],
    [
      `insert into webauthn_challenges (id, ceremony, challenge, bound_to, created_at, expires_at)
        select 'challenge-' || key, 'authenticate', value, ?, ?, ? from json_each(?)`,
      sha256(""),
      now,
      now + 3_600_000,
      challenges,
    ],
    [
      `insert into devices (id, user_id, device_id, name, platform, epoch, browser, os, country, region, created_at, last_used_at, expires_at)
        ${numbers} select 'device-' || i, 'user-' || (i % ${PEOPLE}), 'bench-' || i, 'bench', 'desktop', 0, '', '', '', '', ?, ?, ? from n`,
      now - 86_400_000,
      now - 86_400_000,
      now + 86_400_000,
    ],
    [
      `insert into device_tokens (token_hash, device, generation, salt, created_at, expires_at)
        select value, 'device-' || key, 0, 'salt', ?, ? from json_each(?)`,
      now - 86_400_000,
      now + 86_400_000,
      tokens,
    ],
  ];
}

let asked = 0;
const next = (): number => (asked = (asked + 1) % PREPARED);

/** Body of POST /api/auth/passkey/authenticate, with a valid signature. */
export function passkeySignIn(): unknown {
  const n = next();
  const person = n % PEOPLE;
  const clientData = Buffer.from(
    JSON.stringify({ type: "webauthn.get", challenge: challengeOf(n), origin: ORIGIN, crossOrigin: false }),
  );
  // User present and verified, backup eligible and backed up; no counter (WebAuthn §6.1).
  const authenticatorData = Buffer.concat([digest("localhost"), Buffer.from([0x1d, 0, 0, 0, 0])]);
  const signed = Buffer.concat([authenticatorData, createHash("sha256").update(clientData).digest()]);
  return {
    challengeId: `challenge-${n}`,
    response: {
      id: credentialOf(person),
      rawId: credentialOf(person),
      type: "public-key",
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authenticatorData.toString("base64url"),
        signature: sign("sha256", signed, key).toString("base64url"),
        userHandle: `handle-${person}`,
      },
    },
  };
}

/** Body of POST /api/auth/device/refresh. */
export function deviceRefresh(): unknown {
  const n = next();
  return { deviceToken: deviceTokenOf(n), deviceId: `bench-${n}` };
}
