/** Binding a provider sign-in to one browser and one use: state, cookies, the PKCE verifier and the single-use mark. */
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { configOf } from "../../src/platform/config.ts";
import { keysFor } from "../../src/platform/keys.ts";
import { sha256 } from "../../src/platform/tokens.ts";
import {
  IN,
  finishSignIn,
  consent,
  countRows,
  startSignIn,
  newestNote,
  openRealm,
  outcome,
  refusedAs,
  returning,
  signInAt,
  type StartedSignIn,
  type Provider,
  type Realm,
} from "../oidc/sign-in.ts";
import { callWith, requestTo } from "./sign-in.ts";
import { d1 } from "../support/d1.ts";

const BOTH = ["providera", "providerb"] as const satisfies readonly Provider[];
const STATE_INVALID = refusedAs("state_invalid");
const keys = keysFor(configOf(env).rootSecret);

afterEach(() => {
  vi.restoreAllMocks();
});

type Trip = StartedSignIn & { fields: Record<string, string> };

async function startedSignIn(
  realm: Realm,
  provider: Provider,
  extra: Parameters<typeof startSignIn>[2] = {},
): Promise<Trip> {
  const left = await startSignIn(realm, provider, extra);
  return { ...left, fields: await consent(left.url) };
}

/** The test's database, but statements on one table get the result of `answer`. */
function databaseWithout(table: string, answer: () => Promise<never>): { DB: D1Database; seen: string[] } {
  const seen: string[] = [];
  const DB = new Proxy(env.DB, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        const text = String(args[0]);
        if (name !== "prepare" || !text.includes(table)) return Reflect.apply(member, target, args);
        seen.push(text);
        const statement = { bind: () => statement, all: answer, run: answer, first: answer };
        return statement;
      };
    },
  });
  return { DB, seen };
}

const OUTAGES: Record<string, () => Promise<never>> = {
  throws: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  hangs: () => new Promise<never>(() => {}),
};

/** A limiter whose shards all fail. */
const NO_LIMITER = {
  RATE_LIMITER: {
    idFromName: (name: string) => name,
    get: () => ({
      hit: OUTAGES["throws"],
      peek: OUTAGES["throws"],
      commit: OUTAGES["throws"],
      release: OUTAGES["throws"],
    }),
  },
};

const quiet = (): void => {
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
};

/** A state with any payload and a valid signature. */
const forge = (payload: unknown): string => {
  const encoded = Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload)).toString("base64url");
  return `${encoded}.${keys.sign("oauth-state", encoded)}`;
};

const readState = (state = ""): unknown[] => JSON.parse(Buffer.from(state.split(".")[0] ?? "", "base64url").toString());

