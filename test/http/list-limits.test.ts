/** Every list accepts the same `limit`: 1 to 100, 50 by default. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type * as z from "zod";
import { api } from "../../src/app.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { registered } from "../flows/devices.ts";
import { bearer, freshId, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

/** Other required query parameters. */
const NEEDED = { q: "words" };

/** The query schemas of routes with a `limit`, by operation. */
const LISTS = api.list.flatMap(({ spec }) => {
  const { query } = spec;
  if (!query || !("limit" in ((query as z.ZodObject).shape ?? {}))) return []; // queries are objects
  return [[spec.operation, query] as const];
});

test("finds list operations in the route table", () => {
  const names = LISTS.map(([operation]) => operation);
  expect(names.length).toBeGreaterThan(12);
  expect(names).toEqual(
    expect.arrayContaining(["listDrivePages", "searchUsers", "listNotifications", "listSessions", "listDevices"]),
  );
});

test.each(LISTS)("%s accepts limits from 1 to 100, and defaults to 50", (_, schema) => {
  const limitOf = (limit?: string): unknown => {
    const read = schema.safeParse({ ...NEEDED, ...(limit !== undefined && { limit }) });
    return read.success ? (read.data as { limit: number }).limit : "refused";
  };
  expect(["1", "100", undefined].map(limitOf)).toEqual([1, 100, 50]);
  for (const limit of ["0", "-1", "101", "1000000", "1.5", "ten", "", "NaN", "Infinity"])
    expect(limitOf(limit), limit).toBe("refused");
});

test("pages through sessions newest first, each once", async () => {
  const w = await world();
  const now = Date.now();
  const ids = Array.from({ length: 5 }, () => freshId("z"));
  await env.DB.batch(
    ids.map(
      (id) =>
        d1`insert into sessions (token_hash, id, user_id, epoch, created_at, expires_at, last_seen_at, auth_time, method, ip, user_agent)
         values (${hashToken("session", id)}, ${id}, ${w.ids.vera}, 0, ${now}, ${now + 86_400_000}, ${now}, ${now}, 'test', '', '')`,
    ),
  );
  const vera = w.as("vera");
  const all = (await vera.get("/api/account/sessions")).body;
  expect([all.sessions.length, all.nextCursor]).toEqual([6, null]);
  const found: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const tail: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await vera.get(`/api/account/sessions?limit=2${tail}`);
    expect(body.sessions.length).toBeLessThanOrEqual(2);
    found.push(...body.sessions.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
  }
  expect(found).toEqual(all.sessions.map(({ id }: { id: string }) => id));
  expect((await vera.get("/api/account/sessions?limit=0")).status).toBe(400);
});

test("pages through devices by last use, each once", async () => {
  const w = await world();
  for (let i = 0; i < 3; i += 1) await registered({ world: w, person: "edna", deviceId: `device-${i}` });
  const edna = bearer(w.session("edna"));
  const all = (await edna.get("/api/account/devices")).body;
  expect([all.devices.length, all.nextCursor]).toEqual([3, null]);
  const first = (await edna.get("/api/account/devices?limit=2")).body;
  const rest = (await edna.get(`/api/account/devices?limit=2&cursor=${first.nextCursor}`)).body;
  expect([...first.devices, ...rest.devices]).toEqual(all.devices);
  expect(rest.nextCursor).toBe(null);
  expect((await edna.get("/api/account/devices?cursor=x")).status).toBe(400);
});
