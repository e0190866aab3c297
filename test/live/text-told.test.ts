/** Readers without a connection to a page are notified when its text changes, as long as they may see it. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { TextChange } from "../../src/kernel/live.ts";
import { freshId, world, type Person, type World } from "../support/world.ts";
import { connect } from "./peer.ts";
import { act, hubOf, listenTo, openHub, openSockets, upgrade, type Listener } from "./sockets.ts";
import { until } from "./until.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

const roomOf = (pageId: string) => env.PAGE_ROOM.getByName(pageId);

async function makePage(w: World, content: string, parentId: string | null = null): Promise<string> {
  const page = { driveId: w.drive, parentId, title: "T", type: "DOCUMENT", content };
  return String((await act(w, "olivia", "POST", "/api/pages", page)).body["id"]);
}

const edit = (w: World, pageId: string, content: string) =>
  act(w, "olivia", "PATCH", `/api/pages/${pageId}`, { content });

const textsOf = (listener: Listener): TextChange[] => listener.messages.filter((message) => message.type === "text");

/** The revision in the listener's last notification; null for none. */
const toldOf = (listener: Listener): number | null => textsOf(listener).at(-1)?.revision ?? null;

const follow = (listener: Listener, ...pages: string[]): void =>
  listener.ws.send(JSON.stringify({ type: "watch", pages: [], follow: pages }));

/** A person who follows a page; resolves after the first notification. */
async function reader(w: World, person: Person, pageId: string): Promise<Listener> {
  const hub = await openHub(w, person);
  follow(hub, pageId);
  await until(() => expect(toldOf(hub)).not.toBe(null));
  return hub;
}

const followersOf = (pageId: string): Promise<string[]> =>
  runInDurableObject(roomOf(pageId), (_, { storage }) =>
    Array.from(storage.kv.list({ prefix: "follower:" }), ([key]) => key.slice("follower:".length)),
  );

test("sends a page's revision to its followers on every change, without its text", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  expect(toldOf(vera)).toBe(1);
  const dora = await connect(w, "dora", page);
  dora.type(0, "typed ");
  await dora.saved();
  await until(() => expect(toldOf(vera)).toBe(dora.state.revision));
  const { body } = await edit(w, page, "whole");
  await until(() => expect(toldOf(vera)).toBe(body["revision"]));
  for (const told of textsOf(vera)) expect(Object.keys(told)).toEqual(["type", "pageId", "revision"]);
  dora.leave();
});

test("sends the room's revision to a new follower while D1 is behind", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const dora = await connect(w, "dora", page);
  dora.type(0, "typed ");
  await dora.saved();
  const vera = await reader(w, "vera", page);
  expect(toldOf(vera)).toBe(dora.state.revision);
  dora.leave();
});

test("sends at most one change a second, including the last one", async () => {
  const w = await world();
  const page = await makePage(w, "");
  const vera = await reader(w, "vera", page);
  const dora = await connect(w, "dora", page);
  const before = textsOf(vera).length;
  const begun = Date.now();
  for (let key = 0; key < 40; key++) {
    dora.type(0, "x");
    await scheduler.wait(50);
  }
  await dora.saved();
  await until(() => expect(toldOf(vera)).toBe(dora.state.revision));
  const seconds = (Date.now() - begun) / 1_000;
  expect(textsOf(vera).length - before).toBeGreaterThan(1);
  expect(textsOf(vera).length - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  dora.leave();
});

test("keeps followers when the room and the hub are evicted", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  await edit(w, page, "one");
  await until(() => expect(toldOf(vera)).toBe(2));
  await evictDurableObject(roomOf(page));
  await evictDurableObject(hubOf(w.ids.vera), { webSockets: "hibernate" });
  await edit(w, page, "two");
  await until(() => expect(toldOf(vera)).toBe(3));
});

test("sends a pending change when an evicted room wakes by its alarm", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  const { body } = await edit(w, page, "one");
  await until(() => expect(toldOf(vera)).toBe(body["revision"]));
  const before = textsOf(vera).length;
  await evictDurableObject(roomOf(page));
  await runInDurableObject(roomOf(page), (room) => room.alarm());
  await until(() => expect(textsOf(vera).length).toBe(before + 1));
  await runInDurableObject(roomOf(page), (room) => room.alarm());
  await vera.news();
  expect(textsOf(vera).length).toBe(before + 1);
});

test("removes a follower once a delivery fails, and adds them again when they return", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  expect(await followersOf(page)).toEqual([w.ids.vera]);
  follow(vera);
  await vera.news();
  await edit(w, page, "one");
  await expect.poll(() => followersOf(page)).toEqual([]);
  expect(toldOf(vera)).toBe(1);
  follow(vera, page);
  await until(() => expect(toldOf(vera)).toBe(2));
  vera.ws.close(1000);
  await expect.poll(() => openSockets(w.ids.vera)).toBe(0);
  await edit(w, page, "two");
  await expect.poll(() => followersOf(page)).toEqual([]);
});

