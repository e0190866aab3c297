/** Threads on the text and the cells of a page: opening, places, states, placing anew, and interruptions. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { makePage, world, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { expectRightCounts } from "../quotas/drives.ts";
import { comment, list, texts, threadsOf } from "./requests.ts";

vi.setConfig({ testTimeout: 60_000 });

const TEXT = "# Plan\n\nWe meet on Monday.\n\nWe meet again.\n";

/** Changes the page's text, and returns its revision. */
async function write(w: World, pageId: string, content: string): Promise<number> {
  const { status, body } = await w.as("olivia").patch(`/api/pages/${pageId}`, { content });
  expect(status).toBe(200);
  return body.revision;
}

const quote = (words: string, more: object = {}) => ({ kind: "quote", quote: words, ...more });
const open = (w: World, pageId: string, target: object, more: object = { content: "x" }) =>
  w.as("cora").post(threadsOf(pageId), { target, ...more });

test("opens threads on words of a page that was never edited, and of one that was", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const first = await comment(w.as("cora"), pageId, "when?", quote("Monday"));
  const from = TEXT.indexOf("Monday");
  expect(first).toMatchObject({
    target: { kind: "text", from, to: from + 6, startLine: 3, endLine: 3 },
    state: "anchored",
    quote: "Monday",
    now: null,
  });
  const revision = await write(w, pageId, `Intro\n\n${TEXT}`);
  const second = await comment(w.as("cora"), pageId, "title?", { kind: "text", from: 9, to: 13 });
  expect(second).toMatchObject({ quote: "Plan", revision, target: { startLine: 3 } });
  const listed = await list(w.as("vera"), pageId);
  expect([listed.revision, texts(listed)]).toEqual([revision, ["title?", "when?"]]);
  expect(listed.threads[1].target).toMatchObject({ from: from + 7, startLine: 5 });
});

test("explains why a place is not found", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const base = await write(w, pageId, TEXT.replace("Monday", "Tuesday"));
  const why = async (target: object, more: object = {}) => {
    const { status, body } = await open(w, pageId, target, { content: "x", ...more });
    return [status, body.code, body.error];
  };
  expect(await why(quote("Friday"))).toEqual([409, "conflict", "The page does not contain this quote."]);
  expect(await why(quote("We meet"))).toEqual([
    409,
    "conflict",
    "The page contains this quote more than once, on lines 3, 5. Add line, before or after.",
  ]);
  expect((await why(quote("We meet", { line: 5 })))[0]).toBe(201);
  expect((await why({ kind: "text", from: 0, to: 5_000 }))[1]).toBe("invalid_request");
  expect((await why({ kind: "text", from: 0, to: 1 }, { baseRevision: base + 5 }))[1]).toBe("revision_conflict");
  await write(w, pageId, "# Plan\n");
  const from = TEXT.indexOf("meet again");
  expect(await why({ kind: "text", from, to: from + 10 }, { baseRevision: base })).toEqual([
    409,
    "conflict",
    "These words are no longer in the page.",
  ]);
});

test("lists threads in the order of the text, then those about the whole page, and follows edits between its pages", async () => {
  const w = await world();
  const words = Array.from({ length: 6 }, (_, i) => `word${i}`);
  const pageId = await makePage(w, { content: words.join("\n\n") });
  await comment(w.as("cora"), pageId, "all of it");
  for (const i of [3, 0, 5, 1, 4, 2]) await comment(w.as("cora"), pageId, `on ${i}`, quote(`word${i}`));
  const seen: (string | undefined)[] = [];
  for (let cursor = ""; ;) {
    const page = await list(w.as("vera"), pageId, `?limit=2${cursor && `&cursor=${cursor}`}`);
    seen.push(...texts(page));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
    // Everything moves, and a deleted thread leaves the others where they are.
    await write(w, pageId, `${"much longer than a word\n\n".repeat(seen.length)}${words.join("\n\n")}`);
  }
  expect(seen).toEqual(["on 0", "on 1", "on 2", "on 3", "on 4", "on 5", "all of it"]);
});

test("shows changed words, detaches a thread whose words are gone, and places it anew", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const { id } = await comment(w.as("cora"), pageId, "when?", quote("We meet on Monday"));
  await write(w, pageId, TEXT.replace("Monday", "Sunday"));
  const [changed] = (await list(w.as("vera"), pageId)).threads;
  expect(changed).toMatchObject({ state: "changed", quote: "We meet on Monday", now: "We meet on Sunday" });
  await write(w, pageId, "# Plan\n\nNothing is left.\n");
  const gone = await list(w.as("vera"), pageId, "?state=detached");
  expect(gone).toMatchObject({ threads: [{ id, state: "detached" }], counts: { open: 1, detached: 1 } });
  const at = `${threadsOf(pageId)}/${id}`;
  expect((await w.as("vera").patch(at, { target: quote("Nothing") })).status).toBe(403);
  expect((await w.as("edna").patch(at, { target: quote("Everything") })).status).toBe(409);
  expect((await w.as("edna").patch(at, { target: { kind: "page" } })).status).toBe(400);
  const placed = await w.as("edna").patch(at, { target: quote("Nothing") });
  expect(placed.body).toMatchObject({ id, state: "anchored", quote: "Nothing", target: { startLine: 3 } });
  expect((await list(w.as("vera"), pageId)).counts).toMatchObject({ open: 1, detached: 0 });
  await expectRightCounts();
});

