/** Registering, listing and removing passkeys, with real ceremonies by a software authenticator. */
import { expect, test } from "vitest";
import { createAuthenticator, type Tweak } from "./authenticator.ts";
import {
  offerRegistration,
  offerSignIn,
  ownerOf,
  register,
  auditEntriesOf,
  enter,
  refusalOf,
  withToken,
} from "./passkeys.ts";
import { call, callWith, postJson, requestTo, signIn } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const list = async (token: string): Promise<Record<string, unknown>[]> => {
  const response = await call("/api/auth/passkey", { headers: withToken(token) });
  return (await response.json<{ passkeys: Record<string, unknown>[] }>()).passkeys;
};

const remove = (token: string, id: string): Promise<Response> =>
  call(`/api/auth/passkey/${id}`, { method: "DELETE", headers: withToken(token) });

const ageSessions = (email: string): Promise<unknown> =>
  d1`update sessions set auth_time = auth_time - 600001 where user_id = (select id from users where login_email = ${email})`.run();

test("requests a discoverable, user-verified passkey without attestation, and uses a random user handle", async () => {
  const { email, token } = await signIn();
  const options = await offerRegistration(token);
  expect(options).toMatchObject({
    rp: { name: "Octavo", id: "localhost" },
    user: { name: email },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    excludeCredentials: [],
    timeout: 300_000,
  });
  expect(options["pubKeyCredParams"]).toEqual([-7, -8, -257].map((alg) => ({ alg, type: "public-key" })));
  const handle = Buffer.from(options.user?.id ?? "", "base64url");
  expect(handle).toHaveLength(32);
  expect(handle.toString("latin1")).not.toContain(email.slice(0, 4));
  const again = await offerRegistration(token);
  expect(again.challenge).not.toBe(options.challenge);
  expect(again.user?.id).not.toBe(options.user?.id);
});

test.each([-7, -8, -257] as const)("accepts a passkey with algorithm %i, and signs in with it", async (algorithm) => {
  const { passkey, token } = await ownerOf({ algorithm });
  expect((await enter(passkey)).status).toBe(200);
  expect(await list(token)).toHaveLength(1);
});

test("lists passkeys newest first, and excludes existing ones from the next registration", async () => {
  const { token, passkey, passkeyId } = await ownerOf({ synced: true, counts: false });
  const options = await offerRegistration(token);
  expect(options["excludeCredentials"]).toEqual([
    { id: passkey.id, type: "public-key", transports: ["internal", "hybrid"] },
  ]);
  const stored = await d1`select user_handle from passkeys where id = ${passkeyId}`.first("user_handle");
  expect(options.user?.id).toBe(stored);

  const key = await createAuthenticator();
  const made = await register(token, await key.attest(options), "  Key on\nmy ring ");
  expect(made.status).toBe(201);
  expect(made.body).toEqual((await list(token))[0]);
  expect(await list(token)).toMatchObject([
    { name: "Key on my ring", deviceType: "singleDevice", backedUp: false, lastUsedAt: null, cloneSuspectedAt: null },
    { id: passkeyId, name: "Passkey", deviceType: "multiDevice", backedUp: true, lastUsedAt: null },
  ]);
});

test("writes audit entries for adding and removing a passkey", async () => {
  const { userId, token, passkeyId } = await ownerOf();
  expect((await remove(token, passkeyId)).status).toBe(200);
  const told = (await auditEntriesOf(userId)).filter(({ kind }) => kind.startsWith("passkey."));
  expect(told.map(({ kind, outcome, res, d }) => [kind, outcome, res, d])).toEqual([
    ["passkey.remove", "ok", { t: "passkey", id: passkeyId }, { name: "Passkey" }],
    ["passkey.add", "ok", { t: "passkey", id: passkeyId }, { name: "Passkey" }],
  ]);
});

