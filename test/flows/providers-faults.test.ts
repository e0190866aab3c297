/** A provider that fails, lies or is slow: the visitor is redirected back, nothing incomplete is stored, and all waits end. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Behaviour, Fault } from "../oidc/provider.ts";
import { entriesOf } from "../security/audit.ts";
import {
  IN,
  accountOf,
  finishSignIn,
  consent,
  countRows,
  startSignIn,
  makeToken,
  newestNote,
  openRealm,
  postAt,
  outcome,
  refusedAs,
  newPerson,
  signInAt,
  type Provider,
  type Realm,
} from "../oidc/sign-in.ts";
import { callWith, cookiesOf, freshEmail, requestTo, signIn } from "./sign-in.ts";
import { isNight, nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

/** Both providers fail alike, so the second is only tested at night. */
const PROVIDERS: readonly Provider[] = isNight ? ["providera", "providerb"] : ["providera"];
const UNAVAILABLE = refusedAs("provider_unavailable");

let printed: string[];

beforeEach(() => {
  printed = [];
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line) => void printed.push(String(line)));
});

afterEach(() => {
  vi.restoreAllMocks();
});

const counts = (): Promise<number[]> =>
  Promise.all([countRows("users"), countRows("sessions"), countRows("identities"), countRows("spent_id_tokens")]);

const native = (realm: Realm, idToken: string): Promise<Response> =>
  postAt(realm, "/api/auth/providera/native", { idToken });

const asked = async (realm: Realm, endpoint: string): Promise<number> =>
  (await realm.control()).requests.filter((request) => request.endpoint === endpoint).length;

async function expectNoGrant(fault: Fault): Promise<void> {
  const person = newPerson();
  const realm = await openRealm({ person, token: fault });
  expect(outcome(await signInAt(realm, "providera")), fault).toEqual(UNAVAILABLE);
  expect(await accountOf(person.email)).toBe(null);
  const told = await entriesOf("auth.login.fail");
  expect(told.filter(({ entry }) => String(entry.d["reason"]).startsWith("exchange_"))).not.toEqual([]);
}

/** No route signs anyone in, and a token that could not be verified is not used up. */
async function expectNoKeys(fault: Fault): Promise<void> {
  const person = newPerson();
  const realm = await openRealm({ person, jwks: fault });
  const token = await makeToken(realm, person);
  const [a, b, app] = await Promise.all([
    signInAt(realm, "providera"),
    signInAt(realm, "providerb"),
    native(realm, token),
  ]);
  expect([outcome(a), outcome(b)], fault).toEqual([UNAVAILABLE, UNAVAILABLE]);
  expect([app.status, app.headers.get("Retry-After")], fault).toEqual([503, "5"]);
  expect(await app.json()).toMatchObject({ code: "provider_unavailable" });
  expect(await accountOf(person.email)).toBe(null);
  const told = await entriesOf("auth.login.fail");
  expect(told.filter(({ entry }) => entry.d["reason"] === "keys_unavailable").length).toBeGreaterThanOrEqual(3);
  await realm.control({ jwks: null });
  expect((await native(realm, token)).status).toBe(200);
}

for (const fault of ["error", "html", "empty", "huge"] as const) {
  test(`redirects to the sign-in page and creates nothing when the token endpoint returns ${fault}`, () =>
    expectNoGrant(fault));

  test(`rejects every sign-in while the key set endpoint returns ${fault}`, () => expectNoKeys(fault));
}

nightly("gives up on a provider that never responds or never finishes its response", { timeout: 30_000 }, async () => {
  const before = await counts();
  await Promise.all([expectNoGrant("hang"), expectNoGrant("stall")]);
  expect(await counts()).toEqual(before);
  await Promise.all([expectNoKeys("hang"), expectNoKeys("stall")]);
});

test("reports an unreachable provider as unavailable", async () => {
  const realm = await openRealm();
  const nowhere = "http://127.0.0.1:1";
  for (const variables of [{ PROVIDER_A_TOKEN_ENDPOINT: nowhere }, { PROVIDER_A_JWKS_URI: `${nowhere}/${Date.now()}` }])
    expect(outcome(await signInAt(realm, "providera", { variables }))).toEqual(UNAVAILABLE);
});

test("reports a wrong client secret as an outage", async () => {
  const realm = await openRealm();
  const variables = { PROVIDER_A_CLIENT_SECRET: "canary-secret" };
  expect(outcome(await signInAt(realm, "providera", { variables }))).toEqual(UNAVAILABLE);
  expect(printed.join("\n")).toContain("exchange_failed");
  expect(printed.join("\n")).not.toContain("canary");
});