for (const provider of BOTH) {
  test(`${provider}: rejects an attacker's response in a victim's browser`, async () => {
    const realm = await openRealm();
    const before = await countRows("sessions");
    const attack = await startedSignIn(realm, provider);
    const victim = await startSignIn(realm, provider);
    for (const cookie of [
      victim.cookie,
      `${victim.cookie}x`,
      attack.cookie.slice(0, -1),
      `${victim.cookie}; ${attack.cookie}`,
    ]) {
      expect(outcome(await finishSignIn(realm, provider, attack.fields, { cookie }))).toEqual(STATE_INVALID);
    }
    // Of two cookies with the same name, one may be planted.
    const twice = `${attack.cookie}; ${attack.cookie}`;
    expect(outcome(await finishSignIn(realm, provider, attack.fields, { cookie: twice }))).toEqual(STATE_INVALID);
    expect(await newestNote("oauth.state_bad")).toMatchObject({
      risk: 30,
      detail: { provider, reason: "state_unbound" },
    });
    // The attacker's code or token with the victim's state: the code has another challenge, the token another nonce.
    const mixed = {
      ...(await startedSignIn(realm, provider)).fields,
      state: victim.url.searchParams.get("state") ?? "",
    };
    expect(outcome(await finishSignIn(realm, provider, mixed, { cookie: victim.cookie }))).toEqual(STATE_INVALID);
    expect((await newestNote("auth.login.fail")).detail).toEqual({
      method: provider,
      reason: provider === "providera" ? "code_refused" : "token_nonce",
    });
    expect(await countRows("sessions")).toBe(before);
    expect(outcome(await finishSignIn(realm, provider, attack.fields, { cookie: attack.cookie }))).toEqual(IN);
  });

  test(`${provider}: accepts a state once, also under replay and 20 concurrent requests`, async () => {
    const realm = await openRealm();
    const { fields, cookie } = await startedSignIn(realm, provider);
    expect(outcome(await finishSignIn(realm, provider, fields, { cookie }))).toEqual(IN);
    expect(outcome(await finishSignIn(realm, provider, fields, { cookie }))).toEqual(STATE_INVALID);
    expect((await newestNote("oauth.state_bad")).detail).toEqual({ provider, reason: "state_used" });

    const race = await startedSignIn(realm, provider);
    const before = await countRows("sessions");
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () =>
        outcome(await finishSignIn(realm, provider, race.fields, { cookie: race.cookie })),
      ),
    );
    expect(outcomes.filter(([, , isIn]) => isIn)).toEqual([IN]);
    expect(await countRows("sessions")).toBe(before + 1);
  });

  test(`${provider}: accepts a state for ten minutes, from its own provider, up to 512 characters`, async () => {
    const realm = await openRealm();
    const { fields, cookie } = await startedSignIn(realm, provider);
    const [, , nonceHash, bindingHash, next, hop] = readState(fields["state"]);
    const at = Date.now();
    const other = provider === "providera" ? "providerb" : "providera";
    const good = [provider, at, nonceHash, bindingHash, next, hop];
    const change = (index: number, value: unknown): unknown[] => good.with(index, value);
    const bad: [string, string][] = [
      ["state_missing", ""],
      ["state_forged", "x"],
      ["state_forged", `${fields["state"]}x`],
      ["state_forged", `x${fields["state"]}`],
      ["state_forged", `${fields["state"]}.x`],
      ["state_forged", fields["state"]?.split(".")[0] ?? ""],
      ["state_forged", forge(good).replace(/.$/, (last) => (last === "A" ? "B" : "A"))],
      ["state_forged", `${Buffer.from(JSON.stringify(good)).toString("base64url")}.${keys.sign("csrf", "x")}`],
      ["state_swapped", forge(change(0, other))],
      ["state_expired", forge(change(1, at - 600_000))],
      ["state_expired", forge(change(1, at + 120_000))],
      ["state_expired", forge(change(1, 0))],
      ["state_expired", forge(change(1, -at))],
      // Invalid timestamps, inserted as text because JSON cannot encode all of them as numbers.
      ...["NaN", "Infinity", "-Infinity", "null", `"${at}"`, "1e999", "1.5", "[]", "{}", "true"].map(
        (text): [string, string] => ["state_malformed", forge(JSON.stringify(good).replace(String(at), text))],
      ),
      ["state_malformed", forge("nonsense")],
      ["state_malformed", forge({})],
      ["state_malformed", forge([])],
      ["state_malformed", forge([...good, 1])],
      ["state_malformed", forge(change(5, 2))],
      ["state_malformed", forge(change(2, "short"))],
      ["state_malformed", forge(change(4, "https://evil.example"))],
    ];
    // None of these reaches the database.
    const { DB, seen } = databaseWithout("oauth_marks", () => Promise.reject(new Error("asked")));
    for (const [reason, state] of bad) {
      const back = await finishSignIn(realm, provider, { ...fields, state }, { cookie, variables: { DB } });
      expect(outcome(back), `${reason} ${state}`).toEqual(STATE_INVALID);
      expect((await newestNote("oauth.state_bad")).detail, state).toEqual({ provider, reason });
    }
    // A state longer than ours can be is not even parsed.
    const long = forge(change(4, `/${"a".repeat(400)}`));
    expect(long.length).toBeGreaterThan(512);
    const back = await finishSignIn(realm, provider, { ...fields, state: long }, { cookie, variables: { DB } });
    expect(outcome(back)).toEqual(STATE_INVALID);
    expect(seen).toEqual([]);
    // A validly signed state of a sign-in that never started has no mark.
    const unknown = forge(change(2, sha256("another nonce")));
    expect(outcome(await finishSignIn(realm, provider, { ...fields, state: unknown }, { cookie }))).toEqual(
      STATE_INVALID,
    );
    expect((await newestNote("oauth.state_bad")).detail).toEqual({ provider, reason: "state_used" });
    expect(outcome(await finishSignIn(realm, provider, fields, { cookie }))).toEqual(IN);
  });

  test(`${provider}: rejects a deleted, used or expired state while its store is available`, async () => {
    const realm = await openRealm();
    const spoil = [
      "delete from oauth_marks where state_hash = ?",
      "update oauth_marks set used_at = 1, claim_id = 'another' where state_hash = ?",
      "update oauth_marks set expires_at = 1 where state_hash = ?",
      `update oauth_marks set provider = '${provider === "providera" ? "providerb" : "providera"}' where state_hash = ?`,
    ];
    for (const change of spoil) {
      const { fields, cookie } = await startedSignIn(realm, provider);
      const { meta } = await env.DB.prepare(change)
        .bind(sha256(fields["state"] ?? ""))
        .run();
      expect(meta.changes, change).toBeGreaterThan(0);
      expect(outcome(await finishSignIn(realm, provider, fields, { cookie })), change).toEqual(STATE_INVALID);
    }
    expect((await realm.control()).requests.filter(({ endpoint }) => endpoint === "token")).toEqual([]);
  });

  test(`${provider}: redirects only to paths of this site after sign-in`, async () => {
    const realm = await openRealm();
    for (const next of [
      "//evil.example",
      "/\\evil.example",
      "/%09/evil",
      "/\t/evil.example",
      "javascript:alert(1)",
      "https://evil.example/",
      "/.//evil.example",
      "\u2044evil",
    ]) {
      const response = await signInAt(realm, provider, { next });
      const location = new URL(response.headers.get("Location") ?? "", "http://localhost:8787");
      const target = new URL(location.searchParams.get("next") ?? "", location);
      expect([location.pathname, target.host], next).toEqual(["/auth/continue", "localhost:8787"]);
    }
    // A target that does not fit into the state is left out.
    expect(outcome(await signInAt(realm, provider, { next: `/${"a".repeat(400)}` }))).toEqual(IN);
    // The callback also rejects a target that was signed under laxer rules.
    const { fields, cookie } = await startedSignIn(realm, provider);
    const payload = readState(fields["state"]).with(4, "//evil.example");
    const state = forge(payload);
    await d1`update oauth_marks set state_hash = ${sha256(state)} where state_hash = ${sha256(fields["state"] ?? "")}`.run();
    const back = await finishSignIn(realm, provider, { ...fields, state }, { cookie });
    expect(back.headers.get("Location")).not.toContain("evil");
  });
}

