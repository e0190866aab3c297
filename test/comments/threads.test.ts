/** Comment threads about a whole page: opening, listing, replying, resolving and deleting. */
import { expect, test } from "vitest";
import { grant, makePage, world, type Person } from "../support/world.ts";
import { VIEW } from "../../src/kernel/rights.ts";
import { d1 } from "../support/d1.ts";
import { comment, list, reply, texts, threadsOf } from "./requests.ts";

test("opens a thread, and lists it with its first comment to everyone who sees the page", async () => {
  const w = await world();
  const id = await makePage(w);
  const opened = await comment(w.as("cora"), id, "Is this right?");
  expect(opened).toMatchObject({
    pageId: id,
    kind: "comment",
    target: { kind: "page" },
    state: "anchored",
    user: { id: w.ids.cora, name: "cora" },
    agent: null,
    closed: null,
    task: null,
    comments: [{ threadId: opened.id, content: "Is this right?", user: { id: w.ids.cora }, editedAt: null }],
    commentCount: 1,
    isUnread: false,
    follows: true,
  });
  const seen = await list(w.as("vera"), id);
  expect(seen).toMatchObject({
    threads: [{ ...opened, isUnread: true, follows: false }],
    counts: { open: 1, resolved: 0, detached: 0, unread: 1 },
    nextCursor: null,
  });
  const single = await w.as("vera").get(`${threadsOf(id)}/${opened.id}`);
  expect(single.body).toEqual(seen.threads[0]);
});

test("lets users write who may comment, and nobody else", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("edna"), id, "first");
  const answers: Record<string, number[]> = {};
  for (const person of ["vera", "sara", "cora", "edna", "oscar"] as const) {
    const at = `${threadsOf(id)}/${threadId}`;
    const opened = await w.as(person).post(threadsOf(id), { target: { kind: "page" }, content: "x" });
    const replied = await w.as(person).post(`${at}/comments`, { content: "x" });
    const followed = await w.as(person).patch(at, { follows: true });
    const read = await w.as(person).post(`${threadsOf(id)}/read`, { threadIds: [threadId] });
    const resolved = await w.as(person).patch(at, { isResolved: true });
    answers[person] = [opened, replied, followed, read, resolved].map(({ status }) => status);
  }
  expect(answers).toEqual({
    vera: [403, 403, 200, 200, 403],
    sara: [403, 403, 200, 200, 403],
    cora: [201, 201, 200, 200, 200],
    edna: [201, 201, 200, 200, 200],
    oscar: [404, 404, 404, 404, 404],
  });
});

test("loses the right to comment with the next request after it is withdrawn", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("cora"), id, "first");
  await grant(id, w.ids.cora, VIEW);
  expect((await w.as("cora").post(`${threadsOf(id)}/${threadId}/comments`, { content: "x" })).status).toBe(403);
  await d1`update page_grants set rights = 0 where user_id = ${w.ids.cora}`.run();
  expect((await w.as("cora").get(threadsOf(id))).status).toBe(404);
});

test("reads a trashed page's threads, and accepts no new words on it", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("edna"), id, "first");
  await w.as("olivia").delete(`/api/pages/${id}`);
  expect(texts(await list(w.as("vera"), id))).toEqual(["first"]);
  const at = `${threadsOf(id)}/${threadId}`;
  const answers = [
    await w.as("edna").post(threadsOf(id), { target: { kind: "page" }, content: "x" }),
    await w.as("edna").post(`${at}/comments`, { content: "x" }),
    await w.as("edna").patch(at, { isResolved: true }),
    await w.as("edna").delete(at),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
});

test("resolves and reopens a thread, and keeps it resolved when someone replies", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("cora"), id, "first");
  const at = `${threadsOf(id)}/${threadId}`;
  const resolved = await w.as("edna").patch(at, { isResolved: true });
  expect(resolved.body.closed).toMatchObject({ as: "resolved", by: { id: w.ids.edna } });
  const again = await w.as("cora").patch(at, { isResolved: true });
  expect(again.body.closed).toEqual(resolved.body.closed);
  await reply(w.as("cora"), id, threadId, "one more thing");
  expect(await list(w.as("vera"), id)).toMatchObject({ threads: [], counts: { open: 0, resolved: 1, unread: 0 } });
  expect(texts(await list(w.as("vera"), id, "?state=resolved"))).toEqual(["first"]);
  const reopened = await w.as("cora").patch(at, { isResolved: false });
  expect(reopened.body).toMatchObject({ closed: null, commentCount: 2 });
  expect((await list(w.as("vera"), id)).counts).toEqual({ open: 1, resolved: 0, detached: 0, unread: 1 });
});

