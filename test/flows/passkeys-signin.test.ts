/** Signing in with a passkey, and every reason to reject a response. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createAuthenticator, type Authenticator, type Tweak } from "./authenticator.ts";
import {
  authenticate,
  enter,
  enterByBrowser,
  lockoutOf,
  offerRegistration,
  offerSignIn,
  ownerOf,
  refusalOf,
  talliesOf,
  auditEntriesOf,
  withToken,
} from "./passkeys.ts";
import { OWN_PAGE, call, callWith, cookiesOf, freshEmail, requestTo, signIn } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const INVALID = [401, "passkey_invalid"];

const stored = (passkey: Authenticator): Promise<Record<string, unknown> | null> =>
  d1`select counter, backed_up, last_used_at, clone_suspected_at from passkeys where credential_id = ${passkey.id}`.first();

const sessionsOf = (userId: string): Promise<number | null> =>
  d1`select count(*) as n from sessions where user_id = ${userId}`.first<number>("n");

test("returns options without passkeys, identical for every email sent", async () => {
  const { email } = await ownerOf();
  const shapes = await Promise.all(
    [undefined, { email }, { email: freshEmail() }, { email: 7 }].map(async (body) => {
      const response = await call("/api/auth/passkey/authenticate/options", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.json<{ options: Record<string, unknown>; challengeId: string }>();
      const { challenge, ...rest } = answer.options;
      expect(Buffer.from(String(challenge), "base64url")).toHaveLength(48);
      expect(response.headers.getSetCookie()).toEqual([]);
      return [response.status, rest];
    }),
  );
  for (const shape of shapes) {
    expect(shape).toEqual([
      200,
      { rpId: "localhost", allowCredentials: [], timeout: 300_000, userVerification: "required" },
    ]);
  }
});

test("signs in a browser by cookie only, and ends its previous session", async () => {
  const { token, passkey, userId, email } = await ownerOf();
  const offered = await offerSignIn(OWN_PAGE);
  expect(offered.cookie).toMatch(/^wa=[\w-]{43}$/);
  const response = await enterByBrowser(passkey, { Cookie: `session=${token}` });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
  ]);
  const body = await response.json<Record<string, unknown>>();
  expect(body).toMatchObject({
    user: { id: userId, email },
    isNewUser: false,
    csrfToken: expect.stringMatching(/^v1\./),
  });
  expect(Object.keys(body)).toEqual(["user", "csrfToken", "isNewUser"]);
  const Cookie = cookiesOf(response, "session");
  expect((await call("/api/auth/me", { headers: { Cookie } })).status).toBe(200);
  expect((await call("/api/auth/me", { headers: withToken(token) })).status).toBe(401);
  const ended = await call("/api/auth/logout", {
    method: "POST",
    headers: { Cookie, ...OWN_PAGE, "X-CSRF-Token": String(body["csrfToken"]) },
  });
  expect(ended.status).toBe(200);
});

test("returns a raw token without a cookie to a program, and a device token if it names its device", async () => {
  const { passkey, userId } = await ownerOf();
  const plain = await enter(passkey, { more: { platform: "ios" } });
  expect([plain.status, plain.headers.getSetCookie()]).toEqual([200, []]);
  const { sessionToken, deviceToken } = await plain.json<{ sessionToken: string; deviceToken?: string }>();
  expect(deviceToken).toBeUndefined();
  const me = await call("/api/auth/me", { headers: withToken(sessionToken) });
  expect(await me.json()).toMatchObject({ id: userId });

  const named = await enter(passkey, { more: { platform: "desktop", deviceId: "laptop", deviceName: "Laptop" } });
  expect(await named.json()).toMatchObject({ deviceToken: expect.stringMatching(/^dev_/) });
  const devices = await d1`select name, platform from devices where user_id = ${userId}`.all();
  expect(devices.results).toEqual([{ name: "Laptop", platform: "desktop" }]);
});

test("updates the counter, last use and backup state on sign-in, and writes an audit entry", async () => {
  const { passkey, userId } = await ownerOf({ synced: true });
  expect(await stored(passkey)).toMatchObject({ counter: 1, backed_up: 1, last_used_at: null });
  expect((await enter(passkey, { tweak: { flags: { bs: false } } })).status).toBe(200);
  expect(await stored(passkey)).toMatchObject({ counter: 2, backed_up: 0, last_used_at: expect.any(Number) });
  const told = await auditEntriesOf(userId);
  expect(told.find(({ kind, d }) => kind === "auth.login.ok" && d["method"] === "passkey")).toMatchObject({ risk: 0 });
  expect(told.some(({ kind, d }) => kind === "session.create" && d["method"] === "passkey")).toBe(true);
});

test("accepts any number of sign-ins from an authenticator without a counter", async () => {
  const { passkey } = await ownerOf({ counts: false, synced: true });
  for (let time = 0; time < 3; time += 1) expect((await enter(passkey)).status).toBe(200);
  expect(await stored(passkey)).toMatchObject({ counter: 0, clone_suspected_at: null });
});

test("accepts a challenge once, for sign-in, in its browser, within five minutes", async () => {
  const { passkey, token, userId } = await ownerOf();
  const once = await offerSignIn();
  const answer = { response: await passkey.assert(once.options), challengeId: once.challengeId };
  const racing = await Promise.all(Array.from({ length: 20 }, () => authenticate(answer)));
  expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 401),
  ]);
  expect(await refusalOf(await authenticate(answer))).toEqual(INVALID);

  // A failure uses up the challenge as well.
  const failed = await offerSignIn();
  const { challengeId } = failed;
  const broken = await passkey.assert(failed.options, { signature: "broken" });
  expect(await refusalOf(await authenticate({ response: broken, challengeId }))).toEqual(INVALID);
  const good = { response: await passkey.assert(failed.options), challengeId };
  expect(await refusalOf(await authenticate(good))).toEqual(INVALID);

  const late = await offerSignIn();
  await d1`update webauthn_challenges set expires_at = expires_at - 300000 where id = ${late.challengeId}`.run();
  const tardy = { response: await passkey.assert(late.options), challengeId: late.challengeId };
  expect(await refusalOf(await authenticate(tardy))).toEqual(INVALID);

  const registering = await offerRegistration(token);
  const row = await d1`select id from webauthn_challenges where challenge = ${registering.challenge}`.first<string>(
    "id",
  );
  const crossed = { response: await passkey.assert(registering), challengeId: row };
  expect(await refusalOf(await authenticate(crossed))).toEqual(INVALID);
  expect(await refusalOf(await authenticate({ ...crossed, challengeId: "unknown" }))).toEqual(INVALID);
  // Only the broken signature counts as a failure of the account.
  expect(await lockoutOf(userId)).toMatchObject({ failed_passkeys: 1 });
});

test("accepts a browser's challenge only with its cookie, and a program's only without one", async () => {
  const { passkey } = await ownerOf();
  const tryWith = async (asked: Record<string, string>, headers: (cookie: string) => Record<string, string>) => {
    const { options, challengeId, cookie } = await offerSignIn(asked);
    const response = await passkey.assert(options);
    return (await authenticate({ response, challengeId }, headers(cookie))).status;
  };
  expect(await tryWith(OWN_PAGE, (Cookie) => ({ ...OWN_PAGE, Cookie }))).toBe(200);
  expect(await tryWith(OWN_PAGE, () => OWN_PAGE)).toBe(401);
  expect(await tryWith(OWN_PAGE, () => ({}))).toBe(401);
  expect(await tryWith(OWN_PAGE, () => ({ ...OWN_PAGE, Cookie: `wa=${"x".repeat(43)}` }))).toBe(401);
  expect(await tryWith(OWN_PAGE, (cookie) => ({ ...OWN_PAGE, Cookie: `${cookie}; wa=${"x".repeat(43)}` }))).toBe(401);
  expect(await tryWith({}, () => OWN_PAGE)).toBe(401);
  expect(await tryWith({}, () => ({}))).toBe(200);
  expect(await tryWith(OWN_PAGE, (Cookie) => ({ "Sec-Fetch-Site": "cross-site", Cookie }))).toBe(403);
});

test("keeps one cookie for two tabs of a browser, so that both can sign in", async () => {
  const { passkey } = await ownerOf();
  const first = await offerSignIn(OWN_PAGE);
  const second = await offerSignIn({ ...OWN_PAGE, Cookie: first.cookie });
  expect(second.cookie).toBe(first.cookie);
  const response = await passkey.assert(first.options);
  const headers = { ...OWN_PAGE, Cookie: second.cookie };
  expect((await authenticate({ response, challengeId: first.challengeId }, headers)).status).toBe(200);
});

const HANDLE = Buffer.alloc(32, 7).toString("base64url");
const WRONG: [string, Tweak, string][] = [
  ["a signature of other data", { signature: "broken" }, "assertion"],
  ["another challenge", { challenge: "A".repeat(64) }, "assertion"],
  ["another origin", { origin: "http://localhost:8788" }, "assertion"],
  ["another domain", { rpId: "example.com" }, "assertion"],
  ["the type of a registration", { type: "webauthn.create" }, "assertion"],
  ["an embedding page of another site", { crossOrigin: true }, "framed"],
  ["an undeclared cross-origin embedding page", { topOrigin: "http://localhost:8787" }, "framed"],
  ["no user verification", { flags: { uv: false } }, "assertion"],
  ["no user presence", { flags: { up: false } }, "assertion"],
  ["another user's handle", { userHandle: HANDLE }, "user_handle"],
  ["no user handle", { userHandle: null }, "user_handle"],
  ["a changed backup eligibility", { flags: { be: true } }, "backup_eligibility"],
  ["a decreased counter", { counter: 1 }, "counter"],
  ["a counter reset to zero", { counter: 0 }, "counter"],
];

test.each(WRONG)("returns 401 for a response with %s, and counts a failure", async (_, tweak, reason) => {
  const { passkey, userId } = await ownerOf();
  expect((await enter(passkey)).status).toBe(200);
  const before = await sessionsOf(userId);
  expect(await refusalOf(await enter(passkey, { tweak }))).toEqual(INVALID);
  expect(await lockoutOf(userId)).toEqual({ failed_passkeys: 1, locked_until: null });
  expect(await sessionsOf(userId)).toBe(before);
  const failures = (await auditEntriesOf(userId)).filter(({ kind }) => kind === "auth.login.fail");
  expect(failures).toMatchObject([{ outcome: "fail", risk: 30, d: { method: "passkey", reason } }]);
});

test("marks a passkey as possibly cloned when its counter decreases, keeps the stored counter, and accepts a later valid one", async () => {
  const { passkey, userId, token } = await ownerOf();
  for (let time = 0; time < 3; time += 1) await enter(passkey);
  expect(await refusalOf(await enter(passkey, { tweak: { counter: 4 } }))).toEqual(INVALID);
  const suspected = await stored(passkey);
  expect(suspected).toMatchObject({ counter: 4, clone_suspected_at: expect.any(Number) });
  const { passkeys } = await (
    await call("/api/auth/passkey", { headers: withToken(token) })
  ).json<{ passkeys: Record<string, unknown>[] }>();
  expect(passkeys[0]?.["cloneSuspectedAt"]).not.toBeNull();
  expect((await auditEntriesOf(userId)).find(({ kind }) => kind === "passkey.clone")).toMatchObject({
    outcome: "fail",
    risk: 90,
  });
  // With a bad signature, a low counter does not indicate a copy.
  const { passkey: other } = await ownerOf();
  await enter(other, { tweak: { counter: 0, signature: "broken" } });
  expect(await stored(other)).toMatchObject({ clone_suspected_at: null });
  expect((await enter(passkey)).status).toBe(200);
  expect(await stored(passkey)).toMatchObject({ clone_suspected_at: suspected?.["clone_suspected_at"] });
});

test("accepts one of two concurrent responses with the same counter", async () => {
  const { passkey } = await ownerOf();
  const offers = await Promise.all(Array.from({ length: 10 }, () => offerSignIn()));
  const answers = await Promise.all(
    offers.map(async ({ options, challengeId }) => ({
      response: await passkey.assert(options, { counter: 9 }),
      challengeId,
    })),
  );
  const statuses = (await Promise.all(answers.map((answer) => authenticate(answer)))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
});

test("returns 401 for unreadable data without counting a failure, and 400 for a wrong shape", async () => {
  const { passkey, userId } = await ownerOf();
  const good = async () => {
    const { options, challengeId } = await offerSignIn();
    // The shape that the authenticator returns.
    const response = (await passkey.assert(options)) as { id: string; response: Record<string, string> };
    return { challengeId, response };
  };
  const bits = ["e30", "W10", "bm9wZQ", Buffer.from('{"type":1}').toString("base64url")];
  for (const part of [...bits.map((clientDataJSON) => ({ clientDataJSON })), { authenticatorData: "AAAA" }]) {
    const { challengeId, response } = await good();
    const answer = { ...response, response: { ...response.response, ...part } };
    expect(await refusalOf(await authenticate({ challengeId, response: answer }))).toEqual(INVALID);
  }
  const { challengeId, response } = await good();
  for (const body of [{}, { response }, { challengeId }, { challengeId, response: { ...response, id: "é" } }]) {
    expect(await refusalOf(await authenticate(body))).toEqual([400, "invalid_request"]);
  }
  expect(await lockoutOf(userId)).toMatchObject({ failed_passkeys: 0 });
});

test("responds alike to an unknown passkey and to a failed known one", async () => {
  const { passkey } = await ownerOf();
  const strange = await createAuthenticator();
  const known = await enter(passkey, { tweak: { signature: "broken" } });
  const unknown = await enter(strange, { tweak: { userHandle: HANDLE } });
  const shown = async (response: Response) => {
    const { requestId: _, ...body } = await response.json<Record<string, unknown>>();
    return [response.status, body, [...response.headers.keys()].toSorted()];
  };
  expect(await shown(unknown)).toEqual(await shown(known));
});

test("reveals a suspension only to the account's owner", async () => {
  const { passkey, userId } = await ownerOf();
  await d1`update users set suspended_at = 1 where id = ${userId}`.run();
  expect(await refusalOf(await enter(passkey))).toEqual([403, "account_suspended"]);
  expect(await refusalOf(await enter(passkey, { tweak: { signature: "broken" } }))).toEqual(INVALID);
  expect((await auditEntriesOf(userId)).filter(({ d }) => d["reason"] === "suspended")).toMatchObject([
    { kind: "auth.login.fail" },
  ]);
});

/** The real database, but it calls `meanwhile` before the batch that would create a session. */
const interrupted = (meanwhile: () => Promise<unknown>): object => {
  let isDone = false;
  return {
    prepare: (text: string) => env.DB.prepare(text),
    async batch(statements: D1PreparedStatement[]) {
      if (statements.length > 4 && !isDone) {
        isDone = true;
        await meanwhile();
      }
      return env.DB.batch(statements);
    },
  };
};

