/** Comments in a thread: replies, edits, deletions, reactions, limits. */
import { expect, test } from "vitest";
import { MAX_COMMENTS } from "../../src/kernel/comment.ts";
import { makePage, world, type Client, type Person, type World } from "../support/world.ts";
import { d1 } from "../support/d1.ts";
import { comment, list, reply, texts, threadsOf } from "./requests.ts";

async function start(person: Person = "cora"): Promise<{ w: World; pageId: string; threadId: string; at: string }> {
  const w = await world();
  const pageId = await makePage(w);
  const { id: threadId } = await comment(w.as(person), pageId, "first");
  return { w, pageId, threadId, at: `${threadsOf(pageId)}/${threadId}` };
}

const contents = (thread: { comments: { content: string }[] }): string[] =>
  thread.comments.map(({ content }) => content);

test("shows all comments of a single thread, and of a listed one the first and the newest twenty", async () => {
  const { w, pageId, threadId, at } = await start();
  const replies = Array.from({ length: 25 }, (_, i) => `reply ${i}`);
  for (const content of replies) await reply(w.as("edna"), pageId, threadId, content);
  const [listed] = (await list(w.as("vera"), pageId)).threads;
  expect([contents(listed), listed.commentCount]).toEqual([["first", ...replies.slice(5)], 26]);
  expect(contents((await w.as("vera").get(at)).body)).toEqual(["first", ...replies]);
});

test("lets only the author edit a comment", async () => {
  const { w, pageId, threadId, at } = await start();
  const { id } = await reply(w.as("cora"), pageId, threadId, "secnd");
  const edited = await w.as("cora").patch(`${at}/comments/${id}`, { content: "second" });
  expect(edited).toMatchObject({
    status: 200,
    body: { id, threadId, content: "second", editedAt: expect.any(String) },
  });
  const refused = await Promise.all(
    (["olivia", "dora", "vera"] as const).map((person) => w.as(person).patch(`${at}/comments/${id}`, { content: "x" })),
  );
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await w.as("cora").patch(`${at}/comments/${id}`, { content: "" })).status).toBe(400);
  const same = await w.as("cora").patch(`${at}/comments/${id}`, { content: "second" });
  expect(same.body.editedAt).toBe(edited.body.editedAt);
});

test("lets authors and users who can delete the page delete a comment, and keeps the place of a first one with replies", async () => {
  const { w, pageId, threadId, at } = await start();
  const { id: second } = await reply(w.as("edna"), pageId, threadId, "second");
  const remove = async (person: Person, id: string) => (await w.as(person).delete(`${at}/comments/${id}`)).status;
  expect([await remove("edna", threadId), await remove("cora", threadId), await remove("cora", threadId)]).toEqual([
    403, 200, 404,
  ]);
  const { body: thread } = await w.as("vera").get(at);
  expect(thread).toMatchObject({
    comments: [{ content: "", deletedAt: expect.any(String) }, { content: "second" }],
    commentCount: 2,
  });
  expect(await d1`select count(*) as n from comments where content = 'first' and page_id = ${pageId}`.first("n")).toBe(
    0,
  );
  // With the last comment the thread is gone.
  expect([await remove("dora", second), (await w.as("vera").get(at)).status]).toEqual([200, 404]);
});

test("deletes a thread with its only comment", async () => {
  const { w, threadId, at } = await start();
  expect((await w.as("cora").delete(`${at}/comments/${threadId}`)).status).toBe(200);
  expect((await w.as("cora").get(at)).status).toBe(404);
});

test("keeps a reply or deletes it with its thread, but loses none, when both happen at the same time", async () => {
  const { w, pageId, at } = await start();
  const [deleted, replied] = await Promise.all([
    w.as("cora").delete(at),
    w.as("edna").post(`${at}/comments`, { content: "wait" }),
  ]);
  const left = (await list(w.as("vera"), pageId)).threads;
  if (deleted.status === 200) expect(left).toEqual([]);
  else expect([replied.status, contents(left[0])]).toEqual([201, ["first", "wait"]]);
  expect([200, 403, 409]).toContain(deleted.status);
  expect(
    await d1`select count(*) as n from comments c where not exists (select 1 from comment_threads where id = c.thread_id)`.first(
      "n",
    ),
  ).toBe(0);
});

