/** Sign-in with a token that the client obtained itself: apps, phones and the one-tap prompt. */
import { expect, test, vi } from "vitest";
import {
  IN,
  accountOf,
  finishSignIn,
  consent,
  startSignIn,
  makeToken,
  newestNote,
  openRealm,
  postAt,
  outcome,
  refusedAs,
  newPerson,
  type Realm,
} from "../oidc/sign-in.ts";
import { ORIGIN, bearer, freshId } from "../support/world.ts";
import { NAVIGATION, OWN_PAGE, callWith, cookiesOf, requestTo } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

type Body = Record<string, unknown> & { user: { email: string; name: string; provider: string } };
type Reply = { status: number; body: Body; response: Response };

async function post(realm: Realm, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await postAt(realm, `/api/auth/${path}`, body, { headers });
  return { status: response.status, body: await response.clone().json<Body>(), response };
}

test("returns the session in the body to an app and in the cookie to a browser", async () => {
  const realm = await openRealm();
  const person = newPerson();
  for (const [path, field] of [
    ["providera/native", "idToken"],
    ["providerb/native", "identityToken"],
  ] as const) {
    for (const platform of ["ios", "android", "desktop"]) {
      const { body, response } = await post(realm, path, { [field]: await makeToken(realm, person), platform });
      expect(body).toMatchObject({ user: { email: person.email }, csrfToken: expect.stringMatching(/^v1\./) });
      expect(body).not.toHaveProperty("deviceToken");
      expect(response.headers.getSetCookie()).toEqual([]);
      expect((await bearer(String(body["sessionToken"])).get("/api/auth/me")).body).toEqual(body.user);
    }
    for (const platform of ["web", undefined]) {
      const { body, response } = await post(realm, path, { [field]: await makeToken(realm, person), platform });
      expect(body).not.toHaveProperty("sessionToken");
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
      ]);
      const headers = { Cookie: cookiesOf(response), "X-CSRF-Token": String(body["csrfToken"]), ...OWN_PAGE };
      const out = await callWith({}, requestTo("/api/auth/logout", { method: "POST", headers }));
      expect(out.status).toBe(200);
    }
  }
});

test("reports a new user, and uses the name from the token or the request", async () => {
  const realm = await openRealm();
  const [a, { name: _, ...b }, { name: __, ...c }] = [newPerson(), newPerson(), newPerson()];
  const first = await post(realm, "providera/native", { idToken: await makeToken(realm, a) });
  expect(first.body).toMatchObject({ isNewUser: true, user: { name: "Pat Example", provider: "providera" } });
  const second = await post(realm, "providera/native", { idToken: await makeToken(realm, a) });
  expect(second.body).toMatchObject({ isNewUser: false, user: first.body.user });
  const named = {
    identityToken: await makeToken(realm, { ...b, name: undefined }),
    givenName: "Grace",
    familyName: "Hopper",
  };
  expect((await post(realm, "providerb/native", named)).body).toMatchObject({
    isNewUser: true,
    user: { name: "Grace Hopper", provider: "email" },
  });
  const nameless = { identityToken: await makeToken(realm, { ...c, name: undefined }) };
  expect((await post(realm, "providerb/native", nameless)).body.user.name).toBe(c.email.split("@")[0]);
});

test("registers a device that a sign-in names", async () => {
  const realm = await openRealm();
  const device = { deviceId: freshId("device"), deviceName: "Pat's phone", platform: "ios" };
  const { status, body } = await post(realm, "mobile/oauth/providera", { idToken: await makeToken(realm), ...device });
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      isNewUser: true,
      sessionToken: expect.stringMatching(/^ses_/),
      deviceToken: expect.stringMatching(/^dev_/),
    }),
  ]);
  const { body: known } = await bearer(String(body["sessionToken"])).get("/api/account/devices");
  expect(known.devices).toMatchObject([{ deviceId: device.deviceId, name: "Pat's phone", platform: "ios" }]);
  for (const path of ["providera/native", "providerb/native"]) {
    const token = await makeToken(realm);
    const asked = { idToken: token, identityToken: token, deviceId: freshId("device"), platform: "desktop" };
    expect((await post(realm, path, asked)).body["deviceToken"], path).toMatch(/^dev_/);
  }
});