for (const provider of PROVIDERS) {
  test(`${provider}: reports the provider's own errors`, async () => {
    const realm = await openRealm();
    const before = await counts();
    const denials: [string, string][] = [
      ["access_denied", "access_denied"],
      ["user_cancelled_authorize", "access_denied"],
      ["server_error", "provider_unavailable"],
      ["temporarily_unavailable", "provider_unavailable"],
    ];
    for (const [denial, code] of denials) {
      await realm.control({ denial });
      const back = await signInAt(realm, provider);
      expect(outcome(back), denial).toEqual(refusedAs(code));
      expect(cookiesOf(back)).toBe("");
    }
    // Without a valid state, anyone could have sent the error.
    const forged = await finishSignIn(
      realm,
      provider,
      { error: "access_denied", state: "x" },
      { cookie: "oa=x; ob=x" },
    );
    expect(outcome(forged)).toEqual(refusedAs("state_invalid"));
    expect(await counts()).toEqual(before);
  });

  test(`${provider}: rejects a response of another issuer or without a code or token`, async () => {
    const realm = await openRealm();
    const changes: [string, Record<string, string>][] = [
      ["issuer_mixed_up", { iss: "https://evil.example" }],
      ["issuer_mixed_up", { iss: `${realm.issuer}/` }],
      ["code_missing", { code: "", id_token: "" }],
      ["code_missing", { code: "x".repeat(3_000), id_token: "x".repeat(9_000) }],
    ];
    for (const [reason, change] of changes) {
      const left = await startSignIn(realm, provider);
      const fields = { ...(await consent(left.url)), ...change };
      expect(outcome(await finishSignIn(realm, provider, fields, { cookie: left.cookie })), reason).toEqual(
        refusedAs("state_invalid"),
      );
      expect((await newestNote("auth.login.fail")).detail).toEqual({ method: provider, reason });
    }
  });

  test(`${provider}: rejects tokens with a wrong signature, nonce, issuer, audience or expiry`, async () => {
    const lies: [string, Behaviour][] = [
      ["token_signature", { strangeKey: true }],
      ["token_nonce", { claims: { nonce: "another" } }],
      ["token_issuer", { claims: { iss: "https://evil.example" } }],
      ["token_audience", { claims: { aud: "another" } }],
      ["token_audience", { claims: { azp: "another" } }],
      ["token_expired", { claims: { exp: 1 } }],
    ];
    const before = await counts();
    for (const [reason, lie] of lies) {
      const realm = await openRealm(lie);
      expect(outcome(await signInAt(realm, provider)), reason).toEqual(refusedAs("state_invalid"));
      expect((await newestNote("auth.login.fail")).detail).toEqual({ method: provider, reason });
    }
    expect(await counts()).toEqual(before);
  });
}

test("rejects a callback with a duplicate field", async () => {
  const realm = await openRealm();
  const left = await startSignIn(realm, "providera");
  const { code = "", state = "" } = await consent(left.url);
  const query = new URLSearchParams([
    ["code", code],
    ["code", "another"],
    ["state", state],
  ]);
  const back = await callWith(
    realm.variables,
    requestTo(`/api/auth/providera/callback?${query.toString()}`, { headers: { Cookie: left.cookie } }),
  );
  expect(outcome(back)).toEqual(refusedAs("state_invalid"));
});

test("caches keys for an hour, and refetches them at most once a minute for an unknown key ID", async () => {
  const realm = await openRealm();
  const clock = Date.now();
  const at = (ms: number): void => void vi.spyOn(Date, "now").mockReturnValue(clock + ms);
  const unknown = (): Promise<string> => makeToken(realm, {}, { header: { kid: "unknown" } });
  expect((await native(realm, await makeToken(realm))).status).toBe(200);
  expect((await native(realm, await makeToken(realm))).status).toBe(200);
  expect(await asked(realm, "jwks")).toBe(1);
  for (let i = 0; i < 5; i += 1) expect((await native(realm, await unknown())).status).toBe(401);
  expect(await asked(realm, "jwks")).toBe(1);
  at(61_000);
  for (let i = 0; i < 5; i += 1) expect((await native(realm, await unknown())).status).toBe(401);
  expect(await asked(realm, "jwks")).toBe(2);
  at(61_000 + 3_599_000);
  await native(realm, await makeToken(realm));
  expect(await asked(realm, "jwks")).toBe(2);
  at(61_000 + 3_601_000);
  await native(realm, await makeToken(realm));
  expect(await asked(realm, "jwks")).toBe(3);
});