test("keeps the first tab's state valid when a second tab starts a sign-in", async () => {
  const realm = await openRealm();
  const first = await startedSignIn(realm, "providera");
  const second = await startedSignIn(realm, "providera", { headers: { Cookie: first.cookie } });
  expect(second.cookie).toBe(first.cookie);
  expect(outcome(await finishSignIn(realm, "providera", first.fields, { cookie: second.cookie }))).toEqual(IN);
  // A malformed cookie is replaced, not reused.
  const odd = await startSignIn(realm, "providera", { headers: { Cookie: "oa=chosen-by-somebody" } });
  expect(odd.cookie).toMatch(/^oa=[\w-]{43}$/);
});

test("derives provider A's PKCE verifier from browser and state, so a code is useless elsewhere", async () => {
  const realm = await openRealm();
  const { url, cookie, fields } = await startedSignIn(realm, "providera");
  await finishSignIn(realm, "providera", fields, { cookie });
  const { requests } = await realm.control();
  const verifier = requests.find(({ endpoint }) => endpoint === "token")?.form["code_verifier"] ?? "";
  expect(verifier).toBe(keys.sign("pkce", fields["state"] ?? "", cookie.slice("oa=".length)));
  expect(sha256(verifier)).toBe(url.searchParams.get("code_challenge"));
});

