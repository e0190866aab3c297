/** What opens a session, what does not, and how sessions end. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { OWN_PAGE, call, callWith, csrfOf, freshEmail, mailedLink, requestTo, signIn } from "../flows/sign-in.ts";
import { bearer, client, world } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;

const statusOf = async (token: string): Promise<number> => (await bearer(token).get("/api/auth/me")).status;

/** The status `later` ms from now, with these variables. */
async function statusLater(token: string, later: number, variables: object = {}): Promise<number> {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + later);
  const request = requestTo("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } });
  const { status } = await callWith(variables, request).finally(() => clock.mockRestore());
  return status;
}

nightly(
  "rejects a session token with any bit flipped, truncated, extended or in other case, and updates no row",
  async () => {
    const { token } = await signIn();
    const hash = hashToken("session", token);
    const seen = (): Promise<unknown> => d1`select last_seen_at from sessions where token_hash = ${hash}`.first();
    const before = await seen();
    const bytes = Buffer.from(token.slice(4), "base64url");
    const altered = Array.from({ length: 256 }, (_, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      return `ses_${flipped.toString("base64url")}`;
    });
    // The last character has two bits that do not affect the decoded bytes, but another spelling is still another token.
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const respelled = alphabet
      .split("")
      .map((char) => token.slice(0, -1) + char)
      .filter((each) => each !== token);
    const others = [token.slice(0, -1), `${token}A`, token.toUpperCase(), token.slice(4), `mcp_${token.slice(4)}`, ""];
    for (const wrong of [...altered, ...respelled, ...others]) expect(await statusOf(wrong), wrong).toBe(401);
    expect(await seen()).toEqual(before);
    expect(await statusOf(token)).toBe(200);
  },
);

test("rejects token hashes stored in the database as tokens", async () => {
  const { token, email } = await signIn();
  const { url, linkId } = await mailedLink(email);
  const hash = hashToken("session", token);
  for (const replayed of [hash, `ses_${hash}`, `mcp_${hash}`, `mlk_${hash}`]) {
    expect(await statusOf(replayed)).toBe(401);
    expect((await call("/api/auth/me", { headers: { Cookie: `session=${replayed}` } })).status).toBe(401);
  }
  const linkHash = await d1`select token_hash from magic_links where id = ${linkId}`.first<string>("token_hash");
  for (const replayed of [linkId, linkHash]) {
    url.searchParams.set("token", `mlk_${replayed}`);
    expect((await call(url.pathname + url.search)).headers.get("Location")).toBe("/signin?error=link_invalid");
  }
});

test("rejects a token of one kind on every route of another kind", async () => {
  const w = await world();
  const { url } = await mailedLink(freshEmail());
  const { token: session, cookie } = await signIn();
  const id = d1`select id from sessions where token_hash = ${hashToken("session", session)}`;
  const strays: Record<string, string> = {
    magic: url.searchParams.get("token") ?? "",
    signature: url.searchParams.get("sig") ?? "",
    csrf: await csrfOf(cookie),
    sessionId: String(await id.first("id")),
  };
  // An empty value would be rejected for being empty.
  for (const [kind, stray] of Object.entries(strays)) expect(stray.length, kind).toBeGreaterThan(9);
  const { raw: mcp } = await w.token("olivia");
  for (const { spec } of api.list) {
    if (spec.principals.includes("anyone")) continue;
    const ask = (headers: Record<string, string>): Promise<Response> =>
      call(spec.path.replace(/:\w+(\{[^}]*\})?/g, "some-id"), {
        method: spec.method.toUpperCase(),
        headers: { "Content-Type": "application/json", ...headers },
        ...(spec.json && { body: "{}" }),
      });
    const refused = {
      ...strays,
      ...(!spec.principals.includes("mcp") && { mcp }),
      ...(!spec.principals.includes("session") && { session }),
    };
    const askers = Object.entries(refused).flatMap(([kind, token]): [string, Record<string, string>][] => [
      [kind, { Authorization: `Bearer ${token}` }],
      [`${kind} as cookie`, { Cookie: `session=${token}`, ...OWN_PAGE, "X-CSRF-Token": strays["csrf"] ?? "" }],
    ]);
    for (const [kind, headers] of askers) {
      expect((await ask(headers)).status, `${kind} at ${spec.method} ${spec.path}`).toBe(401);
    }
  }
});