test("emails the owner when a passkey is added or removed", async () => {
  const { token, id: userId } = await signIn();
  const queued: unknown[] = [];
  const JOBS = {
    sendBatch: (messages: Iterable<{ body: unknown }>) => {
      queued.push(...[...messages].map(({ body }) => body));
      return Promise.resolve();
    },
  };
  const passkey = await createAuthenticator();
  const response = await passkey.attest(await offerRegistration(token));
  const headers = { ...withToken(token), "Content-Type": "application/json" };
  const added = await callWith(
    { JOBS },
    requestTo("/api/auth/passkey/register", { method: "POST", headers, body: JSON.stringify({ response }) }),
  );
  const { id } = await added.json<{ id: string }>();
  await callWith({ JOBS }, requestTo(`/api/auth/passkey/${id}`, { method: "DELETE", headers: withToken(token) }));
  expect(queued).toMatchObject([
    { kind: "mail.notice", userId, notice: "passkey_added" },
    { kind: "mail.notice", userId, notice: "passkey_removed" },
  ]);
});

const WRONG: [string, Tweak][] = [
  ["another origin", { origin: "https://localhost:8787" }],
  ["a subdomain as origin", { origin: "http://sub.localhost:8787" }],
  ["another domain", { rpId: "example.com" }],
  ["a cross-site embedding page", { crossOrigin: true }],
  ["an undeclared cross-origin embedding page", { topOrigin: "https://elsewhere.example" }],
  ["no user verification", { flags: { uv: false } }],
  ["no user presence", { flags: { up: false } }],
  ["an inconsistent backup state", { flags: { be: false, bs: true } }],
  ["the type of an assertion", { type: "webauthn.get" }],
  ["an ID that differs from the attested one", { claimedId: "x".repeat(43) }],
];

test.each(WRONG)("rejects a registration response with %s", async (_, tweak) => {
  const { token } = await signIn();
  const passkey = await createAuthenticator();
  const answer = await passkey.attest(await offerRegistration(token), tweak);
  expect(await register(token, answer)).toMatchObject({ status: 400, body: { code: "verification_failed" } });
  expect(await list(token)).toEqual([]);
});

test("accepts a challenge once, in its session, for registration, within five minutes", async () => {
  const invalid = { status: 400, body: { code: "challenge_invalid" } };
  const { token } = await signIn();
  const used = await offerRegistration(token);
  const [one, two] = [await createAuthenticator(), await createAuthenticator()];
  // A failure uses up the challenge, as a success does.
  expect((await register(token, await one.attest(used, { origin: "https://elsewhere.example" }))).status).toBe(400);
  expect(await register(token, await one.attest(used))).toMatchObject(invalid);

  const { token: stranger } = await signIn();
  expect(await register(token, await one.attest(await offerRegistration(stranger)))).toMatchObject(invalid);

  const { options: other } = await offerSignIn();
  expect(await register(token, await one.attest(other))).toMatchObject(invalid);

  const late = await offerRegistration(token);
  await d1`update webauthn_challenges set expires_at = expires_at - 300000 where challenge = ${late.challenge}`.run();
  expect(await register(token, await one.attest(late))).toMatchObject(invalid);

  const unknown = Buffer.concat([Buffer.from(late.challenge, "base64url").subarray(0, 16), Buffer.alloc(32)]);
  for (const challenge of ["", "AAAA", unknown.toString("base64url"), late.challenge.slice(0, 30)]) {
    expect(await register(token, await two.attest(late, { challenge }))).toMatchObject(invalid);
  }
  // The row is found by the id in the challenge, but the whole challenge is compared.
  const altered = await offerRegistration(token);
  const bytes = Buffer.from(altered.challenge, "base64url");
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  expect(await register(token, await two.attest(altered, { challenge: bytes.toString("base64url") }))).toMatchObject({
    status: 400,
    body: { code: "verification_failed" },
  });
  expect(await list(token)).toEqual([]);
});

test("invalidates the challenge of a session that ended by a sign-out everywhere", async () => {
  const { email, token } = await signIn();
  const options = await offerRegistration(token);
  await postJson("/api/auth/logout-all", undefined, withToken(token));
  const { token: later } = await signIn(email);
  const passkey = await createAuthenticator();
  expect((await register(token, await passkey.attest(options))).status).toBe(401);
  expect(await register(later, await passkey.attest(await offerRegistration(later)))).toMatchObject({ status: 201 });
});