test("rechecks suspension, lock, sign-out everywhere, removal and reuse at commit time", async () => {
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  const later = Date.now() + 60_000;
  const cases: [string, (userId: string) => Promise<unknown>, unknown][] = [
    ["suspended", (id) => run("update users set suspended_at = 1 where id = ?", id), [403, "account_suspended"]],
    ["locked", (id) => run("update users set locked_until = ? where id = ?", later, id), [423, "account_locked"]],
    ["signed out", (id) => run("update users set epoch = epoch + 1 where id = ?", id), INVALID],
    ["removed", (id) => run("delete from passkeys where user_id = ?", id), INVALID],
    ["copied", (id) => run("update passkeys set counter = 99 where user_id = ?", id), INVALID],
  ];
  for (const [name, act, expected] of cases) {
    const { passkey, userId } = await ownerOf();
    const { options, challengeId } = await offerSignIn();
    const body = JSON.stringify({ response: await passkey.assert(options), challengeId });
    const request = requestTo("/api/auth/passkey/authenticate", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    const before = await sessionsOf(userId);
    const response = await callWith({ DB: interrupted(() => act(userId)) }, request);
    expect(await refusalOf(response), name).toEqual(expected);
    expect(await sessionsOf(userId), name).toBe(before);
  }
});

test("uses a challenge once and creates one session when database replies are lost", async () => {
  const { passkey, userId } = await ownerOf();
  const before = (await sessionsOf(userId)) ?? 0;
  let batches = 0;
  const DB = {
    prepare: (text: string) => env.DB.prepare(text),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      batches += 1;
      // Loses the replies of using up the challenge and of the commit; the retries and follow-up queries succeed.
      if (batches === 1 || batches === 3) throw new Error("D1_ERROR: Network connection lost.");
      return results;
    },
  };
  const { options, challengeId } = await offerSignIn();
  const body = JSON.stringify({ response: await passkey.assert(options), challengeId, platform: "ios" });
  const headers = { "Content-Type": "application/json" };
  const response = await callWith(
    { DB },
    requestTo("/api/auth/passkey/authenticate", { method: "POST", headers, body }),
  );
  const { sessionToken } = await response.json<{ sessionToken: string }>();
  expect((await call("/api/auth/me", { headers: withToken(sessionToken) })).status).toBe(200);
  expect(await sessionsOf(userId)).toBe(before + 1);
  expect(await talliesOf(userId, "auth.login.fail")).toEqual({ "auth.login.fail": 0 });
});

test("returns 503 with Retry-After when the database is down", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { passkey } = await ownerOf();
  const { options, challengeId } = await offerSignIn();
  const body = JSON.stringify({ response: await passkey.assert(options), challengeId });
  const headers = { "Content-Type": "application/json" };
  const DB = {
    prepare: (text: string) => env.DB.prepare(text),
    batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  };
  const response = await callWith(
    { DB },
    requestTo("/api/auth/passkey/authenticate", { method: "POST", headers, body }),
  );
  expect(response.headers.get("Retry-After")).toBe("2");
  expect(await refusalOf(response)).toEqual([503, "unavailable"]);
  logged.mockRestore();
});

test("grants the administrator role to a configured email on a passkey sign-in", async () => {
  const { email } = await signIn();
  const { passkey } = await ownerOf({}, email);
  const { options, challengeId } = await offerSignIn();
  const body = JSON.stringify({ response: await passkey.assert(options), challengeId });
  const headers = { "Content-Type": "application/json" };
  const request = requestTo("/api/auth/passkey/authenticate", { method: "POST", headers, body });
  const response = await callWith({ ADMIN_EMAILS: email.toUpperCase() }, request);
  expect(await response.json()).toMatchObject({ user: { role: "admin" } });
});