test("requires a device ID and a mobile platform on the mobile route", async () => {
  const realm = await openRealm();
  const idToken = await makeToken(realm);
  const good = { idToken, deviceId: "phone", platform: "android" };
  for (const change of [
    { deviceId: undefined },
    { deviceId: "" },
    { deviceId: "a".repeat(129) },
    { platform: undefined },
    { platform: "web" },
    { platform: "desktop" },
    { idToken: "" },
    { idToken: "a".repeat(9_000) },
    { idToken: 7 },
    { nonce: "" },
    { deviceName: "" },
  ]) {
    const { status, body } = await post(realm, "mobile/oauth/providera", { ...good, ...change });
    expect([status, body["code"]], JSON.stringify(change)).toEqual([400, "invalid_request"]);
  }
  expect((await post(realm, "mobile/oauth/providera", good)).status).toBe(200);
});

test("returns error codes to programs", async () => {
  const realm = await openRealm();
  const { status, body } = await post(realm, "providera/native", {
    idToken: await makeToken(realm, { email_verified: false }),
  });
  expect([status, body["code"]]).toEqual([403, "email_unverified"]);
  const person = newPerson();
  await post(realm, "providera/native", { idToken: await makeToken(realm, person) });
  await d1`update users set suspended_at = 1 where login_email = ${person.email}`.run();
  const suspended = await post(realm, "providera/native", { idToken: await makeToken(realm, person) });
  expect([suspended.status, suspended.body["code"]]).toEqual([403, "account_suspended"]);
  expect(await accountOf(person.email)).not.toBe(null);
});

test("accepts one-tap requests only from this site, and checks the second CSRF token if present", async () => {
  const realm = await openRealm();
  const tap = async (headers: Record<string, string>, more: object = {}): Promise<[number, unknown]> => {
    const { status, body } = await post(
      realm,
      "providera/one-tap",
      { credential: await makeToken(realm), ...more },
      headers,
    );
    return [status, body["code"]];
  };
  expect(await tap(OWN_PAGE)).toEqual([200, undefined]);
  expect(await tap({ ...OWN_PAGE, Cookie: "g_csrf_token=abc" }, { g_csrf_token: "abc" })).toEqual([200, undefined]);
  expect(await tap({ ...OWN_PAGE, Cookie: "g_csrf_token=abc" }, { g_csrf_token: "abd" })).toEqual([
    403,
    "csrf_invalid",
  ]);
  expect(await tap(OWN_PAGE, { g_csrf_token: "abc" })).toEqual([403, "csrf_invalid"]);
  expect(await tap({ Origin: "https://evil.example" })).toEqual([403, "cross_site"]);
  expect(await tap({ "Sec-Fetch-Site": "cross-site" })).toEqual([403, "cross_site"]);
  expect(await tap({ Origin: "null" })).toEqual([403, "cross_site"]);
});

const issue = async (realm: Realm): Promise<string> =>
  String((await post(realm, "native/nonce", undefined)).body["nonce"]);

/** The calls that accept a token, with the nonce that the client claims to have used. */
const CALLS: Record<string, (token: string, nonce?: string) => [string, object]> = {
  "native A": (idToken, nonce) => ["providera/native", { idToken, nonce, platform: "ios" }],
  "one-tap": (credential, nonce) => ["providera/one-tap", { credential, nonce }],
  "native B": (identityToken, nonce) => ["providerb/native", { identityToken, nonce, platform: "ios" }],
  mobile: (idToken, nonce) => ["mobile/oauth/providera", { idToken, nonce, platform: "ios", deviceId: "phone" }],
};

test.each(Object.entries(CALLS))("%s accepts a nonce once, within five minutes", async (_, make) => {
  const realm = await openRealm();
  const present = async (carried: unknown, sent?: string): Promise<[number, unknown]> => {
    const [path, body] = make(await makeToken(realm, carried === undefined ? {} : { nonce: carried }), sent);
    const reply = await post(realm, path, body);
    return [reply.status, reply.body["code"]];
  };
  const reason = async (): Promise<unknown> => Object(await newestNote("auth.login.fail")).detail.reason;
  const IN_ORDER = [200, undefined];
  const INVALID = [401, "token_invalid"];
  const nonce = await issue(realm);
  // An invalid token does not use up the nonce.
  const [path, bad] = make(`${await makeToken(realm, { nonce })}x`, nonce);
  expect((await post(realm, path, bad)).status).toBe(401);
  expect(await present(nonce, nonce)).toEqual(IN_ORDER);
  // Another token with the same nonce, as the provider issues on a second request.
  expect([await present(nonce, nonce), await reason()]).toEqual([INVALID, "nonce_reused"]);
  const issuedAgo = async (ms: number): Promise<string> => {
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - ms);
    return issue(realm).finally(() => clock.mockRestore());
  };
  const [late, old] = [await issuedAgo(240_000), await issuedAgo(300_000)];
  expect([await present(old, old), await reason()]).toEqual([INVALID, "nonce_expired"]);
  expect(await present(late, late)).toEqual(IN_ORDER);
  // Someone with a stolen token can neither omit its nonce nor send another.
  const left = await issue(realm);
  for (const sent of [undefined, await issue(realm), "another"])
    expect([await present(left, sent), await reason()], sent).toEqual([INVALID, "token_nonce"]);
  expect([await present(undefined, left), await reason()]).toEqual([INVALID, "token_nonce"]);
  expect(await present(left, left)).toEqual(IN_ORDER);
  // Clients that generate their own nonce, or use none, still work.
  expect([await present("own", "own"), await present("own", "own"), await present(undefined)]).toEqual([
    IN_ORDER,
    IN_ORDER,
    IN_ORDER,
  ]);
});

