/** Credentials that outlast the session that created them need a fresh sign-in, and end when that session is ended. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { act, grow, mailsOf, statusOf } from "../flows/account.ts";
import { call, OWN_PAGE, signIn, type SignedIn } from "../flows/sign-in.ts";
import { consentOf, exchange, newApp, newVerifier, requestOf } from "../oauth/app.ts";
import { anonymous, bearer, freshId, world } from "../support/world.ts";
import { entriesOf } from "./audit.ts";
import { ROWS, prepareRequest } from "./matrix-scene.ts";
import { d1 } from "../support/d1.ts";

/** Tables of credentials that are valid until revoked; each row belongs to the session that created it. */
const LASTING = ["devices", "passkeys", "mcp_tokens"] as const;
/** Tables of renewals of those credentials, which end with them. */
const RENEWED = { device_tokens: "devices", oauth_refresh_tokens: "mcp_tokens" } as const;
/** Tables of tokens that work once or for a day at most and need another proof, and of hashes that are no credential. */
const BRIEF = [
  "demoted_addresses",
  "email_changes",
  "invitations",
  "magic_links",
  "oauth_marks",
  "oauth_requests",
  "service_tokens",
  "sessions",
  "sign_up_links",
  "socket_tokens",
  "spent_id_tokens",
  "tool_calls",
  "transfers",
];

const columnsOf = async (): Promise<{ tbl: string; name: string }[]> => {
  const { results } =
    await d1`select m.name as tbl, c.name as name from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like '_cf%'`.all<{
      tbl: string;
      name: string;
    }>();
  return results;
};

test("classifies every table with a secret's hash or a key as lasting or short-lived", async () => {
  const columns = await columnsOf();
  const holding = new Set(columns.filter(({ name }) => /_hash$|public_key/.test(name)).map(({ tbl }) => tbl));
  const known = [...LASTING, ...Object.keys(RENEWED), ...BRIEF];
  // Devices store their tokens in a separate table.
  expect([...holding, "devices"].toSorted()).toEqual(known.toSorted());
  for (const table of LASTING) expect(columns, table).toContainEqual({ tbl: table, name: "origin_session" });
});

/** Counts the credentials, including granted consents, because their app can fetch a token. */
const countLasting = async (): Promise<Record<string, number>> => {
  const counts = await env.DB.batch<{ n: number }>(
    [
      ...LASTING.map((table) => `select count(*) as n from ${table}`),
      "select sum(allowed) as n from oauth_requests",
    ].map((text) => env.DB.prepare(text)),
  );
  return Object.fromEntries([...LASTING, "consents"].map((name, n) => [name, counts[n]?.results[0]?.n ?? 0]));
};

/** Not tried here: these delete a credential that the matrix set up. Their own tests check that they need a fresh sign-in. */
const FIXTURES = new Set([
  "DELETE /api/auth/mcp-tokens/:id",
  "DELETE /api/auth/passkey/:id",
  "DELETE /api/account/devices/:id",
]);

async function routesThatMake(age: (token: string) => Promise<unknown>): Promise<string[]> {
  const made: string[] = [];
  for (const { spec } of api.list) {
    const key = `${spec.method.toUpperCase()} ${spec.path}`;
    if (!spec.principals.includes("session") || FIXTURES.has(key) || ROWS[key] === undefined) continue;
    // oxlint-disable no-await-in-loop -- what each leaves is counted before the next
    const w = await world();
    const who = spec.role === "admin" ? "rupert" : "olivia";
    await age(w.session(who));
    const { method, url, body, type } = await prepareRequest(w, key, who);
    const before = await countLasting();
    await act(w.session(who), url, {
      method,
      ...(body !== undefined && { body }),
      ...(type !== undefined && { headers: { "Content-Type": type } }),
    });
    if (JSON.stringify(await countLasting()) !== JSON.stringify(before)) made.push(key);
    // oxlint-enable no-await-in-loop
  }
  return made;
}

test("no route creates a lasting credential for a session without a recent sign-in", { timeout: 120_000 }, async () => {
  expect(await routesThatMake(grow)).toEqual([]);
});

test("the same scan finds the routes that create one after a recent sign-in", { timeout: 120_000 }, async () => {
  expect((await routesThatMake(() => Promise.resolve())).toSorted()).toEqual([
    "POST /api/auth/device/register",
    "POST /api/auth/mcp-tokens",
  ]);
});