test("records who resolved a thread once when several resolve it at the same time", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("cora"), id, "first");
  const at = `${threadsOf(id)}/${threadId}`;
  const people = ["edna", "dora", "cora", "adam", "olivia"] as const;
  const all = await Promise.all(people.map((person) => w.as(person).patch(at, { isResolved: true })));
  expect(all.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect(new Set(all.map(({ body }) => JSON.stringify(body.closed))).size).toBe(1);
});

test("lets an author delete a thread until someone else has commented, and users who can delete the page any", async () => {
  const w = await world();
  const id = await makePage(w);
  const open = async (person: Person) => `${threadsOf(id)}/${(await comment(w.as(person), id, "x")).id}`;
  const [own, answered, foreign] = [await open("cora"), await open("cora"), await open("edna")];
  await w.as("edna").post(`${answered}/comments`, { content: "no" });
  const status = async (person: Person, at: string) => (await w.as(person).delete(at)).status;
  expect([await status("edna", own), await status("cora", own), await status("cora", own)]).toEqual([403, 200, 404]);
  expect([await status("cora", answered), await status("dora", answered)]).toEqual([403, 200]);
  expect([await status("cora", foreign), await status("vera", foreign), await status("edna", foreign)]).toEqual([
    403, 403, 200,
  ]);
  expect((await list(w.as("vera"), id)).counts.open).toBe(0);
});

test("finds a thread only under its own page", async () => {
  const w = await world();
  const [mine, other] = [await makePage(w), await makePage(w)];
  const { id: threadId } = await comment(w.as("edna"), mine, "x");
  const at = `${threadsOf(other)}/${threadId}`;
  const answers = [
    await w.as("edna").get(at),
    await w.as("edna").patch(at, { isResolved: true }),
    await w.as("edna").delete(at),
    await w.as("edna").post(`${at}/comments`, { content: "x" }),
    await w.as("edna").patch(`${at}/comments/${threadId}`, { content: "x" }),
    await w.as("edna").put(`${at}/comments/${threadId}/reactions/${encodeURIComponent("🎉")}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  await w.as("edna").post(`${threadsOf(other)}/read`, { threadIds: [threadId] });
  expect(texts(await list(w.as("edna"), mine))).toEqual(["x"]);
});

test.each([
  [{}],
  [{ target: { kind: "page" } }],
  [{ target: { kind: "page" }, content: " \n" }],
  [{ target: { kind: "page" }, content: "x", replacement: "y" }],
  [{ target: { kind: "nowhere" }, content: "x" }],
  [{ target: { kind: "text", from: 3, to: 3 }, content: "x" }],
  [{ target: { kind: "text", from: 3, to: 3 }, replacement: "" }],
  [{ target: { kind: "cells", row: 0, column: 0, endRow: 0, endColumn: 0 }, content: "x" }],
  [{ target: { kind: "picture", x: 0, y: 0, width: 1, height: 1 }, content: "x" }],
  [{ target: { kind: "pdf", page: 1, quote: "a", occurrence: 0 }, content: "x" }],
])("rejects the thread %j on a document", async (thread) => {
  const w = await world();
  const id = await makePage(w, { content: "some words" });
  const { status, body } = await w.as("edna").post(threadsOf(id), thread);
  expect([status, body.code]).toEqual([400, "invalid_request"]);
});

test("rejects a comment that is too long", async () => {
  const w = await world();
  const id = await makePage(w);
  const open = async (length: number) =>
    (await w.as("edna").post(threadsOf(id), { target: { kind: "page" }, content: "x".repeat(length) })).status;
  expect([await open(10_000), await open(10_001)]).toEqual([201, 400]);
});

test("accepts threads about the text only on pages that consist of text", async () => {
  const w = await world();
  for (const type of ["FOLDER", "CHANNEL", "AI_CHAT"]) {
    const id = await makePage(w, { type });
    const target = { kind: "quote", quote: "words" };
    expect((await w.as("edna").post(threadsOf(id), { target, content: "x" })).status).toBe(400);
    await comment(w.as("edna"), id, "about all of it");
  }
});
