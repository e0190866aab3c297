/** Authorization codes and refresh tokens: what each is valid for, who may use it, and what happens when one leaks. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { hashToken } from "../../src/platform/tokens.ts";
import { entriesOf } from "../security/audit.ts";
import { legacy } from "../mcp/clients.ts";
import { ORIGIN, bearer, world, type World } from "../support/world.ts";
import {
  MCP,
  REDIRECT,
  allow,
  challengeOf,
  connect,
  exchange,
  formOf,
  newApp,
  newVerifier,
  post,
  refresh,
  type Connected,
} from "./app.ts";
import { d1 } from "../support/d1.ts";

/** Documented period (ms) in which a replaced refresh token still returns its successor. */
const GRACE = 30_000;

let w: World;
beforeAll(async () => {
  w = await world();
});

const opens = async (access: string): Promise<number> => (await legacy(access, "tools/list")).status;

/** Backdates the exchange of a refresh token. */
const replacedAgo = (token: string, ms: number): Promise<unknown> =>
  d1`update oauth_refresh_tokens set replaced_at = replaced_at - ${ms} where token_hash = ${hashToken("refresh", token)}`.run();

test("exchanges a code for tokens that the database stores as hashes, and the audit log not at all", async () => {
  const { status, body, headers } = await exchange(await allow(w, "olivia"));
  expect([status, headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read write" });
  expect(body.access_token).toMatch(/^mcp_[\w-]{43}$/);
  expect(await opens(body.access_token)).toBe(200);
  const rows = await Promise.all(
    ["mcp_tokens", "oauth_refresh_tokens", "oauth_requests", "audit_outbox"].map((table) =>
      env.DB.prepare(`select * from ${table}`).all(),
    ),
  );
  const stored = JSON.stringify(rows.map(({ results }) => results));
  for (const secret of [body.access_token, body.refresh_token]) expect(stored).not.toContain(secret.slice(4));
  const told = await entriesOf("mcp.create", ({ userId }) => userId === w.ids.olivia);
  expect(told.at(-1)).toMatchObject({ entry: { d: { name: "Notes for you", readOnly: false, canShare: false } } });
});

test("accepts a code only with its app, redirect URI and verifier, and keeps it valid after failed attempts", async () => {
  const allowed = await allow(w, "olivia");
  const injected = [
    { client_id: await newApp() },
    { redirect_uri: "https://app.example/back" },
    { redirect_uri: `${REDIRECT}&x=1` },
    { code_verifier: newVerifier() },
    { code_verifier: "short" },
    { code_verifier: challengeOf(allowed.verifier) },
    { code: `cde_${"x".repeat(43)}` },
    { code: allowed.code.slice(4) },
  ];
  for (const more of injected) {
    const { status, body } = await exchange(allowed, more);
    expect([status, body.error], JSON.stringify(more)).toEqual([400, "invalid_grant"]);
  }
  const incomplete = [
    { code_verifier: undefined },
    { redirect_uri: undefined },
    { client_id: undefined },
    { code: "" },
    { grant_type: undefined },
  ];
  for (const more of incomplete) {
    const { status, body } = await exchange(allowed, more);
    expect([status, body.error], JSON.stringify(more)).toEqual([400, "invalid_request"]);
  }
  expect((await exchange(allowed, { grant_type: "password" })).body.error).toBe("unsupported_grant_type");
  expect((await exchange(allowed, { resource: "https://other.example/mcp" })).body.error).toBe("invalid_target");
  // The code was issued for the MCP resource; the whole API would be a wider audience.
  expect((await exchange(allowed, { resource: ORIGIN })).body.error).toBe("invalid_target");
  expect((await exchange(allowed, { resource: MCP })).status).toBe(200);
});

test("rejects a verifier shorter than 43 characters (RFC 7636 §4.1)", async () => {
  const short = "guessable";
  const allowed = await allow(w, "olivia", { ask: { code_challenge: challengeOf(short) } });
  expect((await exchange({ ...allowed, verifier: short })).body.error).toBe("invalid_grant");
});

test("rejects duplicate parameters (RFC 6749 §3.2)", async () => {
  const { clientId, code, verifier } = await allow(w, "olivia");
  const fields = formOf({
    grant_type: "authorization_code",
    client_id: clientId,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
  });
  expect((await post("/oauth/token", `${fields}&client_id=other`)).body.error).toBe("invalid_request");
  expect((await post("/oauth/token", `${fields}&code=other`)).body.error).toBe("invalid_request");
});

test("expires a code after a minute", async () => {
  const allowed = await allow(w, "olivia");
  await d1`update oauth_requests set code_expires_at = code_expires_at - 60000 where code_hash = ${hashToken("code", allowed.code)}`.run();
  expect((await exchange(allowed)).body.error).toBe("invalid_grant");
});

test("revokes the tokens of a code that is used again", async () => {
  const allowed = await allow(w, "adam");
  const { body } = await exchange(allowed);
  expect(await opens(body.access_token)).toBe(200);
  expect((await exchange(allowed)).body.error).toBe("invalid_grant");
  expect(await opens(body.access_token)).toBe(401);
  expect((await refresh(allowed.clientId, body.refresh_token)).body.error).toBe("invalid_grant");
  const told = await entriesOf("token.reuse", ({ userId }) => userId === w.ids.adam);
  expect(told).toMatchObject([{ entry: { risk: 90, outcome: "refused", d: { token: "code" } } }]);
});

test("revokes nothing when a used code is sent with a wrong verifier", async () => {
  const allowed = await allow(w, "adam");
  const { body } = await exchange(allowed);
  expect((await exchange(allowed, { code_verifier: newVerifier() })).body.error).toBe("invalid_grant");
  expect(await opens(body.access_token)).toBe(200);
});

test("leaves no valid token when a code is exchanged concurrently", async () => {
  const allowed = await allow(w, "dora");
  const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(allowed)));
  const given = answers.filter(({ status }) => status === 200);
  expect(given.length).toBeLessThanOrEqual(1);
  for (const { body } of given) expect(await opens(body.access_token)).toBe(401);
  const { results } = await d1`select 1 from mcp_tokens where user_id = ${w.ids.dora} and revoked_at is null`.all();
  expect(results).toEqual([]);
});

