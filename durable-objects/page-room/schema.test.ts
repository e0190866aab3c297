import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePage, world } from "../../test/support/world.ts";

test("stores a page's room in 24 KB after its first edit, because tables without rows do not exist", async () => {
  const w = await world();
  const page = await makePage(w, { title: "Small" });
  expect((await w.as("olivia").patch(`/api/pages/${page}`, { content: "one" })).status).toBe(200);
  const size = await runInDurableObject(env.PAGE_ROOM.getByName(page), (_, { storage }) => storage.sql.databaseSize);
  expect(size).toBeLessThanOrEqual(24 * 1_024);
});
