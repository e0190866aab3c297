/** What it costs to tell those who follow a page that its text changes: nothing where nobody does. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { calls, type CallEvent } from "../../src/platform/durable-objects.ts";
import { connect } from "../live/peer.ts";
import { openHub } from "../live/sockets.ts";
import { until } from "../live/until.ts";
import { makePage, world, type Person, type World } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";

vi.setConfig({ testTimeout: 60_000 });

const READERS: readonly Person[] = ["vera", "edna", "adam"];
const SECONDS = 2;

/** What a hub asks of D1 when it proves who may be told, a page's visibility and a credential. */
const PROOF = /held\.drive_id as driveId, p\.revision|json_group_array\(d\.id\)/;

type Spent = { calls: Record<string, number>; rows: number; proofs: number };

async function spentBy(act: () => Promise<unknown>): Promise<Spent> {
  const spent: Spent = { calls: {}, rows: 0, proofs: 0 };
  const onCall = (message: unknown): void => {
    const { phase, object, method } = message as CallEvent; // the type of this channel's messages
    const name = `${object}.${method}`;
    if (phase === "start") spent.calls[name] = (spent.calls[name] ?? 0) + 1;
  };
  const onTrip = (message: unknown): void => {
    const event = message as RoundTripEvent; // the type of this channel's messages
    if (event.phase === "end") spent.rows += event.rowsWritten;
    else if (event.statements.some((text) => PROOF.test(text.replaceAll('"', "")))) spent.proofs += 1;
  };
  calls.subscribe(onCall);
  trips.subscribe(onTrip);
  try {
    await act();
  } finally {
    calls.unsubscribe(onCall);
    trips.unsubscribe(onTrip);
  }
  return spent;
}

/** Five keys a second, by somebody whose hub was told that they have come. */
async function typing(w: World, pageId: string): Promise<() => Promise<void>> {
  const peer = await connect(w, "dora", pageId);
  peer.type(0, "x");
  await peer.saved();
  await scheduler.wait(2 * SECOND);
  return async () => {
    for (let key = 0; key < 5 * SECONDS; key++) {
      peer.type(0, "x");
      await scheduler.wait(SECOND / 5);
    }
    await peer.saved();
  };
}

/** What the room keeps beside its tables. */
const keysOf = (pageId: string): Promise<string[]> =>
  runInDurableObject(env.PAGE_ROOM.getByName(pageId), (_, { storage }) =>
    Array.from(storage.kv.list(), ([key]) => key),
  );

nightly("calls no hub and stores nothing in the room for typing without followers", async () => {
  const w = await world();
  const page = await makePage(w, { content: "x" });
  const type = await typing(w, page);
  const spent = await spentBy(type);
  expect(spent.calls).not.toHaveProperty("Hub.textChanged");
  expect(await keysOf(page)).toEqual([]);
});

test("takes one call and one room row to follow a page, and no D1 query", async () => {
  const w = await world();
  const page = await makePage(w, { content: "x" });
  const hub = await openHub(w, "vera");
  const spent = await spentBy(async () => {
    hub.ws.send(JSON.stringify({ type: "watch", pages: [], follow: [page] }));
    await until(() => expect(hub.messages.at(-1)).toMatchObject({ type: "text", pageId: page }));
  });
  expect(spent).toEqual({ calls: { "PageRoom.follow": 1 }, rows: 0, proofs: 1 });
  expect(await keysOf(page)).toEqual([`follower:${w.ids.vera}`]);
  const tables = await runInDurableObject(env.PAGE_ROOM.getByName(page), (_, { storage }) =>
    storage.sql.exec("select name from sqlite_master where name = 'updates'").toArray(),
  );
  // A page that nobody has written on needs no room.
  expect(tables).toEqual([]);
});

test("calls each reader's hub once a second during typing, without D1 reads", async () => {
  const w = await world();
  const page = await makePage(w, { content: "x" });
  const hubs = await Promise.all(READERS.map((person) => openHub(w, person)));
  for (const { ws } of hubs) ws.send(JSON.stringify({ type: "watch", pages: [], follow: [page] }));
  for (const { messages } of hubs) await until(() => expect(messages.at(-1)).toMatchObject({ type: "text" }));
  const type = await typing(w, page);
  const begun = Date.now();
  const spent = await spentBy(type);
  const seconds = (Date.now() - begun) / SECOND;
  const told = spent.calls["Hub.textChanged"] ?? 0;
  expect(told).toBeGreaterThanOrEqual(READERS.length * 2);
  expect(told).toBeLessThanOrEqual(READERS.length * (Math.ceil(seconds) + 1));
  expect(spent.proofs).toBe(0);
});