test("sends nothing about a page that the user cannot view, and does not register them", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const oscar = await openHub(w, "oscar");
  follow(oscar, page, freshId("page"));
  await oscar.news();
  await edit(w, page, "secret");
  expect(await followersOf(page)).toEqual([]);
  await oscar.news();
  expect(textsOf(oscar)).toEqual([]);
});

test("lets a tool follow only pages of its drives", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const token = await w.token("olivia", { drives: [w.otherDrive] });
  await d1`update drives set owner_id = ${w.ids.olivia} where id = ${w.otherDrive}`.run();
  const tool = listenTo(await upgrade({ headers: { Authorization: `Bearer ${token.raw}` } }), w.ids.olivia);
  await until(() => expect(tool.messages.length).toBeGreaterThan(0));
  const own = await reader(w, "olivia", page);
  follow(tool, page);
  await tool.news();
  await edit(w, page, "one");
  await until(() => expect(toldOf(own)).toBe(2));
  await tool.news();
  expect(textsOf(tool)).toEqual([]);
});

/** Changes that withdraw Vera's right to view the page while nobody has it open. */
const WITHDRAWALS: readonly [string, (w: World, page: string) => Promise<unknown>][] = [
  [
    "the page is hidden from her",
    (w, page) => act(w, "olivia", "POST", `/api/pages/${page}/permissions`, { userId: w.ids.vera }),
  ],
  ["she is removed from the drive", (w) => act(w, "olivia", "DELETE", `/api/drives/${w.drive}/members/${w.ids.vera}`)],
  ["she leaves the drive", (w) => act(w, "vera", "DELETE", `/api/drives/${w.drive}/members/${w.ids.vera}`)],
  [
    "the page is moved to where she has no access",
    async (w, page) => {
      const hidden = await makePage(w, "");
      await act(w, "olivia", "POST", `/api/pages/${hidden}/permissions`, { userId: w.ids.vera });
      await act(w, "olivia", "POST", "/api/pages/reorder", { pageId: page, parentId: hidden, position: 1 });
    },
  ],
];

test.each(WITHDRAWALS)("when %s, sends her no change after the response", async (_, withdraw) => {
  const w = await world();
  const page = await makePage(w, "text");
  const [vera, dora] = [await reader(w, "vera", page), await reader(w, "dora", page)];
  await withdraw(w, page);
  const { body } = await edit(w, page, "secret");
  await until(() => expect(toldOf(dora)).toBe(body["revision"]));
  await vera.news();
  expect(toldOf(vera)).toBe(1);
  await expect.poll(() => followersOf(page)).toEqual([w.ids.dora]);
});

test("sends nothing to an ended session", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  await act(w, "rupert", "POST", `/api/admin/users/${w.ids.vera}/suspend`, {});
  await edit(w, page, "secret");
  await until(() => expect(vera.closedWith).toBe(4401));
  expect(toldOf(vera)).toBe(1);
});

test("rechecks a right after a minute when its change was not reported", async () => {
  const w = await world();
  const page = await makePage(w, "text");
  const vera = await reader(w, "vera", page);
  await d1`delete from drive_members where user_id = ${w.ids.vera}`.run();
  await runInDurableObject(hubOf(w.ids.vera), (_, { storage }) => {
    const state = storage.kv.get<object>("hub");
    storage.kv.put("hub", { ...state, provenAt: 0 });
  });
  await edit(w, page, "secret");
  await expect.poll(() => followersOf(page)).toEqual([]);
  expect(toldOf(vera)).toBe(1);
});

test("limits a user to 50 followed pages across connections, without affecting others", async () => {
  const w = await world();
  const pages = await Promise.all(Array.from({ length: 55 }, () => makePage(w, "")));
  const hubs: Listener[] = [];
  for (let i = 0; i < 6; i++) {
    const hub = await openHub(w, "vera");
    hubs.push(hub);
    follow(hub, ...pages.slice(i * 10, i * 10 + 10));
  }
  const told = (): number => hubs.flatMap(({ messages }) => messages.filter(({ type }) => type === "text")).length;
  await expect.poll(told).toBe(50);
  for (const hub of hubs) await hub.news();
  expect(told()).toBe(50);
  const edna = await openHub(w, "edna");
  follow(edna, pages[54] ?? "");
  await expect.poll(() => edna.messages.at(-1)).toMatchObject({ type: "text", pageId: pages[54] });
  // A user who stops following one page may follow another.
  follow(hubs[0] as Listener);
  follow(hubs[5] as Listener, ...pages.slice(50));
  await expect.poll(told).toBe(55);
});
