/** Signing in with providers A and B, from the button to the session. */
import { expect, test } from "vitest";
import {
  IN,
  accountOf,
  finishSignIn,
  consent,
  countRows,
  startSignIn,
  newestNote,
  openRealm,
  outcome,
  refusedAs,
  newPerson,
  signInAt,
  type Provider,
} from "../oidc/sign-in.ts";
import { measure } from "../cost/meter.ts";
import { ORIGIN, freshId } from "../support/world.ts";
import { call, callWith, cookiesOf, freshEmail, requestTo, signIn } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const BOTH = ["providera", "providerb"] as const satisfies readonly Provider[];

const me = async (response: Response): Promise<Record<string, unknown>> =>
  (await call("/api/auth/me", { headers: { Cookie: cookiesOf(response, "session") } })).json();

test("provider A: sends state, nonce and an S256 challenge, and creates a session and a personal drive", async () => {
  const person = newPerson({ name: "  Ada\tLovelace " });
  const realm = await openRealm({ person });
  const left = await startSignIn(realm, "providera", { next: "/pages/42?tab=a#top" });
  expect(left.url.origin + left.url.pathname).toBe(`${realm.issuer}/authorize`);
  expect(Object.fromEntries(left.url.searchParams)).toEqual({
    client_id: "octavo-web",
    redirect_uri: `${ORIGIN}/api/auth/providera/callback`,
    response_type: "code",
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
  expect(left.response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^oa=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);

  const back = await finishSignIn(realm, "providera", await consent(left.url), { cookie: left.cookie });
  expect(outcome(back)).toEqual([303, "continue /pages/42?tab=a#top", true]);
  expect(back.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^ct=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/),
    "oa=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax",
  ]);
  expect(await me(back)).toMatchObject({
    name: "Ada Lovelace",
    email: person.email,
    image: null,
    role: "user",
    provider: "providera",
  });
  const { requests } = await realm.control();
  expect(requests.map(({ endpoint }) => endpoint)).toEqual(["token", "jwks"]);
  expect(requests[0]?.form["code_verifier"]).toMatch(/^[\w-]{43}$/);
  const drives =
    await d1`select d.name from drives d join users u on u.id = d.owner_id where u.login_email = ${person.email}`.all();
  expect(drives.results).toEqual([{ name: "Personal" }]);
});

test("redirects with the same cookie for GET providera/signin", async () => {
  const realm = await openRealm();
  const response = await callWith(realm.variables, requestTo("/api/auth/providera/signin?next=/settings"));
  expect(response.status).toBe(302);
  const back = await finishSignIn(realm, "providera", await consent(new URL(response.headers.get("Location") ?? "")), {
    cookie: cookiesOf(response),
  });
  expect(outcome(back)).toEqual([303, "continue /settings", true]);
});