test("requires a recent sign-in to add a passkey and to allow an app", async () => {
  const { token, cookie } = await signIn();
  await grow(token);
  for (const path of ["/api/auth/passkey/register/options", "/api/auth/passkey/register"]) {
    // oxlint-disable-next-line no-await-in-loop -- two requests
    const { body } = await prepareRequest(await world(), `POST ${path}`, "olivia");
    // oxlint-disable-next-line no-await-in-loop -- two requests
    expect((await act(token, path, { method: "POST", ...(body !== undefined && { body }) })).body["code"], path).toBe(
      "step_up_required",
    );
  }
  const request = await consentOf(requestOf(await newApp(), newVerifier()));
  const page = await call(`/oauth/consent?request=${request}`, { headers: { Cookie: cookie } });
  expect(page.headers.get("Location")).toMatch(/^\/signin\?again=1/);
});

let owner: SignedIn;
beforeAll(async () => {
  owner = await signIn();
});

const register = (token: string, deviceId = freshId("device")) =>
  act(token, "/api/auth/device/register", { method: "POST", body: { deviceId, platform: "web" } });

const refreshes = async (registered: Awaited<ReturnType<typeof register>>): Promise<number> => {
  const { deviceToken, device } = registered.body as { deviceToken: string; device: { deviceId: string } };
  return (await anonymous().post("/api/auth/device/refresh", { deviceToken, deviceId: device.deviceId })).status;
};

const makeToken = async (token: string): Promise<string> =>
  String((await act(token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } })).body["token"]);

const callsTools = async (token: string): Promise<number> => (await bearer(token).get("/api/mcp/drives")).status;

/** The session as listed by another session of its owner. */
async function listed(token: string): Promise<{ id: string; credentials: number }> {
  const seenBy = async (who: string) =>
    (
      await bearer(who).get<{ sessions: { id: string; current: boolean; credentials: number }[] }>(
        "/api/account/sessions",
      )
    ).body.sessions;
  const own = (await seenBy(token)).find(({ current }) => current);
  return (await seenBy(owner.token)).find(({ id }) => id === own?.id) ?? expect.unreachable();
}

const revoke = (id: string, query = "") =>
  act(owner.token, `/api/account/sessions/${id}${query}`, { method: "DELETE" });

test("emails the owner about a new device and a new token", async () => {
  const { token, email } = await signIn();
  const { jobs } = await register(token);
  expect(await mailsOf(jobs)).toEqual([`mail to=${email} subject="A device was added to your Octavo account"`]);
  const made = await act(token, "/api/auth/mcp-tokens", { method: "POST", body: { name: "tool" } });
  expect(await mailsOf(made.jobs)).toEqual([
    `mail to=${email} subject="An agent or app has access to your Octavo account"`,
  ]);
});

test("ends every device registered in a session together with the session", async () => {
  const { token } = await signIn(owner.email);
  const [first, second] = [await register(token), await register(token)];
  const other = await register(owner.token);
  const { id } = await listed(token);
  expect((await revoke(id)).status).toBe(200);
  expect([await statusOf(token), await refreshes(first), await refreshes(second), await refreshes(other)]).toEqual([
    401, 401, 401, 200,
  ]);
  const ended = (await entriesOf("device.revoke", ({ entry }) => entry.actor.id === owner.id)).map(
    ({ entry }) => entry.d,
  );
  expect(ended).toEqual([{ reason: "session" }, { reason: "session" }]);
});

test("ends the device of a session that the device created", async () => {
  const { token } = await signIn(owner.email);
  const device = await register(token);
  const { deviceToken, device: known } = device.body as { deviceToken: string; device: { deviceId: string } };
  const { body } = await anonymous().post("/api/auth/device/refresh", { deviceToken, deviceId: known.deviceId });
  const { id } = await listed(body.sessionToken);
  expect((await revoke(id)).status).toBe(200);
  const again = { deviceToken: body.deviceToken, deviceId: known.deviceId };
  expect([
    await statusOf(body.sessionToken),
    (await anonymous().post("/api/auth/device/refresh", again)).status,
  ]).toEqual([401, 401]);
});

