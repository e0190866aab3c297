/** What typing costs: D1 hears of it a few times a minute, however many type. A whole minute is typed by `npm run proofs`. */
import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect, vi } from "vitest";
import { SECOND } from "../../src/kernel/clock.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { connect } from "../live/peer.ts";
import { makePage, world, type Person } from "../support/world.ts";
import { nightly } from "../support/nightly.ts";

/** Those who may edit, in turn: each has a connection of its own. */
const EDITORS: readonly Person[] = ["edna", "dora", "adam", "olivia"];
const KEYS_A_SECOND = 5;
const TYPISTS = 10;
/** At least one write to D1 is due in it. */
const SECONDS = env.PROOFS === "" ? 18 : 60;

vi.setConfig({ testTimeout: 180_000 });

nightly("writes at most 6 batches and 40 rows a minute to D1 for ten typing users", async () => {
  const w = await world();
  const pageId = await makePage(w, { title: "t", content: "" });
  const peers = await Promise.all(
    Array.from({ length: TYPISTS }, (_, i) => connect(w, EDITORS[i % EDITORS.length] ?? "edna", pageId)),
  );
  const spent = { batches: 0, rows: 0 };
  const onTrip = (message: unknown): void => {
    const event = message as RoundTripEvent; // the type of this channel's messages
    if (event.phase === "start") return;
    spent.batches += 1;
    spent.rows += event.rowsWritten;
  };
  // Their hubs are told that they have come.
  await scheduler.wait(2 * SECOND);
  trips.subscribe(onTrip);
  try {
    for (let key = 0; key < KEYS_A_SECOND * SECONDS; key++) {
      for (const peer of peers) peer.type(peer.text.length, "x");
      await scheduler.wait(SECOND / KEYS_A_SECOND);
    }
  } finally {
    trips.unsubscribe(onTrip);
  }
  await Promise.all(peers.map((peer) => peer.saved()));
  const room = await runInDurableObject(env.PAGE_ROOM.getByName(pageId), (_, { storage }) =>
    storage.sql
      .exec<{
        rows: number;
        updates: number;
      }>("select count(*) as rows, sum(iif(packed is null, 1, seq - first + 1)) as updates from updates")
      .one(),
  );
  // One update a key, and the page's first text.
  expect(room.updates).toBe(TYPISTS * KEYS_A_SECOND * SECONDS + 1);
  expect(room.rows).toBeLessThan(room.updates / 20);
  expect(spent.batches).toBeGreaterThan(1);
  expect(spent.batches).toBeLessThanOrEqual(Math.ceil(6 * (SECONDS / 60)) + 1);
  expect(spent.rows).toBeLessThanOrEqual(40 * Math.max(SECONDS / 60, 0.5));
  console.log(JSON.stringify({ typists: TYPISTS, seconds: SECONDS, ...spent, room }));
});