test("opens threads on cells of a sheet", async () => {
  const w = await world();
  const pageId = await makePage(w, { type: "SHEET", content: "a,b\nc,d\n" });
  const cells = { kind: "cells", row: 1, column: 0, endRow: 1, endColumn: 1 };
  await comment(w.as("cora"), pageId, "these", cells);
  await write(w, pageId, "new,row\na,b\nc,d\n");
  const [thread] = (await list(w.as("vera"), pageId)).threads;
  expect(thread).toMatchObject({ state: "anchored", target: { ...cells, row: 2, endRow: 2 } });
  const refused = await open(w, pageId, { ...cells, row: 50, endRow: 50 });
  expect([refused.status, refused.body.code]).toEqual([400, "invalid_request"]);
});

const placesOf = async (pageId: string, ids: string[]) =>
  (await env.PAGE_ROOM.getByName(pageId).anchors({ pageId, type: "DOCUMENT", stored: null }, ids)).anchors;

test("drops the place of a thread that D1 refuses, and of one that is deleted", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const { id } = await comment(w.as("cora"), pageId, "x", quote("Monday"));
  expect(await placesOf(pageId, [id])).toHaveLength(1);
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 4999) insert into comment_threads (id, page_id, kind, target, created_at) select ${pageId} || '-' || i, ${pageId}, 'comment', 'page', 1 from n`.run();
  const room = env.PAGE_ROOM.getByName(pageId);
  const refused = await open(w, pageId, quote("again"));
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining("5,000")]);
  expect((await room.anchors({ pageId, type: "DOCUMENT", stored: null }, null)).anchors).toHaveLength(1);
  await w.as("cora").delete(`${threadsOf(pageId)}/${id}`);
  expect(await placesOf(pageId, [id])).toEqual([]);
});

test("suggests one change or several at once, and lists what they replace", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const revision = await write(w, pageId, TEXT);
  const one = await open(w, pageId, quote("Monday"), { replacement: "Friday" });
  expect(one).toMatchObject({
    status: 201,
    body: { kind: "suggestion", quote: "Monday", replacement: "Friday", comments: [], commentCount: 0 },
  });
  const at = TEXT.indexOf("again");
  const changes = [
    { from: 0, to: 0, replacement: "Draft " },
    { from: at, to: at + 5, replacement: "" },
  ];
  const made = await w
    .as("cora")
    .post(`/api/pages/${pageId}/suggestions/create`, { baseRevision: revision, changes, content: "shorter" });
  expect(made.status).toBe(201);
  expect(made.body.threads).toMatchObject([
    { quote: "", replacement: "Draft ", comments: [{ content: "shorter" }] },
    { quote: "again", replacement: "", comments: [] },
  ]);
  const listed = await list(w.as("vera"), pageId);
  expect([listed.counts.open, listed.counts.unread]).toEqual([3, 3]);
  expect(listed.threads.map(({ replacement }: { replacement: string }) => replacement)).toEqual([
    "Draft ",
    "Friday",
    "",
  ]);
  await expectRightCounts();
  const refused = await w.as("edna").patch(`${threadsOf(pageId)}/${one.body.id}`, { isResolved: true });
  expect([refused.status, refused.body.code]).toEqual([409, "conflict"]);
  const nothing = { baseRevision: revision, changes: [{ from: 1, to: 1, replacement: "" }] };
  const wrong = await w.as("cora").post(`/api/pages/${pageId}/suggestions/create`, nothing);
  expect(wrong.status).toBe(400);
});

test("rejects suggestions of others for users who can edit, and their own for their authors", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: TEXT });
  const suggest = async (person: "cora" | "edna", words: string) =>
    (await w.as(person).post(threadsOf(pageId), { target: quote(words), replacement: "x" })).body.id;
  const [own, foreign, third] = [
    await suggest("cora", "Monday"),
    await suggest("edna", "Plan"),
    await suggest("cora", "again"),
  ];
  const reject = (person: "cora" | "edna" | "vera", threadIds: string[] | "all") =>
    w.as(person).post(`/api/pages/${pageId}/suggestions/reject`, { threadIds });
  expect((await reject("vera", [own])).status).toBe(403);
  expect((await reject("cora", [own, foreign])).status).toBe(403);
  expect((await reject("cora", [own, "unknown"])).status).toBe(404);
  expect((await reject("cora", [own])).body).toEqual({ threadIds: [own] });
  expect((await reject("cora", [own])).body).toEqual({ threadIds: [] });
  expect(new Set((await reject("edna", "all")).body.threadIds)).toEqual(new Set([foreign, third]));
  const closed = await list(w.as("vera"), pageId, "?state=resolved");
  expect(closed.threads[0].closed).toMatchObject({ as: "rejected", by: { id: w.ids.edna } });
  const reopened = await w.as("cora").patch(`${threadsOf(pageId)}/${own}`, { isResolved: false });
  expect(reopened.body.closed).toBeNull();
});
