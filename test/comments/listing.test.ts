/** The list of a page's threads: order, pages, filters, counts, read marks. */
import { expect, test } from "vitest";
import { MAX_THREADS } from "../../src/kernel/comment.ts";
import { makePage, world, type Client, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { comment, list, reply, texts, threadsOf } from "./requests.ts";

/** Lists everything, page by page. */
async function all(client: Client, pageId: string, query: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await list(client, pageId, `?${query}${cursor && `&cursor=${cursor}`}`);
    found.push(...texts(page));
    cursor = page.nextCursor;
  }
  return found;
}

const resolve = (w: World, pageId: string, threadId: string) =>
  w.as("edna").patch(`${threadsOf(pageId)}/${threadId}`, { isResolved: true });

test("pages through open threads in the order in which they were opened, and all others newest first", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const said = Array.from({ length: 12 }, (_, i) => `comment ${i}`);
  const ids: string[] = [];
  for (const content of said) ids.push((await comment(w.as("edna"), pageId, content)).id);
  expect(await all(w.as("vera"), pageId, "limit=5")).toEqual(said);
  for (const id of ids.slice(0, 6)) await resolve(w, pageId, id);
  expect(await all(w.as("vera"), pageId, "limit=4&state=resolved")).toEqual(said.slice(0, 6).toReversed());
  expect(await all(w.as("vera"), pageId, "limit=4&state=all")).toEqual(said.toReversed());
  expect(await all(w.as("vera"), pageId, "limit=4&state=detached")).toEqual([]);
});

test("shows every remaining thread once while others are opened, resolved and deleted between the pages of a list", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) ids.push((await comment(w.as("edna"), pageId, `${i}`)).id);
  const first = await list(w.as("vera"), pageId, "?limit=3");
  await resolve(w, pageId, ids[1] ?? "");
  await w.as("edna").delete(`${threadsOf(pageId)}/${ids[2]}`);
  await w.as("edna").delete(`${threadsOf(pageId)}/${ids[4]}`);
  await comment(w.as("edna"), pageId, "late");
  const second = await list(w.as("vera"), pageId, `?limit=3&cursor=${first.nextCursor}`);
  expect([texts(first), texts(second)]).toEqual([
    ["0", "1", "2"],
    ["3", "5", "late"],
  ]);
});

test("rejects a cursor of another list", async () => {
  const w = await world();
  const pageId = await makePage(w);
  for (const cursor of ["x", btoa("[1]"), btoa("{}")]) {
    const { status, body } = await w.as("vera").get(`${threadsOf(pageId)}?cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, "invalid_request"]);
  }
});

test("splits a list whose threads contain more text than one response may", async () => {
  const w = await world();
  const pageId = await makePage(w);
  for (const content of ["a", "b", "c"]) {
    const { id } = await comment(w.as("edna"), pageId, content);
    await d1`update comment_threads set text_bytes = 900000 where id = ${id}`.run();
  }
  const [open, newest] = [await list(w.as("vera"), pageId), await list(w.as("vera"), pageId, "?state=all")];
  expect([texts(open), texts(newest)]).toEqual([
    ["a", "b"],
    ["c", "b"],
  ]);
  expect([await all(w.as("vera"), pageId, ""), await all(w.as("vera"), pageId, "state=all")]).toEqual([
    ["a", "b", "c"],
    ["c", "b", "a"],
  ]);
});

test("filters threads that the caller takes part in, and those with unread comments", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const [mine, answered, foreign] = [
    await comment(w.as("cora"), pageId, "mine"),
    await comment(w.as("edna"), pageId, "answered"),
    await comment(w.as("edna"), pageId, "foreign"),
  ];
  await reply(w.as("cora"), pageId, answered.id, "yes");
  for (const state of ["open", "all"]) {
    const filtered = async (query: string) =>
      new Set(await all(w.as("cora"), pageId, `limit=1&state=${state}&${query}`));
    expect(await filtered("mine")).toEqual(new Set(["mine", "answered"]));
    expect(await filtered("unread")).toEqual(new Set(["foreign"]));
    expect(await filtered("mine&unread")).toEqual(new Set());
  }
  await reply(w.as("edna"), pageId, mine.id, "hm");
  expect(await all(w.as("cora"), pageId, "mine&unread")).toEqual(["mine"]);
  expect((await list(w.as("cora"), pageId)).counts).toEqual({ open: 3, resolved: 0, detached: 0, unread: 2 });
  const read = (...threadIds: string[]) => w.as("cora").post(`${threadsOf(pageId)}/read`, { threadIds });
  expect((await read(mine.id, foreign.id, "unknown")).status).toBe(200);
  expect((await read(mine.id)).status).toBe(200);
  expect((await list(w.as("cora"), pageId)).counts.unread).toBe(0);
  expect((await list(w.as("dora"), pageId)).counts.unread).toBe(3);
  await w
    .as("edna")
    .delete(
      `${threadsOf(pageId)}/${mine.id}/comments/${(await w.as("edna").get(`${threadsOf(pageId)}/${mine.id}`)).body.comments[1].id}`,
    );
  expect((await list(w.as("cora"), pageId)).counts.unread).toBe(0);
});

test("bounds the lists of ids in requests", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const read = (count: number) =>
    w.as("vera").post(`${threadsOf(pageId)}/read`, { threadIds: Array.from({ length: count }, (_, i) => `t${i}`) });
  expect([(await read(0)).status, (await read(500)).status, (await read(501)).status]).toEqual([400, 200, 400]);
});

test("allows five thousand threads on a page", async () => {
  const w = await world();
  const pageId = await makePage(w);
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MAX_THREADS - 1}) insert into comment_threads (id, page_id, kind, target, created_at) select ${pageId} || '-' || i, ${pageId}, 'comment', 'page', 1 from n`.run();
  const open = () => w.as("edna").post(threadsOf(pageId), { target: { kind: "page" }, content: "x" });
  const [last, over] = [await open(), await open()];
  expect([last.status, over.status, over.body.error]).toEqual([201, 409, expect.stringContaining("5,000")]);
  expect((await list(w.as("edna"), pageId)).counts.open).toBe(MAX_THREADS);
});

test("follows a thread on request, and not one that the user has left", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const { id } = await comment(w.as("cora"), pageId, "x");
  const at = `${threadsOf(pageId)}/${id}`;
  expect((await w.as("vera").patch(at, { follows: true })).body.follows).toBe(true);
  expect((await w.as("cora").patch(at, { follows: false })).body.follows).toBe(false);
  await reply(w.as("cora"), pageId, id, "y");
  expect((await w.as("cora").get(at)).body.follows).toBe(false);
  expect((await w.as("cora").patch(at, {})).status).toBe(400);
});