test("redirects the browser and creates no partial user when the database fails at sign-in", async () => {
  const person = newPerson();
  const realm = await openRealm({ person });
  const left = await startSignIn(realm, "providera");
  const fields = await consent(left.url);
  const before = await counts();
  const DB = new Proxy(env.DB, {
    get: (target, name) =>
      name === "batch" ? () => Promise.reject(new Error("D1_ERROR: gone")) : Reflect.get(target, name).bind(target),
  });
  const back = await finishSignIn(realm, "providera", fields, { cookie: left.cookie, variables: { DB } });
  expect(outcome(back)).toEqual(UNAVAILABLE);
  expect(await counts()).toEqual(before);
  expect(await accountOf(person.email)).toBe(null);
});

test("completes a sign-in when the database reply is lost after the commit", async () => {
  const realm = await openRealm();
  const left = await startSignIn(realm, "providera");
  const fields = await consent(left.url);
  const sessions = await countRows("sessions");
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        const results = await target.batch(statements);
        // Only the sign-in is such a long batch.
        if (statements.length > 6) throw new Error("D1_ERROR: Network connection lost.");
        return results;
      };
    },
  });
  const back = await finishSignIn(realm, "providera", fields, { cookie: left.cookie, variables: { DB } });
  expect(outcome(back)).toEqual(IN);
  expect(await countRows("sessions")).toBe(sessions + 1);
  const who = await callWith({}, requestTo("/api/auth/me", { headers: { Cookie: cookiesOf(back, "session") } }));
  expect(who.status).toBe(200);
});

/** A database that calls `happens` between the lookup of the accounts and the first attempt to write. */
function databaseWhere(happens: () => Promise<unknown>): { DB: D1Database } {
  let isToCome = true;
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name !== "batch") return Reflect.get(target, name).bind(target);
      return async (statements: D1PreparedStatement[]) => {
        // Only the sign-in is such a long batch.
        if (statements.length > 6 && isToCome) {
          isToCome = false;
          await happens();
        }
        return target.batch(statements);
      };
    },
  });
  return { DB };
}

for (const provider of PROVIDERS) {
  test(`${provider}: rechecks the account when it changes between the check and the write`, async () => {
    const person = newPerson();
    const realm = await openRealm({ person });
    const suspend = (email: string) => () => d1`update users set suspended_at = 1 where login_email = ${email}`.run();
    const during = async (happens: () => Promise<unknown>): Promise<unknown> =>
      outcome(await signInAt(realm, provider, { variables: databaseWhere(happens) }));
    expect(outcome(await signInAt(realm, provider))).toEqual(IN);
    const sessions = await countRows("sessions");
    expect(await during(suspend(person.email))).toEqual(refusedAs("account_suspended"));

    const holder = await signIn(freshEmail("holder").toLowerCase());
    await realm.control({ person: newPerson({ email: holder.email }) });
    expect(await during(suspend(holder.email))).toEqual(refusedAs("account_suspended"));
    expect(await countRows("sessions")).toBe(sessions + 1);

    // The mailed link creates the account first, and the provider's identity is linked to it.
    const late = newPerson();
    await realm.control({ person: late });
    expect(await during(() => signIn(late.email))).toEqual(IN);
    const account = await accountOf(late.email);
    expect(account?.provider).toBe(provider === "providera" ? "both" : "email");
    const { results } = await d1`select subject from identities where user_id = ${account?.id ?? ""}`.all();
    expect(results).toEqual([{ subject: late.sub }]);
  });
}

test("stores and logs no code, token, secret or verifier", async () => {
  const realm = await openRealm({ token: "html" });
  const left = await startSignIn(realm, "providera");
  const fields = await consent(left.url);
  await finishSignIn(realm, "providera", fields, { cookie: left.cookie });
  await realm.control({ token: null, strangeKey: true });
  const b = await startSignIn(realm, "providerb");
  const form = await consent(b.url);
  await finishSignIn(realm, "providerb", form, { cookie: b.cookie });
  const tables = ["oauth_marks", "spent_id_tokens", "identities", "audit_outbox"];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`select * from ${table}`).all()));
  const written = printed.join("\n") + JSON.stringify(rows);
  const { requests } = await realm.control();
  const verifier = requests[0]?.form["code_verifier"] ?? "";
  expect(verifier).not.toBe("");
  const secrets = [
    fields["code"],
    fields["state"],
    form["id_token"],
    form["state"],
    verifier,
    left.cookie.slice(3),
    left.url.searchParams.get("nonce"),
  ];
  for (const secret of secrets) expect(written).not.toContain(String(secret));
});
