/** Sign-in with a token the client got itself: apps, phones and the one-tap prompt. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  IN,
  accountOf,
  comeBack,
  consent,
  leave,
  makeToken,
  openRealm,
  outcome,
  refusedAs,
  somebody,
  type Realm,
} from "../oidc/visit.ts";
import { ORIGIN, bearer, freshId } from "../world.ts";
import { NAVIGATION, OWN_PAGE, callWith, cookiesOf, requestTo } from "./sign-in.ts";

type Body = Record<string, unknown> & { user: { email: string; name: string; provider: string } };
type Reply = { status: number; body: Body; response: Response };

async function post(realm: Realm, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await callWith(
    realm.variables,
    requestTo(`/api/auth/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    }),
  );
  return { status: response.status, body: await response.clone().json<Body>(), response };
}

test("an app gets its session in the body, a browser in the cookie alone, and either works", async () => {
  const realm = await openRealm();
  const person = somebody();
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
        expect.stringMatching(/^session=ses_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=604800$/),
      ]);
      const headers = { Cookie: cookiesOf(response), "X-CSRF-Token": String(body["csrfToken"]), ...OWN_PAGE };
      const out = await callWith({}, requestTo("/api/auth/logout", { method: "POST", headers }));
      expect(out.status).toBe(200);
    }
  }
});

test("who is new is told so, and is called what they say", async () => {
  const realm = await openRealm();
  const [a, { name: _, ...b }, { name: __, ...c }] = [somebody(), somebody(), somebody()];
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

test("a device that names itself is registered along with the sign-in", async () => {
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

test("a phone says which device it is and what it runs", async () => {
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

test("refusals are told to programs by their codes", async () => {
  const realm = await openRealm();
  const { status, body } = await post(realm, "providera/native", {
    idToken: await makeToken(realm, { email_verified: false }),
  });
  expect([status, body["code"]]).toEqual([403, "email_unverified"]);
  const person = somebody();
  await post(realm, "providera/native", { idToken: await makeToken(realm, person) });
  await env.DB.prepare("update users set suspended_at = 1 where login_email = ?").bind(person.email).run();
  const suspended = await post(realm, "providera/native", { idToken: await makeToken(realm, person) });
  expect([suspended.status, suspended.body["code"]]).toEqual([403, "account_suspended"]);
  expect(await accountOf(person.email)).not.toBe(null);
});

test("one-tap takes what our own page sends, and its second token when there is one", async () => {
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

/** The fields of the page that posts the form again, and the policy it runs under. */
async function pageOf(response: Response): Promise<{ fields: Record<string, string>; action: string; html: string }> {
  const html = await response.text();
  const plain = (text: string): string =>
    text
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, plain(value)],
  );
  return { fields: Object.fromEntries(fields), action: / action="([^"]+)"/.exec(html)?.[1] ?? "", html };
}

const FROM_OUR_PAGE = { ...NAVIGATION, "Sec-Fetch-Site": "same-origin", Origin: ORIGIN };

test("provider B's form without a cookie is posted again by our own page, once, and needs the cookie then", async () => {
  const realm = await openRealm();
  const left = await leave(realm, "providerb");
  const user = JSON.stringify({ name: { firstName: `"'><script>`, lastName: "O'Hara & Söhne" } });
  const sent: Record<string, string> = { ...(await consent(left.url)), user };
  const first = await comeBack(realm, "providerb", sent);
  expect([first.status, first.headers.getSetCookie()]).toEqual([200, []]);
  const policy = first.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}=' 'self';.*form-action 'self'/);
  const { fields, action, html } = await pageOf(first);
  expect(action).toBe("/api/auth/providerb/callback");
  expect({ ...fields, state: "" }).toEqual({ ...sent, state: "", error: "", iss: "" });
  expect(fields["state"]).not.toBe(sent["state"]);
  expect(html.match(/<script>/g)).toHaveLength(1);
  // The policy names the page's one script.
  const script = /<script>(.*)<\/script>/.exec(html)?.[1] ?? "";
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script));
  expect(policy).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);

  // A browser that still has no cookie is not the one that set out: that page is not shown twice.
  const second = await comeBack(realm, "providerb", fields, { headers: FROM_OUR_PAGE });
  expect(outcome(second)).toEqual(refusedAs("state_invalid"));
  const other = await leave(realm, "providerb");
  expect(outcome(await comeBack(realm, "providerb", fields, { cookie: other.cookie }))).toEqual(
    refusedAs("state_invalid"),
  );
  const third = await comeBack(realm, "providerb", fields, { cookie: left.cookie, headers: FROM_OUR_PAGE });
  expect(outcome(third)).toEqual(IN);
  // Both hops are one flow, and it has been used.
  expect(outcome(await comeBack(realm, "providerb", sent, { cookie: left.cookie }))).toEqual(
    refusedAs("state_invalid"),
  );
});

test("without a state of ours, provider B's callback shows no page to post anything again", async () => {
  const realm = await openRealm();
  for (const state of ["", "x", "a.b"])
    expect(outcome(await comeBack(realm, "providerb", { state, id_token: "x" }))).toEqual(refusedAs("state_invalid"));
});
