/** Commits whose reply is lost: the answer never says that a committed change was rejected. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { idForKey } from "../../src/kernel/keyed-id.ts";
import { callTool } from "../mcp/clients.ts";
import { leave } from "../quotas/drives.ts";
import { d1 } from "../support/d1.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import type { PageRoomRpc } from "../../src/rpc/page-room.ts";
import { faultyDatabase } from "./database.ts";
import { makePage, world, type Reply, type World } from "../support/world.ts";

/** Makes the room's next commit lose its reply; `then` runs after the commit and before the room can look it up. */
async function loseNextReply(pageId: string, then: () => Promise<unknown>): Promise<void> {
  await runInDurableObject(env.PAGE_ROOM.getByName(pageId), (room) => {
    let isLost = false;
    const DB = {
      prepare: (text: string) => env.DB.prepare(text),
      batch: async (statements: D1PreparedStatement[]) => {
        const results = await env.DB.batch(statements);
        if (isLost) return results;
        isLost = true;
        await then();
        throw new Error("D1_ERROR: Network connection lost.");
      },
    };
    Object.assign(room, { env: { ...env, DB } });
  });
}

const insert = (pageId: string, content: string) => ({ pageId, operation: "insert", startLine: 1, content });
const storedText = (pageId: string): Promise<string | null> =>
  d1`select content from page_contents where page_id = ${pageId}`.first<string>("content");

const AFTERWARDS: [string, (w: World, pageId: string) => Promise<unknown>][] = [
  ["the page is trashed", (_, id) => d1`update pages set trashed_at = 1 where id = ${id}`.run()],
  ["the user may only view", (w) => d1`update drive_members set rights = 1 where user_id = ${w.ids.edna}`.run()],
  ["the user leaves the drive", (w) => d1`delete from drive_members where user_id = ${w.ids.edna}`.run()],
  ["the user is signed out", (w) => d1`delete from sessions where user_id = ${w.ids.edna}`.run()],
];

const EDITS: [string, (w: World, pageId: string) => Promise<Reply>][] = [
  ["PATCH", (w, id) => w.as("edna").patch(`/api/pages/${id}`, { content: "new\nfirst" })],
  ["a restored version", (w, id) => w.as("edna").post(`/api/pages/${id}/versions/1/restore`)],
];

test.each(EDITS.flatMap(([edit, act]) => AFTERWARDS.map(([why, then]) => [edit, why, act, then] as const)))(
  "answers 503 to %s whose reply was lost before %s",
  async (_edit, _why, act, then) => {
    const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const w = await world();
    const pageId = await makePage(w, { content: "start" });
    // The next edit of a recent editor goes directly to the room.
    expect((await w.as("edna").patch(`/api/pages/${pageId}`, { content: "first" })).status).toBe(200);
    await loseNextReply(pageId, () => then(w, pageId));
    const answer = await act(w, pageId);
    expect(await storedText(pageId)).not.toBe("first");
    expect([answer.status, answer.body["code"]]).toEqual([503, "unavailable"]);
    quiet.mockRestore();
  },
);

test("answers 503 to a tool's edit by line whose reply was lost before the page is trashed", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const w = await world();
  const pageId = await makePage(w);
  const { client } = await w.token("edna");
  await client.post("/api/mcp/documents", { pageId, operation: "read" });
  await loseNextReply(pageId, () => d1`update pages set trashed_at = 1 where id = ${pageId}`.run());
  const answer = await client.post("/api/mcp/documents", insert(pageId, "once"));
  expect([answer.status, answer.body.code]).toEqual([503, "unavailable"]);
  expect(await storedText(pageId)).toContain("once");
  quiet.mockRestore();
});

test("does not execute a tool call again with the key of a call whose reply was lost", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const w = await world();
  const page = await makePage(w, { content: "one" });
  const { raw } = await w.token("edna");
  const edit = (content: string, key: object) =>
    callTool(raw, "edit_page", { page, baseRevision: 1, edits: [{ op: "append", content }], ...key });
  await edit("two", {});
  await loseNextReply(page, () => d1`update pages set trashed_at = 1 where id = ${page}`.run());
  const key = { idempotencyKey: "lost" };
  expect((await edit("three", key)).text).toMatch(/^unavailable/);
  await d1`update pages set trashed_at = null where id = ${page}`.run();
  expect((await edit("three", key)).text).toMatch(/^conflict: .*may have been completed/);
  expect((await storedText(page))?.match(/three/g)).toHaveLength(1);
  quiet.mockRestore();
});