test("signs in one of 20 concurrent requests with tokens of the same nonce", async () => {
  const realm = await openRealm();
  const nonce = await issue(realm);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => makeToken(realm, { nonce })));
  const replies = await Promise.all(
    tokens.map((idToken) => post(realm, "providera/native", { idToken, nonce, platform: "ios" })),
  );
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 401),
  ]);
});

test("issues nonces to this site's pages and programs, only when a provider is configured", async () => {
  const realm = await openRealm();
  const { status, body } = await post(realm, "native/nonce", undefined);
  expect([status, body]).toEqual([
    200,
    { nonce: expect.stringMatching(/^n1\.[\w.-]+$/), expiresAt: expect.stringMatching(/Z$/) },
  ]);
  expect((await post(realm, "native/nonce", undefined, { Origin: "https://evil.example" })).status).toBe(403);
  const none = { PROVIDER_A_CLIENT_ID: "", PROVIDER_B_CLIENT_ID: "" };
  const refused = await callWith(none, requestTo("/api/auth/native/nonce", { method: "POST" }));
  expect([refused.status, await refused.json()]).toMatchObject([404, { code: "provider_not_configured" }]);
});

/** The HTML of the page that posts the form again, and its form's fields and action. */
async function pageOf(response: Response): Promise<{ fields: Record<string, string>; action: string; html: string }> {
  const html = await response.text();
  const plain = (text: string): string =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  // An empty attribute may be printed without a value.
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value(?:="([^"]*)")?/g)].map(
    ([, name = "", value = ""]) => [name, plain(value)],
  );
  return { fields: Object.fromEntries(fields), action: / action="([^"]+)"/.exec(html)?.[1] ?? "", html };
}

const FROM_OUR_PAGE = { ...NAVIGATION, "Sec-Fetch-Site": "same-origin", Origin: ORIGIN };

test("posts provider B's form again from this site once when the cookie is missing, and then requires the cookie", async () => {
  const realm = await openRealm();
  const left = await startSignIn(realm, "providerb");
  const user = JSON.stringify({ name: { firstName: `"'><script>`, lastName: "O'Hara & Söhne" } });
  const sent: Record<string, string> = { ...(await consent(left.url)), user };
  const first = await finishSignIn(realm, "providerb", sent);
  expect([first.status, first.headers.getSetCookie()]).toEqual([200, []]);
  const policy = first.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}=' 'self';.*form-action 'self'/);
  const { fields, action, html } = await pageOf(first);
  expect(action).toBe("/api/auth/providerb/callback");
  expect({ ...fields, state: "" }).toEqual({ ...sent, state: "", error: "", iss: "" });
  expect(fields["state"]).not.toBe(sent["state"]);
  expect(html.match(/<script>/g)).toHaveLength(1);
  // The policy contains the hash of the page's only script.
  const script = /<script>(.*)<\/script>/.exec(html)?.[1] ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);

  // A browser that still sends no cookie did not start the sign-in, so the page is not shown again.
  const second = await finishSignIn(realm, "providerb", fields, { headers: FROM_OUR_PAGE });
  expect(outcome(second)).toEqual(refusedAs("state_invalid"));
  const other = await startSignIn(realm, "providerb");
  expect(outcome(await finishSignIn(realm, "providerb", fields, { cookie: other.cookie }))).toEqual(
    refusedAs("state_invalid"),
  );
  const third = await finishSignIn(realm, "providerb", fields, { cookie: left.cookie, headers: FROM_OUR_PAGE });
  expect(outcome(third)).toEqual(IN);
  // Both posts belong to one sign-in, which has been used.
  expect(outcome(await finishSignIn(realm, "providerb", sent, { cookie: left.cookie }))).toEqual(
    refusedAs("state_invalid"),
  );
});

test("does not post provider B's form again for an invalid state", async () => {
  const realm = await openRealm();
  for (const state of ["", "x", "a.b"])
    expect(outcome(await finishSignIn(realm, "providerb", { state, id_token: "x" }))).toEqual(
      refusedAs("state_invalid"),
    );
});