test("ends a session after its lifetime regardless of use", async () => {
  const { token } = await signIn();
  const week = 7 * 86_400_000;
  expect(await statusLater(token, week - MINUTE)).toBe(200);
  expect(await statusLater(token, week + 1_000)).toBe(401);
});

test("ends a session after the idle time, also one that was never used", async () => {
  const variables = { SESSION_IDLE_SECONDS: "600" };
  const { token } = await signIn();
  expect(await statusLater(token, 9 * MINUTE, variables)).toBe(200);
  expect(await statusLater(token, 18 * MINUTE, variables)).toBe(200);
  expect(await statusLater(token, 20 * MINUTE)).toBe(200);
  expect(await statusLater(token, 31 * MINUTE, variables)).toBe(401);
  // Once found idle, the session stays ended.
  expect(await statusLater(token, 31 * MINUTE)).toBe(401);

  const { token: untouched } = await signIn();
  expect(await statusLater(untouched, 11 * MINUTE, variables)).toBe(401);
});

test("lists and ends only the user's own sessions", async () => {
  const email = freshEmail();
  const [there, here] = [await signIn(email), await signIn(email)];
  const stranger = await signIn();
  const list = await bearer(here.token).get("/api/account/sessions");
  const shown = { method: "magic-link", ip: "192.0.2.7", userAgent: "Test/1.0" };
  expect(list.body.sessions).toMatchObject([
    { ...shown, current: true },
    { ...shown, current: false },
  ]);
  expect(JSON.stringify(list.body)).not.toContain(hashToken("session", there.token));
  const { id } = list.body.sessions[1];

  for (const path of [`/api/account/sessions/${id}`, "/api/account/sessions/nonesuch", "/api/account/sessions/%00"]) {
    const refused = await bearer(stranger.token).delete(path);
    expect([refused.status, refused.body.code]).toEqual([404, "not_found"]);
  }
  expect(await statusOf(there.token)).toBe(200);
  expect((await bearer(here.token).delete(`/api/account/sessions/${id}`)).status).toBe(200);
  expect(await statusOf(there.token)).toBe(401);
  expect((await bearer(here.token).delete(`/api/account/sessions/${id}`)).status).toBe(404);
  expect((await bearer(here.token).get("/api/account/sessions")).body.sessions).toHaveLength(1);
  const own = (await bearer(stranger.token).get("/api/account/sessions")).body.sessions[0].id;
  expect((await bearer(stranger.token).delete(`/api/account/sessions/${own}`)).status).toBe(200);
  expect(await statusOf(stranger.token)).toBe(401);
});

test("leaves expired and idle sessions out of the list", async () => {
  const email = freshEmail();
  const [idle, expired, current] = [await signIn(email), await signIn(email), await signIn(email)];
  const age = (column: "last_seen_at" | "expires_at", token: string): Promise<unknown> =>
    env.DB.prepare(`update sessions set ${column} = ${column} - ? where token_hash = ?`)
      .bind(8 * 86_400_000, hashToken("session", token))
      .run();
  await age("last_seen_at", idle.token);
  await age("expires_at", expired.token);
  const listed = async (variables: object): Promise<number> => {
    const request = requestTo("/api/account/sessions", { headers: { Authorization: `Bearer ${current.token}` } });
    return (await (await callWith(variables, request)).json<{ sessions: unknown[] }>()).sessions.length;
  };
  expect(await listed({})).toBe(2);
  expect(await listed({ SESSION_IDLE_SECONDS: "86400" })).toBe(1);
});

