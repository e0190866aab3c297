/** MCP tokens: shown once, permanently scoped, and refused from the first request after they end. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { entriesOf } from "../security/audit.ts";
import { callTool, modern } from "./clients.ts";
import { bearer, world, makeDrive } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const URL = "/api/auth/mcp-tokens";

test("returns a new token's secret once, lists it without the secret, and rejects it after revocation", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const made = await olivia.post(URL, { name: " Laptop ", driveIds: [w.drive, w.drive], readOnly: true });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: "Laptop", isScoped: true, readOnly: true, lastUsedAt: null });
  expect(made.body.driveScopes).toEqual([{ id: w.drive, name: "Team" }]);
  const { id, token } = made.body;
  expect(token).toMatch(/^mcp_[\w-]{43}$/);
  expect(made.body.lastFour).toBe(token.slice(-4));
  const stored = await d1`select * from mcp_tokens where id = ${id}`.first();
  expect(JSON.stringify(stored)).not.toContain(token.slice(4, 40));
  expect((await bearer(token).get("/api/mcp/drives")).body).toEqual([
    { id: w.drive, name: "Team", slug: w.drive, pageCount: 0 },
  ]);
  const list = await olivia.get(URL);
  expect(list.body).toHaveLength(1);
  expect(JSON.stringify(list.body)).not.toContain(token);
  expect((await olivia.delete(`${URL}/${id}`)).status).toBe(200);
  expect((await bearer(token).get("/api/mcp/drives")).status).toBe(401);
  expect((await olivia.get(URL)).body).toEqual([]);
  expect((await olivia.delete(`${URL}/${id}`)).status).toBe(404);
});

test("rejects empty, unknown, foreign, trashed, malformed and oversized scopes, and writes nothing", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const trashed = await makeDrive(w);
  await olivia.delete(`/api/drives/${trashed}`);
  const bad: [unknown, number, string][] = [
    [{ name: "x", driveIds: [] }, 400, "invalid_request"],
    [{ name: "x", driveIds: null }, 400, "invalid_request"],
    [{ name: "x", driveIds: w.drive }, 400, "invalid_request"],
    [{ name: "x", driveIds: ["../x"] }, 400, "invalid_request"],
    [{ name: "x", driveIds: Array.from({ length: 201 }, (_, i) => `d${i}`) }, 400, "invalid_request"],
    [{ name: "x", driveIds: Array.from({ length: 10_000 }, (_, i) => `d${i}`) }, 400, "invalid_request"],
    [{ name: "x", driveIds: [w.drive, w.otherDrive] }, 403, "forbidden"],
    [{ name: "x", driveIds: ["nothing-here"] }, 403, "forbidden"],
    [{ name: "x", driveIds: [trashed] }, 403, "forbidden"],
    [{ name: " " }, 400, "invalid_request"],
    [{ name: "x".repeat(101) }, 400, "invalid_request"],
    [{ name: "x", readOnly: "no" }, 400, "invalid_request"],
  ];
  for (const [body, status, code] of bad) {
    const reply = await olivia.post(URL, body);
    expect([reply.status, reply.body.code], JSON.stringify(body).slice(0, 80)).toEqual([status, code]);
  }
  expect((await olivia.get(URL)).body).toEqual([]);
});

test("rejects creating, listing and revoking tokens with a token, and revoking another user's token", async () => {
  const w = await world();
  const { client: tool, id } = await w.token("olivia");
  expect((await tool.get(URL)).status).toBe(401);
  expect((await tool.post(URL, { name: "x" })).status).toBe(401);
  expect((await tool.delete(`${URL}/${id}`)).status).toBe(401);
  expect((await w.as("oscar").delete(`${URL}/${id}`)).status).toBe(404);
  expect((await w.as("rupert").delete(`${URL}/${id}`)).status).toBe(404);
  expect((await tool.get("/api/mcp/drives")).status).toBe(200);
});

test("ignores user IDs in the request body", async () => {
  const w = await world();
  const made = await w
    .as("vera")
    .post(URL, { name: "x", userId: w.ids.olivia, ownerId: w.ids.olivia, scope_mode: "all" });
  expect(made.status).toBe(201);
  const row = await d1`select user_id from mcp_tokens where id = ${made.body.id}`.first("user_id");
  expect(row).toBe(w.ids.vera);
});

test("denies everything when all drives of the scope are trashed or deleted, also after a drive of the same name is created", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const [one, two] = [await makeDrive(w, "One"), await makeDrive(w, "Two")];
  const { client: tool } = await w.token("olivia", { drives: [one, two] });
  await olivia.delete(`/api/drives/${one}`);
  expect((await tool.get("/api/mcp/drives")).body.map((drive: { id: string }) => drive.id)).toEqual([two]);
  await olivia.delete(`/api/drives/${two}`);
  for (const path of ["/api/mcp/drives", "/api/drives", `/api/drives/${one}`, "/api/mcp/detect-paths?text=x"]) {
    expect([(await tool.get(path)).status, (await tool.get(path)).body.code], path).toEqual([403, "scope_empty"]);
  }
  for (const id of [one, two]) expect((await olivia.delete(`/api/trash/drives/${id}`)).status).toBe(200);
  const again = (await olivia.post("/api/drives", { name: "One" })).body;
  expect(again.slug).toBe("one");
  expect((await tool.get("/api/mcp/drives")).body.code).toBe("scope_empty");
  await olivia.post(`/api/drives/${again.id}/restore`);
  expect((await tool.get(`/api/drives/${again.id}`)).body.code).toBe("scope_empty");
});

test("limits a scoped token to its drives and its user's rights, without creating drives", async () => {
  const w = await world();
  const mine = await makeDrive(w.as("vera"));
  const { client: tool } = await w.token("vera", { drives: [w.drive] });
  expect((await tool.get("/api/drives")).body.map((drive: { id: string }) => drive.id)).toEqual([w.drive]);
  expect((await tool.get(`/api/drives/${mine}`)).status).toBe(404);
  expect((await tool.get(`/api/drives/${mine}/pages`)).status).toBe(404);
  expect((await tool.get(`/api/drives/${mine}/trash`)).status).toBe(404);
  expect((await tool.post("/api/drives", { name: "New" })).status).toBe(403);
  await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.vera}`);
  expect((await tool.get(`/api/drives/${w.drive}`)).status).toBe(404);
  expect((await tool.get("/api/mcp/drives")).body).toEqual([]);
});

test("leaves a drive that the user can no longer see out of the list of tokens", async () => {
  const w = await world();
  const made = await w.as("vera").post(URL, { name: "x", driveIds: [w.drive] });
  expect(made.body.driveScopes).toHaveLength(1);
  await w.as("olivia").delete(`/api/drives/${w.drive}/members/${w.ids.vera}`);
  expect((await w.as("vera").get(URL)).body[0]).toMatchObject({ isScoped: true, driveScopes: [] });
});

test("rejects drive changes by a read-only token", async () => {
  const w = await world();
  const { client: tool } = await w.token("olivia", { readOnly: true });
  expect((await tool.get(`/api/drives/${w.drive}`)).status).toBe(200);
  expect((await tool.post("/api/drives", { name: "x" })).status).toBe(403);
  expect((await tool.patch(`/api/drives/${w.drive}`, { name: "x" })).status).toBe(403);
  expect((await tool.delete(`/api/drives/${w.drive}`)).status).toBe(403);
  expect((await tool.post(`/api/drives/${w.drive}/members`, { userId: w.ids.oscar })).status).toBe(403);
  expect((await tool.delete(`/api/drives/${w.drive}/members/${w.ids.vera}`)).status).toBe(403);
});

test("rejects the eleventh token request within an hour, and writes one audit entry", async () => {
  const w = await world();
  // Rate limits are off in tests; this one turns them on.
  const ask = async (driveIds?: string[]): Promise<number> => {
    const response = await callWith(
      { RATE_LIMIT_SCALE: "1" },
      requestTo(URL, {
        method: "POST",
        headers: { Authorization: `Bearer ${w.session("adam")}`, "Content-Type": "application/json" },
        body: JSON.stringify({ name: "t", driveIds }),
      }),
    );
    if (response.status === 429) expect(response.headers.get("Retry-After")).toMatch(/^3[56]\d\d$/);
    return response.status;
  };
  for (let i = 0; i < 3; i += 1) expect(await ask([w.otherDrive])).toBe(403);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(statuses.filter((status) => status === 201)).toHaveLength(7);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  expect(await entriesOf("rate.limited", ({ userId }) => userId === w.ids.adam)).toHaveLength(1);
});

test("does not count rejected requests of a read-only token against its owner's limit", async () => {
  const w = await world();
  const { raw } = await w.token("olivia", { readOnly: true });
  const create = async (credential: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${credential}`, "Content-Type": "application/json" };
    const request = requestTo("/api/drives", { method: "POST", headers, body: JSON.stringify({ name: "x" }) });
    // Scaled to three drives per hour.
    return (await callWith({ RATE_LIMIT_SCALE: "0.05" }, request)).status;
  };
  const refused = [await create(raw), await create(raw), await create(raw), await create(raw)];
  expect(refused).toEqual([403, 403, 403, 429]);
  expect(await create(w.session("olivia"))).toBe(201);
});

test("does not count rejected tool calls of a read-only token against its owner's limit", async () => {
  const w = await world();
  const { raw } = await w.token("olivia", { readOnly: true });
  const variables = { RATE_LIMIT_SCALE: "0.05" };
  const call = async (): Promise<string> => {
    const headers = {
      Authorization: `Bearer ${raw}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    };
    const params = { name: "trash_pages", arguments: { pageIds: ["missing"] } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    return (await callWith(variables, requestTo("/mcp", { method: "POST", headers, body }))).text();
  };
  const answers = [await call(), await call(), await call(), await call()];
  expect(answers.at(-1)).toContain("rate_limited");
  const headers = { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ pageIds: ["missing"] });
  const own = await callWith(variables, requestTo("/api/pages/bulk/delete", { method: "POST", headers, body }));
  expect(own.status).toBe(404);
});

test("limits a user to 100 active tokens", async () => {
  const w = await world();
  const now = Date.now();
  await env.DB.batch(
    Array.from(
      { length: 100 },
      (_, i) =>
        d1`insert into mcp_tokens (token_hash, id, user_id, name, last_four, scope_mode, created_at) values (${`h-${w.ids.dora}-${i}`}, ${`t-${i}`}, ${w.ids.dora}, 'n', 'abcd', 'all', ${now})`,
    ),
  );
  expect((await w.as("dora").post(URL, { name: "one more" })).body.code).toBe("conflict");
});

test("expires a token after its chosen number of days", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  for (const expiresInDays of [0, 367, 1.5, "7"])
    expect((await olivia.post(URL, { name: "x", expiresInDays })).status, String(expiresInDays)).toBe(400);
  const { body: lasting } = await olivia.post(URL, { name: "Lasting" });
  expect(lasting.expiresAt).toBeNull();
  const { body: made } = await olivia.post(URL, { name: "For a week", expiresInDays: 7 });
  expect(Math.abs(Date.parse(made.expiresAt) - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
  expect((await bearer(made.token).get("/api/mcp/drives")).status).toBe(200);
  await d1`update mcp_tokens set expires_at = ${Date.now() - 1} where id = ${made.id}`.run();
  expect((await bearer(made.token).get("/api/mcp/drives")).status).toBe(401);
  // An expired token stays listed until it is removed, so that users can see why a program stopped working.
  expect((await olivia.get(URL)).body.map(({ name }: { name: string }) => name)).toContain("For a week");
});

test("lists the last call of each token and its error", async () => {
  const w = await world();
  const { raw, id } = await w.token("olivia", { readOnly: true });
  const lastCall = async () =>
    (await w.as("olivia").get(URL)).body.find((token: { id: string }) => token.id === id).lastCall;
  expect(await lastCall()).toBeNull();
  await modern(raw, "tools/list");
  await expect.poll(lastCall).toMatchObject({ what: "POST /mcp", error: null });
  await callTool(raw, "create_pages", { driveId: w.drive, pages: [] });
  await expect.poll(lastCall).toMatchObject({ what: "create_pages", error: "invalid_request" });
  await bearer(raw).get("/api/pages/nothing-here");
  await expect.poll(lastCall).toMatchObject({ what: "GET /api/pages/:pageId", error: "not_found" });
});