test("returns 409 for a credential that is already registered, and changes nothing", async () => {
  const { passkey, userId } = await ownerOf();
  const before = await d1`select * from passkeys where user_id = ${userId}`.all();
  const { token } = await signIn();
  const twin = await createAuthenticator();
  const answer = await twin.attest(await offerRegistration(token), { credentialId: passkey.id });
  expect(await register(token, answer)).toMatchObject({ status: 409, body: { code: "passkey_exists" } });
  expect(await list(token)).toEqual([]);
  const after = await d1`select * from passkeys where user_id = ${userId}`.all();
  expect(after.results).toEqual(before.results);
});

test("limits an account to 20 passkeys, also under concurrent registrations", async () => {
  const { token } = await ownerOf();
  const made = await Promise.all(
    Array.from({ length: 17 }, async () => {
      const passkey = await createAuthenticator();
      return register(token, await passkey.attest(await offerRegistration(token)));
    }),
  );
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 17 }, () => 201));
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const passkey = await createAuthenticator();
      return passkey.attest(await offerRegistration(token));
    }),
  );
  const racing = await Promise.all(answers.map((answer) => register(token, answer)));
  expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
  expect(racing.filter(({ status }) => status === 409).map(({ body }) => body["code"])).toEqual([
    "too_many_passkeys",
    "too_many_passkeys",
    "too_many_passkeys",
  ]);
  expect(await list(token)).toHaveLength(20);
  const refused = await postJson("/api/auth/passkey/register/options", undefined, withToken(token));
  expect(await refusalOf(refused)).toEqual([409, "too_many_passkeys"]);
});

test("requires a recent sign-in to register and remove passkeys, but not to list them", async () => {
  const { email, token, passkeyId } = await ownerOf();
  const options = await offerRegistration(token);
  const passkey = await createAuthenticator();
  await ageSessions(email);
  const offered = await postJson("/api/auth/passkey/register/options", undefined, withToken(token));
  expect(await refusalOf(offered)).toEqual([403, "step_up_required"]);
  expect(await register(token, await passkey.attest(options))).toMatchObject({
    status: 403,
    body: { code: "step_up_required" },
  });
  expect(await refusalOf(await remove(token, passkeyId))).toEqual([403, "step_up_required"]);
  expect(await list(token)).toHaveLength(1);
});

test("rejects a removed passkey, including the last one, and returns 404 for another user's", async () => {
  const { email, token, passkey, passkeyId } = await ownerOf();
  const { token: stranger } = await signIn();
  expect(await refusalOf(await remove(stranger, passkeyId))).toEqual([404, "not_found"]);
  expect((await enter(passkey)).status).toBe(200);
  expect((await remove(token, passkeyId)).status).toBe(200);
  expect(await list(token)).toEqual([]);
  expect(await refusalOf(await enter(passkey))).toEqual([401, "passkey_invalid"]);
  expect((await remove(token, passkeyId)).status).toBe(404);
  expect((await signIn(email)).token).not.toBe("");
});

test("stores the transports that a client sends, and ignores invalid ones", async () => {
  const { token } = await signIn();
  const [a, b] = [await createAuthenticator(), await createAuthenticator()];
  expect((await register(token, await a.attest(await offerRegistration(token), { transports: "usb" }))).status).toBe(
    201,
  );
  expect((await register(token, await b.attest(await offerRegistration(token), { transports: ["usb"] }))).status).toBe(
    201,
  );
  const { excludeCredentials } = await offerRegistration(token);
  expect(excludeCredentials).toEqual([
    { id: a.id, type: "public-key", transports: [] },
    { id: b.id, type: "public-key", transports: ["usb"] },
  ]);
});

test("returns 400 with the reason for a malformed authenticator response", async () => {
  const { token } = await signIn();
  const passkey = await createAuthenticator();
  const answer = await passkey.attest(await offerRegistration(token));
  for (const body of [
    {},
    { response: null },
    { response: { ...answer, id: "a b" } },
    { response: { ...answer, type: "password" } },
  ]) {
    const refused = await postJson("/api/auth/passkey/register", body, withToken(token));
    expect(await refusalOf(refused)).toEqual([400, "invalid_request"]);
  }
});