test("ends the oldest of more sessions than the list shows", async () => {
  const { token, email } = await signIn();
  const oldest = (await bearer(token).get("/api/account/sessions")).body.sessions[0].id;
  await d1`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
       select 'h' || j.value || s.id, 'copy' || j.value, user_id, epoch, created_at + j.value, expires_at,
       last_seen_at, auth_time, method, ip, user_agent from sessions s, json_each(${JSON.stringify(Array.from({ length: 120 }, (_, i) => i + 1))}) j where s.id = ${oldest}`.run();
  const { token: newer } = await signIn(email);
  expect((await bearer(newer).delete(`/api/account/sessions/${oldest}`)).status).toBe(200);
  expect(await statusOf(token)).toBe(401);
});

test("rejects two session cookies, and an invalid bearer token with a valid cookie", async () => {
  const [a, b] = [await signIn(), await signIn()];
  const two = await call("/api/auth/me", { headers: { Cookie: `${a.cookie}; ${b.cookie}` } });
  expect([two.status, (await two.json<{ code: string }>()).code]).toEqual([400, "invalid_request"]);
  for (const authorization of ["Bearer x", `Bearer ${makeToken("session", systemRandom)}`, "Basic YTpi", "Bearer"]) {
    const mixed = await client({ Cookie: a.cookie, Authorization: authorization }).get("/api/auth/me");
    expect([mixed.status, mixed.body.code], authorization).toEqual([401, "unauthenticated"]);
  }
  expect((await client({ Cookie: a.cookie }).get("/api/auth/me")).status).toBe(200);
});

test("rejects a sign-out with two session cookies", async () => {
  const [a, b] = [await signIn(), await signIn()];
  const headers = { Cookie: `${a.cookie}; ${b.cookie}`, ...OWN_PAGE, "X-CSRF-Token": await csrfOf(a.cookie) };
  const out = await call("/api/auth/logout", { method: "POST", headers });
  expect([out.status, out.headers.getSetCookie()]).toEqual([400, []]);
  expect([await statusOf(a.token), await statusOf(b.token)]).toEqual([200, 200]);
});

test("ends the session and clears the cookie on sign-out, with the same response without a session", async () => {
  const { cookie, token } = await signIn();
  const headers = { Cookie: cookie, ...OWN_PAGE, "X-CSRF-Token": await csrfOf(cookie) };
  const out = await call("/api/auth/logout", { method: "POST", headers });
  expect([out.status, await out.json()]).toEqual([200, { success: true }]);
  expect(out.headers.getSetCookie()).toEqual(["session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"]);
  expect(out.headers.get("Clear-Site-Data")).toBe('"cache", "cookies", "storage"');
  expect(await statusOf(token)).toBe(401);
  for (const again of [headers, {}, { Cookie: "session=x" }, { Authorization: `Bearer ${token}` }]) {
    const response = await call("/api/auth/logout", { method: "POST", headers: again });
    expect([response.status, response.headers.get("Clear-Site-Data")]).toEqual([200, '"cache", "cookies", "storage"']);
  }
});

test("returns an error for a sign-out when the database fails", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { token } = await signIn();
  const DB = { prepare: () => d1`select lost`, batch: () => Promise.reject(new Error("D1_ERROR")) };
  const request = requestTo("/api/auth/logout", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
  const response = await callWith({ DB }, request);
  expect([response.status, response.headers.get("Clear-Site-Data")]).toEqual([503, null]);
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  expect(await statusOf(token)).toBe(200);
});

test("keeps a tool token valid after a sign-out everywhere, and rejects it and every session on suspension", async () => {
  const w = await world();
  const { client: tool } = await w.token("edna");
  const { token: other } = await signIn(`${w.ids.edna}@example.com`);
  expect((await w.as("edna").post("/api/auth/logout-all")).status).toBe(200);
  expect(await statusOf(other)).toBe(401);
  const read = { pageId: "some-id", operation: "read" };
  expect((await tool.post("/api/mcp/documents", read)).status).toBe(404);
  const { token: later } = await signIn(`${w.ids.edna}@example.com`);
  await d1`update users set suspended_at = 1 where id = ${w.ids.edna}`.run();
  expect((await tool.post("/api/mcp/documents", read)).status).toBe(401);
  expect(await statusOf(later)).toBe(401);
});
