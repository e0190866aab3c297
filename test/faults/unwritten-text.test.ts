/** Typed text that D1 does not have yet: if the object ends before it is written, the alarm writes it. */
import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { connect } from "../live/peer.ts";
import { until } from "../live/until.ts";
import { d1 } from "../support/d1.ts";
import { makePage, world } from "../support/world.ts";

test("keeps an alarm after one that found everything written while users are still typing", async () => {
  const w = await world();
  const pageId = await makePage(w, { content: "one" });
  const room = env.PAGE_ROOM.getByName(pageId);
  const edna = await connect(w, "edna", pageId);
  edna.type(3, " two");
  await edna.saved();
  await until(async () =>
    expect(await d1`select content from page_contents where page_id = ${pageId}`.first("content")).toBe("one two"),
  );
  expect(await runDurableObjectAlarm(room)).toBe(true);
  // D1 still tells readers that the room may be ahead, so typing more sets no alarm by itself.
  expect(await d1`select is_ahead from pages where id = ${pageId}`.first("is_ahead")).toBe(1);
  await runInDurableObject(room, async (_, { storage }) => expect(await storage.getAlarm()).not.toBeNull());
  edna.leave();
});