test("limits an MCP token to MCP, and accepts a full API token for both", async () => {
  const { access } = await connect(w, "edna");
  expect((await bearer(access).get("/api/mcp/drives")).status).toBe(401);
  expect((await bearer(access).get("/api/drives")).status).toBe(401);
  expect((await bearer(access).post("/api/mcp/documents", { pageId: "x", operation: "read" })).status).toBe(401);
  const unnamed = await connect(w, "edna", { ask: { resource: undefined } });
  expect(await opens(unnamed.access)).toBe(200);
  expect((await bearer(unnamed.access).get("/api/mcp/drives")).status).toBe(401);
  const whole = await connect(w, "edna", { ask: { resource: `${ORIGIN}/` } });
  expect(await opens(whole.access)).toBe(200);
  expect((await bearer(whole.access).get("/api/mcp/drives")).status).toBe(200);
  // It is not a session and cannot create other tokens.
  expect((await bearer(whole.access).get("/api/auth/me")).status).toBe(401);
  expect((await bearer(whole.access).post("/api/auth/mcp-tokens", { name: "more" })).status).toBe(401);
  expect((await refresh(whole.clientId, whole.refresh, { resource: MCP })).status).toBe(200);
});

test("rejects a token of another service's resource", async () => {
  const { access } = await connect(w, "edna");
  await d1`update mcp_tokens set audience = 'https://other.example/mcp' where token_hash = ${hashToken("mcp", access)}`.run();
  expect(await opens(access)).toBe(401);
});