test("provider B: accepts the posted token without a code exchange", async () => {
  const { name: _, ...person } = newPerson();
  const realm = await openRealm({ person, alg: "ES256" });
  const variables = { APP_ORIGIN: "https://octavo.example" };
  const left = await startSignIn(realm, "providerb", { headers: { Origin: "https://octavo.example" }, variables });
  expect(Object.fromEntries(left.url.searchParams)).toEqual({
    client_id: "octavo-web",
    redirect_uri: "https://octavo.example/api/auth/providerb/callback",
    response_type: "code id_token",
    response_mode: "form_post",
    scope: "openid email name",
    state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(left.response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-ob=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=None$/),
  ]);
  const user = JSON.stringify({ name: { firstName: "Grace", lastName: "Hopper" }, email: "someone.else@example.com" });
  const fields = { ...(await consent(left.url)), user };
  const back = await finishSignIn(realm, "providerb", fields, { cookie: left.cookie, variables });
  expect(outcome(back)).toEqual(IN);
  expect(back.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-session=ses_[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    expect.stringMatching(/^__Host-ct=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    "__Host-ob=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=None",
  ]);
  expect(await accountOf(person.email)).toMatchObject({ name: "Grace Hopper", provider: "email" });
  expect(await accountOf("someone.else@example.com")).toBe(null);
  expect((await realm.control()).requests.map(({ endpoint }) => endpoint)).toEqual(["jwks"]);
});

test("provider B: exchanges the code with a signed client secret when the form has no token", async () => {
  const realm = await openRealm();
  const left = await startSignIn(realm, "providerb");
  const { id_token: _, ...fields } = await consent(left.url);
  expect(outcome(await finishSignIn(realm, "providerb", fields, { cookie: left.cookie }))).toEqual(IN);
  const [asked] = (await realm.control()).requests;
  expect(asked?.form).toMatchObject({ grant_type: "authorization_code", client_id: "octavo-web" });
  expect(asked?.form).not.toHaveProperty("code_verifier");

  const again = await startSignIn(realm, "providerb");
  const { id_token: __, ...more } = await consent(again.url);
  const keyless = { PROVIDER_B_PRIVATE_KEY: "" };
  const back = await finishSignIn(realm, "providerb", more, { cookie: again.cookie, variables: keyless });
  expect(outcome(back)).toEqual(refusedAs("state_invalid"));
});

for (const provider of BOTH) {
  test(`${provider}: signs in to the same account again when the email has changed`, async () => {
    const person = newPerson();
    const realm = await openRealm({ person });
    const first = await me(await signInAt(realm, provider));
    await realm.control({ person: { ...person, email: freshEmail(), email_verified: false } });
    const second = await me(await signInAt(realm, provider));
    expect(second).toEqual(first);
    const { email: __, ...nameless } = person;
    await realm.control({ person: nameless });
    expect(await me(await signInAt(realm, provider))).toEqual(first);
  });

  test(`${provider}: signs in to the account that verified the same email, and writes an audit entry`, async () => {
    const { email } = await signIn(freshEmail("linda").toLowerCase());
    const account = await accountOf(email);
    // One of the providers sends the flag as a string, and addresses are compared without case.
    const realm = await openRealm({ person: newPerson({ email: ` ${email.toUpperCase()}`, email_verified: "true" }) });
    const response = await signInAt(realm, provider);
    expect((await me(response))["id"]).toBe(account?.id);
    expect(await newestNote("oauth.link")).toEqual({ email, risk: 0, detail: { provider } });
    expect(await newestNote("auth.login.ok")).toEqual({ email, risk: 0, detail: { method: provider } });
    expect((await accountOf(email))?.provider).toBe(provider === "providera" ? "both" : "email");
  });

  test(`${provider}: rejects an unverified email`, async () => {
    const { email } = await signIn(freshEmail("victim").toLowerCase());
    const realm = await openRealm();
    const before = await Promise.all([countRows("users"), countRows("sessions"), countRows("identities")]);
    for (const unverified of [false, undefined, null, "false", "TRUE", 1, "", [true], { true: true }]) {
      for (const address of [email, freshEmail("new").toLowerCase()]) {
        await realm.control({ person: newPerson({ email: address, email_verified: unverified }) });
        expect(outcome(await signInAt(realm, provider)), String(unverified)).toEqual(refusedAs("email_unverified"));
      }
    }
    for (const address of [undefined, "", "nobody", 7, ["a@example.com"], "a@example.com\u202e"]) {
      await realm.control({ person: newPerson({ email: address }) });
      expect(outcome(await signInAt(realm, provider)), String(address)).toEqual(refusedAs("email_unverified"));
    }
    expect(await Promise.all([countRows("users"), countRows("sessions"), countRows("identities")])).toEqual(before);
    expect(await newestNote("auth.login.fail")).toMatchObject({
      risk: 30,
      detail: { method: provider, reason: "email_unverified" },
    });
  });

  test(`${provider}: ignores an unverified profile email of another account`, async () => {
    const attacker = await signIn(freshEmail("mallory").toLowerCase());
    const victim = newPerson();
    await d1`update users set email = ${victim.email} where login_email = ${attacker.email}`.run();
    const realm = await openRealm({ person: victim });
    const user = await me(await signInAt(realm, provider));
    expect(user["email"]).toBe(victim.email);
    const accounts = [await accountOf(attacker.email), await accountOf(victim.email)];
    expect(accounts.map((account) => account?.id)).toEqual([expect.any(String), user["id"]]);
    expect(accounts[0]?.id).not.toBe(accounts[1]?.id);
    const linked = await d1`select count(*) as n from identities where user_id = ${accounts[0]?.id ?? ""}`.first("n");
    expect(linked).toBe(0);
  });

  test(`${provider}: reports a suspended account, by identity and by email, and creates no session`, async () => {
    const person = newPerson();
    const realm = await openRealm({ person });
    await signInAt(realm, provider);
    const other = await signIn(freshEmail("other").toLowerCase());
    await d1`update users set suspended_at = 1 where login_email in (${person.email}, ${other.email})`.run();
    const before = await countRows("sessions");
    expect(outcome(await signInAt(realm, provider))).toEqual(refusedAs("account_suspended"));
    await realm.control({ person: newPerson({ email: other.email }) });
    expect(outcome(await signInAt(realm, provider))).toEqual(refusedAs("account_suspended"));
    expect(await countRows("sessions")).toBe(before);
    expect((await newestNote("auth.login.fail")).detail).toEqual({ method: provider, reason: "suspended" });
  });

  test(`${provider}: applies ADMIN_EMAILS to the account's verified email, not to the provider's current claim`, async () => {
    const boss = newPerson();
    const realm = await openRealm({ person: boss });
    const variables = { ADMIN_EMAILS: boss.email };
    expect((await me(await signInAt(realm, provider, { variables })))["role"]).toBe("admin");
    const mallory = newPerson();
    await realm.control({ person: mallory });
    await signInAt(realm, provider, { variables });
    await realm.control({ person: { ...mallory, email: boss.email } });
    expect((await me(await signInAt(realm, provider, { variables })))["role"]).toBe("user");
  });
}

test("records both methods for an account that provider A created once it signs in by email link", async () => {
  const person = newPerson();
  const realm = await openRealm({ person });
  await signInAt(realm, "providera");
  expect((await accountOf(person.email))?.provider).toBe("providera");
  await signInAt(realm, "providera");
  expect((await accountOf(person.email))?.provider).toBe("providera");
  await signIn(person.email);
  expect((await accountOf(person.email))?.provider).toBe("both");
  await signInAt(realm, "providera");
  expect((await accountOf(person.email))?.provider).toBe("both");
});

test("treats the same subject of another issuer as another user", async () => {
  const [one, two] = [newPerson(), newPerson()];
  const [first, second] = await Promise.all([
    openRealm({ person: one }),
    openRealm({ person: { ...two, sub: one.sub } }),
  ]);
  const ids = [
    (await me(await signInAt(first, "providera")))["id"],
    (await me(await signInAt(second, "providera")))["id"],
  ];
  expect(ids[0]).not.toBe(ids[1]);
});

test("creates one account and ten sessions for ten concurrent sign-ins of a new user", async () => {
  const person = newPerson();
  const realm = await openRealm({ person });
  const left = await Promise.all(Array.from({ length: 10 }, () => startSignIn(realm, "providera")));
  const back = await Promise.all(
    left.map(async ({ url, cookie }) => finishSignIn(realm, "providera", await consent(url), { cookie })),
  );
  expect(back.map(outcome)).toEqual(back.map(() => IN));
  const ids = await Promise.all(back.map(async (response) => (await me(response))["id"]));
  expect(new Set(ids).size).toBe(1);
  expect((await accountOf(person.email))?.id).toBe(ids[0]);
});

test("takes at most four round trips for a callback", async () => {
  const realm = await openRealm();
  for (const provider of BOTH) {
    for (const round of ["new", "known"]) {
      const left = await startSignIn(realm, provider);
      const fields = await consent(left.url);
      const cost = await measure(() => finishSignIn(realm, provider, fields, { cookie: left.cookie }));
      expect([cost.status, cost.location.split("&")[0]], round).toEqual([303, "/auth/continue?next=%2F"]);
      expect(cost.waited.trips, round).toBeLessThanOrEqual(4);
      expect(cost.waited.parallelTrips, round).toBe(0);
      const isNew = provider === "providera" && round === "new";
      expect(cost.waited.calls).toEqual(Array(isNew ? 2 : 1).fill("RateLimiter.hit"));
      expect(cost.waited.rowsWritten).toBeLessThanOrEqual(isNew ? 16 : 8);
      // One or two for each of the person's sessions, of which there are 200 at most.
      expect(cost.waited.rowsRead).toBeLessThanOrEqual(40);
    }
  }
});

test("ends the browser's previous session on sign-in", async () => {
  const realm = await openRealm();
  const old = await signIn();
  const left = await startSignIn(realm, "providera");
  const cookie = `${old.cookie}; ${left.cookie}`;
  expect(outcome(await finishSignIn(realm, "providera", await consent(left.url), { cookie }))).toEqual(IN);
  expect((await call("/api/auth/me", { headers: { Cookie: old.cookie } })).status).toBe(401);
});

test("returns 404 for a provider without a client ID", async () => {
  const json = (body: unknown) => ({
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const form = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "state=x" };
  const token = "a.b.c";
  for (const [path, send] of [
    ["/api/auth/providera/signin", {}],
    ["/api/auth/providera/signin", json({})],
    ["/api/auth/providera/callback?code=x&state=y", {}],
    ["/api/auth/providera/native", json({ idToken: token })],
    ["/api/auth/providera/one-tap", json({ credential: token })],
    ["/api/auth/mobile/oauth/providera", json({ idToken: token, deviceId: freshId("d"), platform: "ios" })],
    ["/api/auth/providerb/signin", json({})],
    ["/api/auth/providerb/callback", form],
    ["/api/auth/providerb/native", json({ identityToken: token })],
  ] as const) {
    const off = { PROVIDER_A_CLIENT_ID: "", PROVIDER_B_CLIENT_ID: undefined };
    const response = await callWith(off, requestTo(path, send));
    expect([response.status, (await response.json<{ code: string }>()).code], path).toEqual([
      404,
      "provider_not_configured",
    ]);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});