const react = (client: Client, at: string, id: string, emoji: string, isOn = true) => {
  const path = `${at}/comments/${id}/reactions/${encodeURIComponent(emoji)}`;
  return isOn ? client.put(path) : client.delete(path);
};

test("stores each reaction once per user, and lets users remove only their own", async () => {
  const { w, threadId, at } = await start();
  await react(w.as("dora"), at, threadId, "🎉");
  await react(w.as("edna"), at, threadId, "👍🏽");
  await react(w.as("edna"), at, threadId, "🎉");
  const again = await react(w.as("edna"), at, threadId, "🎉");
  const [dora, edna] = (["dora", "edna"] as const).map((name) => ({ id: w.ids[name], name }));
  expect(again.body.reactions).toEqual([
    { emoji: "🎉", users: [dora, edna] },
    { emoji: "👍🏽", users: [edna] },
  ]);
  expect((await react(w.as("edna"), at, threadId, "🎉", false)).body.reactions).toEqual([
    { emoji: "🎉", users: [dora] },
    { emoji: "👍🏽", users: [edna] },
  ]);
  const refused = [
    await react(w.as("vera"), at, threadId, "🎉"),
    await react(w.as("edna"), at, "unknown", "🎉"),
    await react(w.as("edna"), at, threadId, "x"),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 404, 404]);
});

test("allows a hundred reactions to a comment", async () => {
  const { w, threadId, at } = await start();
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < 99) insert into comment_reactions (comment_id, user_id, emoji, created_at) select ${threadId}, ${w.ids.dora}, 'x' || i, 1 from n`.run();
  const [last, over] = [await react(w.as("edna"), at, threadId, "🎉"), await react(w.as("edna"), at, threadId, "👍")];
  expect([last.status, over.status, over.body.code]).toEqual([200, 409, "conflict"]);
});

test("allows a thousand comments in a thread", async () => {
  const { w, pageId, threadId, at } = await start();
  await d1`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MAX_COMMENTS - 2}) insert into comments (id, thread_id, page_id, content, created_at) select ${threadId} || '-' || i, ${threadId}, ${pageId}, 'x', 1 from n`.run();
  const send = () => w.as("edna").post(`${at}/comments`, { content: "x" });
  const [last, over] = [await send(), await send()];
  expect([last.status, over.status, over.body.error]).toEqual([201, 409, expect.stringContaining("1,000 comments")]);
});

test("allows a megabyte of text in a thread", async () => {
  const { w, pageId, threadId, at } = await start();
  const long = "ö".repeat(10_000);
  await d1`update comment_threads set text_bytes = 979990 where id = ${threadId}`.run();
  const { id } = await reply(w.as("edna"), pageId, threadId, long);
  const over = await w.as("edna").post(`${at}/comments`, { content: "x".repeat(11) });
  expect([over.status, over.body.error]).toEqual([409, expect.stringContaining("1,000 KB")]);
  const grown = await w.as("cora").patch(`${at}/comments/${threadId}`, { content: "x".repeat(100) });
  const shorter = await w.as("edna").patch(`${at}/comments/${id}`, { content: "short" });
  expect([grown.status, shorter.status]).toEqual([409, 200]);
});

test("attributes a tool's comment to its user and names the tool", async () => {
  const { w, pageId } = await start();
  const { client } = await w.token("edna");
  const opened = await comment(client, pageId, "from a tool");
  expect(opened).toMatchObject({ user: { id: w.ids.edna }, agent: "test", comments: [{ agent: "test" }] });
  expect(texts(await list(w.as("edna"), pageId, "?mine"))).toEqual(["from a tool"]);
  const reader = await w.token("edna", { readOnly: true });
  expect((await reader.client.post(threadsOf(pageId), { target: { kind: "page" }, content: "x" })).status).toBe(403);
  expect((await list(reader.client, pageId)).counts.open).toBe(2);
});