test("expires an access token after an hour, and continues with the refreshed one", async () => {
  const { access, clientId, refresh: token } = await connect(w, "olivia");
  await d1`update mcp_tokens set expires_at = ${Date.now() - 1} where token_hash = ${hashToken("mcp", access)}`.run();
  expect(await opens(access)).toBe(401);
  const { status, body } = await refresh(clientId, token);
  expect([status, body.expires_in, body.scope]).toEqual([200, 3600, "read write"]);
  expect(await opens(body.access_token)).toBe(200);
});

test("replaces both tokens on refresh, and returns the same ones to concurrent refreshes", async () => {
  const { access, clientId, refresh: token } = await connect(w, "olivia");
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(clientId, token)));
  const [{ body: first } = expect.unreachable()] = answers;
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  for (const { body } of answers)
    expect([body.access_token, body.refresh_token]).toEqual([first.access_token, first.refresh_token]);
  // Calls in progress still succeed; the old token expires with the grace period.
  expect([await opens(access), await opens(first.access_token)]).toEqual([200, 200]);
  await d1`update mcp_tokens set replaced_until = replaced_until - ${GRACE} where replaced_hash = ${hashToken("mcp", access)}`.run();
  expect([await opens(access), await opens(first.access_token)]).toEqual([401, 200]);
  const { body: next } = await refresh(clientId, first.refresh_token);
  expect([await opens(access), await opens(next.access_token)]).toEqual([401, 200]);
});

test("completes calls in flight during a refresh, without additional rights", async () => {
  const { access, clientId, refresh: token } = await connect(w, "olivia");
  const args = { driveId: w.drive, pages: [{ title: "Under way" }] };
  const [renewed, ...calls] = await Promise.all([
    refresh(clientId, token),
    ...Array.from({ length: 12 }, () => legacy(access, "tools/call", { name: "create_pages", arguments: args })),
  ]);
  expect(renewed.status).toBe(200);
  expect(calls.map(({ status, body }) => [status, body.result?.isError ?? false])).toEqual(
    calls.map(() => [200, false]),
  );
  const { access: reading, ...app } = await connect(w, "olivia", { choices: { access: "read" } });
  await refresh(app.clientId, app.refresh);
  expect((await legacy(reading, "tools/call", { name: "create_pages", arguments: args })).status).toBe(403);
  expect((await bearer(reading).get("/api/mcp/drives")).status).toBe(401);
});

test("revokes the replaced token together with the grant", async () => {
  const { access, clientId, refresh: token } = await connect(w, "olivia");
  await refresh(clientId, token);
  expect(await opens(access)).toBe(200);
  expect((await post("/oauth/revoke", { client_id: clientId, token: access })).status).toBe(200);
  expect(await opens(access)).toBe(401);
  const short = await connect(w, "olivia");
  await d1`update mcp_tokens set expires_at = ${Date.now() + 500} where token_hash = ${hashToken("mcp", short.access)}`.run();
  await refresh(short.clientId, short.refresh);
  const until =
    await d1`select replaced_until from mcp_tokens where replaced_hash = ${hashToken("mcp", short.access)}`.first<number>(
      "replaced_until",
    );
  expect(until).toBeLessThan(Date.now() + 1_000);
});

test("never issues an access token beyond the end of the grant", async () => {
  const { access, clientId, refresh: token } = await connect(w, "olivia");
  await d1`update mcp_tokens set granted_until = ${Date.now() + 600_000} where token_hash = ${hashToken("mcp", access)}`.run();
  const { status, body } = await refresh(clientId, token);
  expect(status).toBe(200);
  expect(body.expires_in).toBeLessThanOrEqual(600);
});

