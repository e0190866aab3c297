/** A person's hub: who is online, messages missed in a gap, watched pages, and limits. */
import { evictDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { grant, world, type Person, type World } from "../support/world.ts";
import {
  act,
  hubOf,
  type Listener,
  listenTo,
  openHub,
  openSockets,
  runLinger,
  socketToken,
  upgrade,
  upgradeWith,
} from "./sockets.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const isOnline = async (userId: string): Promise<boolean> =>
  (await d1`select 1 from online_users where user_id = ${userId}`.first()) !== null;

const makePage = async (w: World, person: Person = "olivia"): Promise<string> =>
  String((await act(w, person, "POST", "/api/pages", { driveId: w.drive, title: "P", type: "DOCUMENT" })).body["id"]);

const open = (pageId: string, userId: string) =>
  d1`insert into open_pages (page_id, user_id, opened_at) values (${pageId}, ${userId}, 1)`.run();

test("sends the unread count on connecting, and lists a user online until 30 seconds after their last socket closes", async () => {
  const w = await world();
  const vera = await openHub(w, "vera");
  expect(vera.messages[0]).toEqual({ type: "hello", unread: 0, cursor: expect.any(String) });
  expect(await isOnline(w.ids.vera)).toBe(true);
  const second = await openHub(w, "vera");
  vera.ws.close(1000);
  await expect.poll(() => openSockets(w.ids.vera)).toBe(1);
  expect(await runLinger(w.ids.vera)).toBe(false);
  second.ws.close(1000);
  await expect.poll(() => openSockets(w.ids.vera)).toBe(0);
  await expect.poll(() => runLinger(w.ids.vera)).toBe(true);
  expect(await isOnline(w.ids.vera)).toBe(false);
});

test("reports whether a reconnecting client missed messages, and assumes so after the retention time", async () => {
  const w = await world();
  const first = await openHub(w, "vera");
  const { cursor } = first.messages[0] as { cursor: string };
  const comeBack = async (since: string) => {
    const again = await openHub(w, "vera");
    again.ws.send(JSON.stringify({ type: "since", cursor: since }));
    await expect.poll(() => again.messages.filter(({ type }) => type === "missed").length).toBe(2);
    const last = again.messages.at(-1);
    again.ws.close(1000);
    await expect.poll(() => openSockets(w.ids.vera)).toBe(0);
    return last;
  };
  first.ws.close(1000);
  await expect.poll(() => openSockets(w.ids.vera)).toBe(0);
  expect(await comeBack(cursor)).toMatchObject({ missed: false });
  await makePage(w);
  expect(await comeBack(cursor)).toMatchObject({ missed: true });
  const later = (await comeBack(cursor)) as { cursor: string };
  await runLinger(w.ids.vera);
  expect(await comeBack(later.cursor)).toMatchObject({ missed: true });
});

test("sends a cursor with each message that includes the message", async () => {
  const w = await world();
  const vera = await openHub(w, "vera");
  await makePage(w);
  const [tree] = await vera.news();
  vera.ws.send(JSON.stringify({ type: "since", cursor: (tree as { cursor: string }).cursor }));
  await expect.poll(() => vera.messages.at(-1)).toMatchObject({ type: "missed", missed: false });
});

test("reports a page's viewers to users who watch the page and can view it", async () => {
  const w = await world();
  const page = await makePage(w);
  const hidden = await makePage(w);
  await grant(hidden, w.ids.edna, 0);
  await Promise.all([open(page, w.ids.vera), open(hidden, w.ids.vera)]);
  const [edna, dora] = await Promise.all([openHub(w, "edna"), openHub(w, "dora")]);
  edna.ws.send(JSON.stringify({ type: "watch", pages: [page, hidden, "none"] }));
  const people = [{ userId: w.ids.vera, name: "vera" }];
  expect(await edna.news()).toEqual([{ type: "presence", pageId: page, people }]);
  await hubOf(w.ids.edna).notify([{ driveId: w.drive, news: { type: "presence", pageId: page, people: [] } }]);
  await hubOf(w.ids.dora).notify([{ driveId: w.drive, news: { type: "presence", pageId: page, people: [] } }]);
  expect([await edna.news(), await dora.news()]).toEqual([[{ type: "presence", pageId: page, people: [] }], []]);
});

test("sends a tool only messages of its drives, and no notifications of its owner", async () => {
  const w = await world();
  const elsewhere = await w.token("olivia", { drives: [w.otherDrive] });
  const here = await w.token("olivia", { drives: [w.drive], readOnly: true });
  await d1`update drives set owner_id = ${w.ids.olivia} where id = ${w.otherDrive}`.run();
  const listen = async (raw: string) => {
    const hub = listenTo(await upgrade({ headers: { Authorization: `Bearer ${raw}` } }), w.ids.olivia);
    await expect.poll(() => hub.messages[0]).toMatchObject({ type: "hello", unread: null });
    await hub.news();
    return hub;
  };
  const [other, own] = await Promise.all([listen(elsewhere.raw), listen(here.raw)]);
  const pageId = await makePage(w);
  await act(w, "vera", "POST", "/api/connections", { userId: w.ids.olivia });
  expect(await own.news()).toMatchObject([{ type: "tree", driveId: w.drive, pages: [pageId] }]);
  expect(await other.news()).toEqual([]);
});

test("keeps sockets and watched pages when the object hibernates", async () => {
  const w = await world();
  const vera = await openHub(w, "vera");
  const page = await makePage(w);
  await vera.news();
  vera.ws.send(JSON.stringify({ type: "watch", pages: [page] }));
  await vera.news();
  await evictDurableObject(hubOf(w.ids.vera), { webSockets: "hibernate" });
  const news = { type: "presence", pageId: page, people: [] } as const;
  await hubOf(w.ids.vera).notify([{ driveId: w.drive, news }]);
  expect(await vera.news()).toEqual([news]);
});

test("responds to pings, and closes the connection after an invalid message", async () => {
  const w = await world();
  for (const [message, code] of [
    ["{", 1002],
    [JSON.stringify({ type: "watch", pages: Array.from({ length: 201 }, (_, i) => `p${i}`) }), 1002],
    [new Uint8Array([1]), 1002],
    ["x".repeat(20_001), 4429],
  ] as const) {
    const vera = await openHub(w, "vera");
    let pong = false;
    vera.ws.addEventListener("message", ({ data }) => {
      pong ||= data === "pong";
    });
    vera.ws.send("ping");
    await expect.poll(() => pong).toBe(true);
    vera.ws.send(message);
    await expect.poll(() => vera.closedWith).toBe(code);
  }
});

test("closes a connection that sends messages faster than a user would", async () => {
  const w = await world();
  const vera = await openHub(w, "vera");
  for (let i = 0; i < 120; i += 1) vera.ws.send(JSON.stringify({ type: "since", cursor: "" }));
  await expect.poll(() => vera.closedWith).toBe(4429);
});

test("limits a user to 50 sockets", async () => {
  const w = await world();
  const first = await openHub(w, "vera");
  const tokens = await Promise.all(Array.from({ length: 50 }, () => socketToken(w, "vera")));
  const statuses: number[] = [];
  for (const token of tokens) {
    const answer = await upgradeWith(token);
    statuses.push(answer.status);
    if (answer.webSocket) listenTo(answer, w.ids.vera);
  }
  expect([statuses.filter((status) => status === 101).length, statuses.at(-1)]).toEqual([49, 503]);
  first.ws.close(1000);
});

test("reports typing in a channel to its watchers, only for users who may write there", async () => {
  const w = await world();
  const made = async (type: string) =>
    String((await act(w, "olivia", "POST", "/api/pages", { driveId: w.drive, title: "C", type })).body["id"]);
  const [channel, document] = [await made("CHANNEL"), await made("DOCUMENT")];
  const [edna, dora, vera, oscar] = await Promise.all(
    (["edna", "dora", "vera", "oscar"] as const).map((person) => openHub(w, person)),
  );
  const watching = [edna, vera, oscar];
  for (const hub of watching) hub?.ws.send(JSON.stringify({ type: "watch", pages: [channel, document] }));
  const say = (hub: typeof edna, pageId: string) => hub?.ws.send(JSON.stringify({ type: "typing", pageId }));
  // A reader, a stranger to the drive, someone who does not watch, and a page without messages.
  say(vera, channel);
  say(oscar, channel);
  say(dora, channel);
  say(edna, document);
  say(edna, channel);
  say(edna, channel);
  const news = { type: "typing", pageId: channel, userId: w.ids.edna, name: "edna" };
  await expect.poll(() => vera?.messages.filter(({ type }) => type === "typing")).toEqual([news]);
  // A second notification within the interval would have arrived before the next message.
  await act(w, "olivia", "POST", `/api/pages/${channel}/messages`, { content: "hello" });
  await expect.poll(() => vera?.messages.at(-1)?.type).toBe("message");
  const told = [edna, dora, vera, oscar].map((hub) => hub?.messages.filter(({ type }) => type === "typing"));
  expect(told).toEqual([[], [], [news], []]);
});

test("reports new and deleted messages of unwatched channels to browsers, and no other change, and nothing to tools", async () => {
  const w = await world();
  const made = { driveId: w.drive, title: "C", type: "CHANNEL" };
  const channel = String((await act(w, "olivia", "POST", "/api/pages", made)).body["id"]);
  const { raw } = await w.token("olivia", { drives: [w.drive], readOnly: true });
  const [vera, tool] = [
    await openHub(w, "vera"),
    listenTo(await upgrade({ headers: { Authorization: `Bearer ${raw}` } }), w.ids.olivia),
  ];
  await expect.poll(() => tool.messages.length).toBeGreaterThan(0);
  await tool.news();
  const messages = `/api/pages/${channel}/messages`;
  const id = String((await act(w, "olivia", "POST", messages, { content: "hello" })).body["id"]);
  await act(w, "olivia", "PATCH", `${messages}/${id}`, { content: "hello all" });
  await act(w, "olivia", "DELETE", `${messages}/${id}`);
  const told = (change: string) => ({ type: "message", driveId: w.drive, pageId: channel, id, change });
  expect(await vera.news()).toMatchObject([told("created"), told("deleted")]);
  expect(await tool.news()).toEqual([]);
});

test("limits the page lookups of a user per minute across connections, without affecting others", async () => {
  const w = await world();
  const page = await makePage(w);
  const [first, second, other] = [await openHub(w, "vera"), await openHub(w, "vera"), await openHub(w, "edna")];
  const many = Array.from({ length: 199 }, (_, i) => `page-${i}`);
  const watch = (listener: Listener, pages: readonly string[]): void =>
    listener.ws.send(JSON.stringify({ type: "watch", pages }));
  for (let i = 0; i < 40; i++) for (const listener of [first, second]) watch(listener, [page, ...many]);
  await expect.poll(() => [first.closedWith, second.closedWith]).toContain(4429);
  expect(other.closedWith).toBeNull();
  await open(page, w.ids.olivia);
  watch(other, [page]);
  await expect.poll(() => other.messages.at(-1)).toMatchObject({ type: "presence", pageId: page });
});

test("allows a user to switch pages in several tabs within the lookup limit", async () => {
  const w = await world();
  const tabs = [await openHub(w, "vera"), await openHub(w, "vera"), await openHub(w, "vera")];
  const pages = Array.from({ length: 60 }, (_, i) => `page-${i}`);
  for (let i = 0; i < 50; i++) for (const { ws } of tabs) ws.send(JSON.stringify({ type: "watch", pages }));
  for (const tab of tabs) expect(await tab.news()).toEqual([]);
  expect(tabs.map(({ closedWith }) => closedWith)).toEqual([null, null, null]);
});