test("ends the credentials of a session that was renewed by signing in again, with the new session", async () => {
  const { token, cookie } = await signIn(owner.email);
  const device = await register(token);
  const tool = await makeToken(token);
  const { token: next } = await signIn(owner.email, { cookie });
  expect([await statusOf(token), await refreshes(device)]).toEqual([401, 200]);
  const { id, credentials } = await listed(next);
  expect(credentials).toBe(1);
  expect((await revoke(id, "?withCredentials=true")).status).toBe(200);
  expect([await statusOf(next), await refreshes(device), await callsTools(tool)]).toEqual([401, 401, 401]);
});

test("signs out the devices registered before a sign-in was renewed", async () => {
  const { token, cookie } = await signIn(owner.email);
  const [first, second] = [await register(token), await register(token)];
  const { token: next } = await signIn(owner.email, { cookie });
  expect((await act(next, "/api/auth/logout", { method: "POST" })).status).toBe(200);
  expect([await refreshes(first), await refreshes(second)]).toEqual([401, 401]);
});

test("transfers no credentials to another user who signs in in the same browser", async () => {
  const { token, cookie, id } = await signIn();
  await register(token);
  await makeToken(token);
  const { origin_session: before } =
    (await d1`select origin_session from devices where user_id = ${id}`.first<{ origin_session: string }>()) ??
    expect.unreachable();
  const other = await signIn();
  await signIn(other.email, { cookie });
  expect(await statusOf(token)).toBe(401);
  const { results } =
    await d1`select origin_session from devices where user_id = ${id} union all select origin_session from mcp_tokens where user_id = ${id}`.all();
  expect(results).toEqual([{ origin_session: before }, { origin_session: before }]);
});

test("counts a session's tokens and passkeys, and removes them with the session only on request after a recent sign-in", async () => {
  const { token } = await signIn(owner.email);
  const tool = await makeToken(token);
  const session = await listed(token);
  await env.DB.prepare(
    `insert into passkeys (credential_id, id, user_id, public_key, user_handle, counter, device_type, backed_up, name, created_at, origin_session)
      values (?1, ?1, ?2, '', 'h', 0, 'singleDevice', 0, 'key', 1, ?3)`,
  )
    .bind(freshId("passkey"), owner.id, session.id)
    .run();
  expect((await listed(token)).credentials).toBe(2);
  await grow(owner.token);
  expect((await revoke(session.id, "?withCredentials=true")).body["code"]).toBe("step_up_required");
  expect(await statusOf(token)).toBe(200);
  expect((await revoke(session.id)).status).toBe(200);
  expect([await statusOf(token), await callsTools(tool)]).toEqual([401, 200]);

  owner = { ...(await signIn(owner.email)), id: owner.id };
  const { token: second } = await signIn(owner.email);
  const other = await makeToken(second);
  const again = await listed(second);
  await d1`update passkeys set origin_session = ${again.id} where user_id = ${owner.id}`.run();
  const ended = await revoke(again.id, "?withCredentials=true");
  expect([ended.status, ended.jobs.map(({ notice }) => notice)]).toEqual([200, ["passkey_removed"]]);
  expect([await callsTools(other), await callsTools(tool)]).toEqual([401, 200]);
  expect(await d1`select count(*) from passkeys where user_id = ${owner.id}`.first("count(*)")).toBe(0);
});

test("issues no token to an app allowed in a session that has since ended", async () => {
  const signed = await signIn(owner.email);
  const [clientId, verifier] = [await newApp(), newVerifier()];
  const request = await consentOf(requestOf(clientId, verifier));
  const page = await call(`/oauth/consent?request=${request}`, { headers: { Cookie: signed.cookie } });
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const answer = await call(`/oauth/consent?request=${request}`, {
    method: "POST",
    headers: { ...OWN_PAGE, Cookie: signed.cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrf, decision: "allow", scope: "all", access: "read", days: "1" }).toString(),
  });
  const code = new URL(answer.headers.get("Location") ?? "").searchParams.get("code") ?? "";
  expect(code).toMatch(/^cde_/);
  expect((await revoke((await listed(signed.token)).id)).status).toBe(200);
  expect((await exchange({ clientId, verifier, code })).body).toMatchObject({ error: "invalid_grant" });
});