for (const [name, answer] of Object.entries(OUTAGES)) {
  test(`when the state store ${name}, completes provider A's sign-in by PKCE and writes an audit entry`, async () => {
    quiet();
    const realm = await openRealm();
    const { fields, cookie } = await startedSignIn(realm, "providera");
    const { DB, seen } = databaseWithout("oauth_marks", answer);
    const back = await finishSignIn(realm, "providera", fields, { cookie, variables: { DB } });
    expect(outcome(back)).toEqual(IN);
    expect(seen).toHaveLength(1);
    const { requests } = await realm.control();
    expect(requests.find(({ endpoint }) => endpoint === "token")?.form["code_verifier"]).toMatch(/^[\w-]{43}$/);
    expect(await newestNote("oauth.pkce_store_unavailable")).toMatchObject({
      risk: 60,
      detail: { provider: "providera" },
    });
    // The provider accepts a code only once, so the outage allows no replay.
    const again = await finishSignIn(realm, "providera", fields, { cookie, variables: { DB } });
    expect(outcome(again)).toEqual(STATE_INVALID);
  });

  test(`when the state store ${name}, PKCE still rejects a code in another browser`, async () => {
    quiet();
    const realm = await openRealm();
    const attack = await startedSignIn(realm, "providera");
    const victim = await startSignIn(realm, "providera");
    const { DB } = databaseWithout("oauth_marks", answer);
    const fields = { ...attack.fields, state: victim.url.searchParams.get("state") ?? "" };
    const back = await finishSignIn(realm, "providera", fields, { cookie: victim.cookie, variables: { DB } });
    expect(outcome(back)).toEqual(STATE_INVALID);
  });

  test(`when the state store ${name}, provider B, which has no PKCE, rejects the sign-in`, async () => {
    quiet();
    const realm = await openRealm();
    const { fields, cookie } = await startedSignIn(realm, "providerb");
    const before = await countRows("sessions");
    const { DB } = databaseWithout("oauth_marks", answer);
    const back = await finishSignIn(realm, "providerb", fields, { cookie, variables: { DB } });
    expect(outcome(back)).toEqual(refusedAs("provider_unavailable"));
    expect(await countRows("sessions")).toBe(before);
  });
}

test("rejects sign-ins in production when both the rate limiter and the state store are down", async () => {
  quiet();
  const realm = await openRealm();
  const { fields, cookie } = await startedSignIn(realm, "providera");
  const before = await countRows("sessions");
  const { DB, seen } = databaseWithout("oauth_marks", OUTAGES["throws"] ?? (() => Promise.reject(new Error())));
  const production = {
    ENVIRONMENT: "production",
    APP_ORIGIN: "https://octavo.example",
    ROOT_SECRET: "a root secret for tests only, 0123456789",
    PROVIDER_A_CLIENT_ID: "octavo-web",
    DB,
    ...NO_LIMITER,
  };
  for (const request of [returning("providera", fields, { cookie }), requestTo("/api/auth/providera/signin")]) {
    const response = await callWith(production, request);
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, []]);
    expect(await response.json()).toMatchObject({ code: "rate_limit_unavailable" });
  }
  expect(seen).toEqual([]);
  expect(await countRows("sessions")).toBe(before);
  // The sign-in can still be completed afterwards.
  expect(outcome(await finishSignIn(realm, "providera", fields, { cookie }))).toEqual(IN);
});

test("limits a network to 20 sign-in starts in ten minutes and 20 callbacks in five", async () => {
  const realm = await openRealm();
  const variables = { ...realm.variables, RATE_LIMIT_SCALE: "1" };
  const from = { headers: { "CF-Connecting-IP": "203.0.113.77" } };
  const statuses = async (path: string): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < 22; i += 1) all.push((await callWith(variables, requestTo(path, from))).status);
    return all;
  };
  expect(await statuses("/api/auth/providera/signin")).toEqual([...Array<number>(20).fill(302), 429, 429]);
  expect(await statuses("/api/auth/providera/callback?state=x")).toEqual([...Array<number>(20).fill(303), 429, 429]);
});