test("revokes the token family when a replaced refresh token is used later", async () => {
  const { clientId, refresh: token } = await connect(w, "vera");
  const { body: second } = await refresh(clientId, token);
  const { body: third } = await refresh(clientId, second.refresh_token);
  await replacedAgo(token, GRACE);
  expect((await refresh(clientId, token)).body.error).toBe("invalid_grant");
  expect(await opens(third.access_token)).toBe(401);
  expect((await refresh(clientId, third.refresh_token)).body.error).toBe("invalid_grant");
  const told = await entriesOf("token.reuse", ({ userId }) => userId === w.ids.vera);
  expect(told).toMatchObject([{ entry: { risk: 90, d: { token: "refresh" } } }]);
});

test("accepts a refresh token only from its app, and never extends the grant", async () => {
  const { clientId, refresh: token } = await connect(w, "olivia", { choices: { access: "read" } });
  const wrong: [string, object][] = [
    ["invalid_grant", { client_id: await newApp() }],
    ["invalid_grant", { refresh_token: `rft_${"x".repeat(43)}` }],
    ["invalid_scope", { scope: "read write" }],
    ["invalid_target", { resource: ORIGIN }],
    ["invalid_target", { resource: "https://other.example" }],
    ["invalid_request", { refresh_token: "" }],
  ];
  for (const [error, more] of wrong) expect((await refresh(clientId, token, { ...more })).body.error).toBe(error);
  const { body } = await refresh(clientId, token, { scope: "read", resource: MCP });
  expect(body.scope).toBe("read");
  expect((await legacy(body.access_token, "tools/list")).body.result.tools).toHaveLength(6);
});

const endings: [string, (connected: Connected) => Promise<unknown>][] = [
  [
    "the end date set by the user",
    ({ access }) =>
      d1`update mcp_tokens set granted_until = ${Date.now() - 1} where token_hash = ${hashToken("mcp", access)}`.run(),
  ],
  [
    "revocation in the settings",
    async ({ access }) => {
      const row = await d1`select id from mcp_tokens where token_hash = ${hashToken("mcp", access)}`.first<{
        id: string;
      }>();
      return w.as("sara").delete(`/api/auth/mcp-tokens/${row?.id}`);
    },
  ],
];

test.each(endings)("rejects a refresh after %s", async (_, end) => {
  const connected = await connect(w, "sara");
  await end(connected);
  expect((await refresh(connected.clientId, connected.refresh)).body.error).toBe("invalid_grant");
});

test("rejects a refresh by a suspended user, and a credential reset revokes every app", async () => {
  const gone = await world();
  const { clientId, refresh: token } = await connect(gone, "edna");
  await d1`update users set suspended_at = 1 where id = ${gone.ids.edna}`.run();
  expect((await refresh(clientId, token)).body.error).toBe("invalid_grant");
  const app = await connect(gone, "vera");
  await gone.as("vera").post("/api/account/reset-credentials");
  expect([await opens(app.access), (await refresh(app.clientId, app.refresh)).status]).toEqual([401, 400]);
});

test.each(["access", "refresh"] as const)(
  "revokes both tokens when an app revokes its %s token (RFC 7009)",
  async (which) => {
    const connected = await connect(w, "adam");
    const { clientId } = connected;
    const revoke = (fields: object) =>
      post("/oauth/revoke", { client_id: clientId, token: connected[which], ...fields });
    expect((await revoke({ client_id: await newApp() })).body.error).toBe("invalid_grant");
    expect(await opens(connected.access)).toBe(200);
    const revoked = await revoke({ token_type_hint: "refresh_token" });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expect([await opens(connected.access), (await refresh(clientId, connected.refresh)).status]).toEqual([401, 400]);
    expect((await revoke({})).status).toBe(200);
    expect((await revoke({ token: "unknown" })).status).toBe(200);
    expect((await revoke({ token: "" })).status).toBe(400);
  },
);

test("does not let an app revoke a user's own token", async () => {
  const { raw } = await w.token("olivia");
  expect((await post("/oauth/revoke", { client_id: await newApp(), token: raw })).status).toBe(200);
  expect(await opens(raw)).toBe(200);
});