test("does not commit an edit that runs after its room was told that the connection was lost", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const w = await world();
  const pageId = await makePage(w, { content: "one" });
  await w.as("edna").patch(`/api/pages/${pageId}`, { content: "one\ntwo" });
  let runLater = (): Promise<unknown> => Promise.reject(new Error("Nothing was held back."));
  await runInDurableObject(env.PAGE_ROOM.getByName(pageId), (room) => {
    const real = { env };
    const batch = (statements: D1PreparedStatement[]): Promise<never> => {
      runLater = () => env.DB.batch(statements);
      Object.assign(room, real);
      return Promise.reject(new Error("D1_ERROR: Network connection lost."));
    };
    Object.assign(room, { env: { ...env, DB: { prepare: (text: string) => env.DB.prepare(text), batch } } });
  });
  const lost = await w.as("edna").patch(`/api/pages/${pageId}`, { content: "one\ntwo\nlost" });
  expect(lost.status).toBe(503);
  await runLater();
  const { body } = await w.as("edna").get(`/api/pages/${pageId}`);
  expect(body.content).toBe("one\ntwo");
  const next = { content: "one\ntwo\nthree", baseRevision: body.revision };
  expect(await w.as("edna").patch(`/api/pages/${pageId}`, next)).toMatchObject({ status: 200, body: { content: "one\ntwo\nthree" } }); // oxfmt-ignore
  quiet.mockRestore();
});

test("answers 503 to a change of several pages whose commit and the check of its outcome lose their replies", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const w = await world();
  const pages = [await makePage(w, { content: "one" }), await makePage(w, { content: "two" })];
  let trips = 0;
  // The first call loads the pages.
  const DB = faultyDatabase(() => ((trips += 1) === 1 ? null : "after"));
  const updates = pages.map((pageId) => ({ pageId, operation: "append", content: "both" }));
  const headers = { Authorization: `Bearer ${w.session("edna")}`, "Content-Type": "application/json" };
  const request = requestTo("/api/pages/bulk/update-content", { method: "POST", headers, body: JSON.stringify({ updates }) }); // oxfmt-ignore
  const answer = await callWith({ DB }, request);
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "unavailable" }]);
  expect(trips).toBeGreaterThan(2);
  const texts = await Promise.all(pages.map(async (id) => (await w.as("edna").get(`/api/pages/${id}`)).body.content));
  expect(texts).toEqual(["one\nboth", "two\nboth"]);
  quiet.mockRestore();
});

test("changes none of several pages if one room's reply is lost after the database was restored to an earlier time", async () => {
  const quiet = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const w = await world();
  const [first, second] = [await makePage(w, { content: "one" }), await makePage(w, { content: "two" })];
  for (const content of ["one, edited", "one, edited twice"])
    expect((await w.as("edna").patch(`/api/pages/${first}`, { content })).status).toBe(200);
  await d1`update page_contents set content = 'one' where page_id = ${first}`.run();
  await d1`update pages set revision = 1 where id = ${first}`.run();
  const room = env.PAGE_ROOM.getByName(first);
  const losing = {
    prepare: async (...given: Parameters<PageRoomRpc["prepare"]>) => {
      await room.prepare(...given);
      throw new Error("Network connection lost.");
    },
    finish: (...given: Parameters<PageRoomRpc["finish"]>) => room.finish(...given),
  };
  const PAGE_ROOM = { getByName: (name: string) => (name === first ? losing : env.PAGE_ROOM.getByName(name)) };
  const updates = [first, second].map((pageId) => ({ pageId, operation: "append", content: "both" }));
  const headers = { Authorization: `Bearer ${w.session("edna")}`, "Content-Type": "application/json" };
  const request = requestTo("/api/pages/bulk/update-content", { method: "POST", headers, body: JSON.stringify({ updates }) }); // oxfmt-ignore
  expect((await callWith({ PAGE_ROOM }, request)).status).toBe(503);
  for (const pageId of [first, second]) {
    const { status, body } = await w.as("edna").post("/api/pages/bulk/update-content", { updates: [{ pageId, operation: "append", content: "next" }] }); // oxfmt-ignore
    expect([status, body]).toMatchObject([200, { success: true }]);
  }
  expect([await storedText(first), await storedText(second)]).toEqual(["one, edited twice\nnext", "two\nnext"]);
  quiet.mockRestore();
});

const KEY = "01928f3e-0000-7000-8000-0123456789ac";

const SINCE: [string, (w: World, parentId: string) => Promise<unknown>][] = [
  ["the quota is used up", (w) => leave(w.ids.olivia, { pages: 0 })],
  ["the parent is in the trash", (_, id) => d1`update pages set trashed_at = 1 where id = ${id}`.run()],
  ["the user may only view", (w) => d1`update drive_members set role = 'member', rights = 1 where user_id = ${w.ids.adam}`.run()], // oxfmt-ignore
];

test.each(SINCE)("returns the page of an earlier request with the same key although %s", async (_, then) => {
  const w = await world();
  const parentId = await makePage(w);
  const wanted = { driveId: w.drive, parentId, title: "Plan", type: "DOCUMENT", content: "text", idempotencyKey: KEY };
  const pageId = await makePage(w.as("adam"), wanted);
  await then(w, parentId);
  const again = await w.as("adam").post("/api/pages", wanted);
  expect([again.status, again.body.id]).toEqual([201, pageId]);
  const other = await w.as("adam").post("/api/pages", { ...wanted, idempotencyKey: KEY.replace("ac", "ad") });
  expect(other.status).toBeGreaterThanOrEqual(400);
  expect(await idForKey(w.ids.adam, KEY)).toBe(pageId);
});
