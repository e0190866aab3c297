/** Who is notified of comments, in the inbox and on the hub. */
import { expect, test } from "vitest";
import { grant, makePage, world, type Person, type World } from "../support/world.ts";
import { act, openHub } from "../live/sockets.ts";
import { d1 } from "../support/d1.ts";
import { comment, reply, threadsOf } from "./requests.ts";

const told = async (w: World, person: Person) =>
  (await w.as(person).get("/api/notifications")).body.notifications.map(
    ({ type, threadId }: { type: string; threadId: string | null }) => [type, threadId],
  );

const clear = (w: World) =>
  d1`delete from notifications where actor_id in (${w.ids.edna}, ${w.ids.cora}, ${w.ids.olivia})`.run();

test("notifies the creator of the page of a thread, and those who take part of a reply", async () => {
  const w = await world();
  const id = await makePage(w, { title: "Plan" });
  const thread = await comment(w.as("cora"), id, "first");
  expect([await told(w, "olivia"), await told(w, "cora"), await told(w, "edna")]).toEqual([
    [["COMMENT", thread.id]],
    [],
    [],
  ]);
  const [{ title, message, pageId }] = (await w.as("olivia").get("/api/notifications")).body.notifications;
  expect([title, message, pageId]).toEqual(["New comment", "cora commented on “Plan”.", id]);
  await clear(w);
  await reply(w.as("edna"), id, thread.id, "second");
  expect([await told(w, "cora"), await told(w, "edna"), await told(w, "olivia")]).toEqual([
    [["COMMENT_REPLY", thread.id]],
    [],
    [],
  ]);
  await clear(w);
  await reply(w.as("cora"), id, thread.id, "third");
  expect([await told(w, "cora"), await told(w, "edna")]).toEqual([[], [["COMMENT_REPLY", thread.id]]]);
});

test("notifies followers of replies, and not those who have stopped following", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("cora"), id, "first");
  await w.as("vera").patch(`${threadsOf(id)}/${threadId}`, { follows: true });
  await w.as("cora").patch(`${threadsOf(id)}/${threadId}`, { follows: false });
  await reply(w.as("edna"), id, threadId, "second");
  expect([await told(w, "vera"), await told(w, "cora")]).toEqual([[["COMMENT_REPLY", threadId]], []]);
});

test("notifies mentioned users once, and of an edit only those it adds", async () => {
  const w = await world();
  const id = await makePage(w);
  const at = (person: Person) => `@[${person}](user:${w.ids[person]})`;
  const { id: threadId } = await comment(w.as("cora"), id, `${at("olivia")} and ${at("vera")}: look, ${at("oscar")}`);
  expect([await told(w, "olivia"), await told(w, "vera"), await told(w, "oscar")]).toEqual([
    [["MENTION", threadId]],
    [["MENTION", threadId]],
    [],
  ]);
  await w
    .as("cora")
    .patch(`${threadsOf(id)}/${threadId}/comments/${threadId}`, { content: `${at("vera")} ${at("edna")}` });
  expect([await told(w, "vera"), await told(w, "edna")]).toEqual([[["MENTION", threadId]], [["MENTION", threadId]]]);
});

test("notifies nobody who has muted the page, turned the type off, blocked the author, or can no longer see the page", async () => {
  const w = await world();
  const id = await makePage(w);
  const { id: threadId } = await comment(w.as("cora"), id, "first");
  for (const person of ["vera", "sara", "dora", "adam"] as const)
    await w.as(person).patch(`${threadsOf(id)}/${threadId}`, { follows: true });
  await w.as("vera").put(`/api/notifications/muted/pages/${id}`);
  await w.as("sara").put("/api/notifications/settings", { off: ["COMMENT_REPLY"] });
  await w.as("dora").post("/api/connections/block", { userId: w.ids.edna });
  await grant(id, w.ids.cora, 0);
  await reply(w.as("edna"), id, threadId, "second");
  const found = await Promise.all((["vera", "sara", "dora", "cora"] as const).map((person) => told(w, person)));
  expect(found).toEqual([[], [], [], []]);
  expect(await told(w, "adam")).toEqual([["COMMENT_REPLY", threadId]]);
});

test("sends an event to users who watch the page and can see it, and to nobody else", async () => {
  const w = await world();
  const pageId = await makePage(w);
  const hidden = await makePage(w, { title: "Hidden" });
  await grant(hidden, w.ids.vera, 0);
  const [vera, oscar, idle] = [await openHub(w, "vera"), await openHub(w, "oscar"), await openHub(w, "dora")];
  for (const hub of [vera, oscar]) {
    hub.ws.send(JSON.stringify({ type: "watch", pages: [pageId, hidden] }));
    await hub.news();
  }
  const open = (id: string) =>
    act(w, "olivia", "POST", threadsOf(id), { target: { kind: "page" }, content: "secret words" });
  await open(hidden);
  const { body } = await open(pageId);
  const event = { type: "threads", driveId: w.drive, pageId, ids: [body["id"]] };
  expect(await vera.news()).toMatchObject([event]);
  expect([await oscar.news(), await idle.news()]).toEqual([[], []]);
  const at = `${threadsOf(pageId)}/${String(body["id"])}`;
  await act(w, "olivia", "PATCH", at, { isResolved: true });
  await act(w, "olivia", "POST", `${at}/comments`, { content: "x" });
  await act(w, "olivia", "DELETE", at);
  expect(await vera.news()).toMatchObject([event, event, event]);
});
