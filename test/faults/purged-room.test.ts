/** A room whose page is permanently deleted while work is waiting in it. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { connect } from "../live/peer.ts";
import { makePage, world } from "../support/world.ts";

test("announces nobody once its page was permanently deleted", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one" });
  const thrown: unknown[] = [];
  const start = globalThis.setTimeout;
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation((act: () => void, ms?: number) =>
    start(() => {
      try {
        act();
      } catch (error) {
        thrown.push(error);
      }
    }, ms),
  );
  await connect(w, "edna", pageId);
  await env.PAGE_ROOM.getByName(pageId).purge();
  // Changes of presence are announced after a second.
  await scheduler.wait(1_200);
  timers.mockRestore();
  expect(thrown).toEqual([]);
});

test("stores nothing when a recheck arrives after the permanent deletion", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one" });
  await connect(w, "edna", pageId);
  const room = env.PAGE_ROOM.getByName(pageId);
  await room.purge();
  await room.recheck();
  const tables = await runInDurableObject(room, (_, { storage }) =>
    storage.sql.exec("select name from sqlite_master where name in ('updates', 'meta')").toArray(),
  );
  expect(tables).toEqual([]);
});
