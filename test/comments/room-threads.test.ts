/** What a page's room keeps of its threads besides their places. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import * as Y from "yjs";
import { MAX_THREADS, type ThreadsFrame } from "../../src/kernel/comment.ts";
import { taskAnchorId } from "../../src/rpc/page-threads.ts";
import { openAs } from "../live/live-pages.ts";
import { connect, follow, type Peer } from "../live/peer.ts";
import { socketToken, upgrade } from "../live/sockets.ts";
import { until } from "../live/until.ts";
import { d1 } from "../support/d1.ts";
import { makePage, ORIGIN, world, type Person, type World } from "../support/world.ts";
import {
  anchor,
  kill,
  listed,
  open,
  openOne,
  pageRef,
  place,
  roomOf,
  stands,
  storeThread,
  stored,
  textOf,
} from "./threads.ts";

const TEXT = "The quick brown fox jumps.\n\nIt sleeps until noon.";

const connectForThreads = async (w: World, person: Person, pageId: string): Promise<Peer> => {
  const token = await socketToken(w, person, pageId);
  return follow(
    await upgrade({
      query: "?threads=1",
      headers: { Origin: ORIGIN, "Sec-WebSocket-Protocol": `octavo.v1, ${token}` },
    }),
  );
};

const framesOf = ({ heard }: Peer): ThreadsFrame[] =>
  heard.flatMap((message) => (message.kind === "threads" ? [JSON.parse(message.frame) as ThreadsFrame] : []));

test("drops a pending thread that D1 does not have, and keeps one that it has, when the room was killed", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [lost, kept, young] = [anchor("brown fox"), anchor("sleeps"), anchor("noon")];
  await place(id, [lost, kept, young]);
  await storeThread(kept.id, id);
  const age = `update anchors set pending = pending - 120000 where id <> '${young.id}'`;
  await stored(id, age);
  await kill(id);
  expect((await listed(id)).map((each) => each.id).toSorted()).toEqual([kept.id, young.id].toSorted());
  const pending = await stored(id, "select id from anchors where pending is not null");
  // Whoever placed it a moment ago may still be storing its thread.
  expect(pending).toEqual([{ id: young.id }]);
});

test("drops what its caller did not store, and forgets a page without threads", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [one, other] = [anchor("brown fox"), anchor("sleeps")];
  await place(id, [one, other]);
  await roomOf(id).confirmAnchors([one.id, other.id], [other.id]);
  expect((await listed(id)).map((each) => each.id)).toEqual([other.id]);
  await roomOf(id).deleteAnchors([other.id]);
  expect(await listed(id)).toEqual([]);
  expect(await stored(id, "select value from meta where key = 'anchored'")).toEqual([]);
});

test("sends open threads to those who ask for them: all at first, and then what changes", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", noon = ""] = await open(id, ["brown fox", "noon"]);
  const closed = await openOne(id, "jumps");
  await roomOf(id).setAnchorsClosed([closed], true);
  const pending = anchor("quick");
  await place(id, [pending]);
  const vera = await connectForThreads(w, "vera", id);
  const edna = await connect(w, "edna", id);
  await until(() => expect(framesOf(vera)).toHaveLength(1));
  expect(framesOf(vera)[0]).toMatchObject({ revision: 1, isWhole: true, closed: [] });
  expect(
    framesOf(vera)[0]
      ?.anchors.map((each) => each.id)
      .toSorted(),
  ).toEqual([fox, noon].toSorted());
  await roomOf(id).confirmAnchors([pending.id], [pending.id]);
  await until(() => expect(framesOf(vera)[1]).toMatchObject({ isWhole: false, anchors: [{ id: pending.id }] }));
  await roomOf(id).setAnchorsClosed([noon], true);
  await until(() => expect(framesOf(vera)[2]).toMatchObject({ anchors: [], closed: [noon] }));
  edna.type(0, "Typed. ");
  await edna.saved();
  await w.as("olivia").patch(`/api/pages/${id}`, { content: (await textOf(w, id)).replace("brown", "red") });
  await until(() => expect(framesOf(vera)[3]?.anchors).toMatchObject([{ id: fox, state: "changed", now: "red fox" }]));
  expect(framesOf(vera)).toHaveLength(4);
  expect(framesOf(edna)).toEqual([]);
});

test("gives the client library the open threads, with positions in its own document", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const fox = await openOne(id, "brown fox");
  const { page } = openAs(w, "vera", id);
  const words = (): (string | null)[] =>
    page.threads.map(({ start, end }) => {
      const [from, to] = [start, end].map((each) => {
        const position = Y.decodeRelativePosition(Uint8Array.from(atob(each), (unit) => unit.charCodeAt(0)));
        return Y.createAbsolutePositionFromRelativePosition(position, page.doc)?.index ?? 0;
      });
      return page.text.toJSON().slice(from, to);
    });
  await expect.poll(words).toEqual(["brown fox"]);
  let changes = 0;
  page.on("threads", () => (changes += 1));
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `Above.\n${TEXT.replace("brown", "red")}` });
  await expect.poll(words).toEqual(["red fox"]);
  expect(page.threads).toMatchObject([{ id: fox, kind: "comment", state: "changed", now: "red fox" }]);
  await roomOf(id).setAnchorsClosed([fox], true);
  await expect.poll(() => [page.threads, changes]).toEqual([[], 2]);
  await page.close();
});

test("accepts 5,000 threads on a page and no more", async () => {
  const w = await world();
  const content = Array.from({ length: 1_000 }, (_, n) => `Line ${n} of a long page.`).join("\n");
  const id = await makePage(w, { content });
  const many = Array.from({ length: MAX_THREADS - 1 }, (_, n) => {
    const from = content.indexOf(`Line ${n % 1_000} of`);
    return anchor({ kind: "text", from, to: from + 12 });
  });
  expect(await place(id, many)).toMatchObject({ ok: true });
  const error = { code: "too_many_threads", limit: MAX_THREADS };
  expect(await place(id, [anchor("Line 7 of"), anchor("Line 8 of")])).toEqual({ ok: false, error });
  expect(await place(id, [anchor("Line 7 of")])).toMatchObject({ ok: true });
  expect((await w.as("olivia").patch(`/api/pages/${id}`, { content: `Above.\n${content}` })).status).toBe(200);
  const all = await listed(id);
  expect(all).toHaveLength(MAX_THREADS);
  expect(all.every(({ state }) => state === "anchored")).toBe(true);
});

test("resolves a thread when the task that it is linked to is done, by request or by typing", async () => {
  const w = await world();
  const page = await makePage(w, { content: TEXT });
  const tasks = await makePage(w, { type: "TASK_LIST", content: "- [ ] Write it\n- [ ] Check it" });
  const threads = await open(page, ["brown fox", "noon", "sleeps"]);
  const [first = "", second = "", third = ""] = threads;
  for (const thread of threads) await d1`update comment_threads set task_page_id = ${tasks} where id = ${thread}`.run();
  const link = (thread: string, quote: string) => anchor(quote, { id: taskAnchorId(thread), kind: "task" });
  await place(pageRef(tasks, "TASK_LIST"), [link(first, "Write"), link(second, "Check"), link(third, "Check")]);
  const ids = threads.map(taskAnchorId);
  await roomOf(tasks).confirmAnchors(ids, ids);
  const closed = async () =>
    (
      await d1`select id, closed_as, closed_by, closed_revision from comment_threads where page_id = ${page} and closed_at is not null`.all()
    ).results;
  const done = await w.as("edna").patch(`/api/pages/${tasks}`, { content: "- [x] Write it\n- [ ] Check it" });
  expect(done.status).toBe(200);
  // The revision of a thread is that of its own page.
  expect(await closed()).toEqual([{ id: first, closed_as: "task", closed_by: w.ids.edna, closed_revision: null }]);
  await until(async () =>
    expect(await stored(page, "select id from anchors where closed = 1")).toEqual([{ id: first }]),
  );
  const dora = await connect(w, "dora", tasks);
  const box = dora.text.toString().indexOf("[ ]") + 1;
  dora.text.delete(box, 1);
  dora.type(box, "x");
  await dora.saved();
  dora.leave();
  await until(async () => expect(await closed()).toHaveLength(3));
  expect(await closed()).toContainEqual({ id: third, closed_as: "task", closed_by: w.ids.dora, closed_revision: null });
});

test("resolves no thread when the edit that completes its task is refused, nor one that has lost its link", async () => {
  const w = await world();
  const content = "- [ ] Write it";
  const tasks = await makePage(w, { type: "TASK_LIST", content });
  const thread = await openOne(pageRef(tasks, "TASK_LIST"), "Write");
  await place(pageRef(tasks, "TASK_LIST"), [anchor("Write", { id: taskAnchorId(thread), kind: "task" })]);
  expect((await w.as("edna").patch(`/api/pages/${tasks}`, { content: `${content}\n` })).status).toBe(200);
  await d1`update comment_threads set task_page_id = ${tasks} where id = ${thread}`.run();
  await d1`update drive_members set rights = 1 where user_id = ${w.ids.edna}`.run();
  expect((await w.as("edna").patch(`/api/pages/${tasks}`, { content: "- [x] Write it" })).status).not.toBe(200);
  const isOpen = async () =>
    (await d1`select closed_at from comment_threads where id = ${thread}`.first("closed_at")) === null;
  expect(await isOpen()).toBe(true);
  await d1`update comment_threads set task_page_id = null where id = ${thread}`.run();
  expect((await w.as("dora").patch(`/api/pages/${tasks}`, { content: "- [x] Write it" })).status).toBe(200);
  expect(await isOpen()).toBe(true);
});

test("keeps threads in place when old revisions are merged", async () => {
  const w = await world();
  const id = await makePage(w, { content: TEXT });
  const [fox = "", noon = ""] = await open(id, ["brown fox", "noon"]);
  await w.as("olivia").patch(`/api/pages/${id}`, { content: `First.\n${TEXT}` });
  await runInDurableObject(env.PAGE_ROOM.getByName(id), async (room, { storage }) => {
    storage.sql.exec("insert or replace into meta values ('compactAt', 1)");
    await room.alarm();
  });
  const [anchored] = await stored(id, "select value from meta where key = 'anchored'");
  expect(anchored).toEqual({ value: 2 });
  expect(await stands(w, id, fox)).toEqual(["anchored", "brown fox"]);
  await kill(id);
  expect(await stands(w, id, noon)).toEqual(["anchored", "noon"]);
});

test("exports anchors with their places, and restores them where the text is the same", async () => {
  const w = await world();
  const [from, to] = [await makePage(w, { content: TEXT }), await makePage(w, { content: TEXT })];
  const other = await makePage(w, { content: "Something else." });
  await open(from, ["brown fox", "noon"]);
  await w.as("olivia").patch(`/api/pages/${from}`, { content: TEXT.replace("noon", "dusk") });
  await w.as("olivia").patch(`/api/pages/${to}`, { content: TEXT.replace("noon", "dusk") });
  const archived = await roomOf(from).storedAnchors(pageRef(from));
  expect(archived).toMatchObject(
    [{ quote: "brown fox" }, { quote: "noon", now: "dusk" }].map((each) => expect.objectContaining(each)),
  );
  await roomOf(to).restoreAnchors(pageRef(to), archived);
  await roomOf(other).restoreAnchors(pageRef(other), archived);
  expect(await listed(to)).toEqual(await listed(from));
  expect((await listed(other)).map(({ state }) => state)).toEqual(["detached", "detached"]);
});
