/** The meter itself: what it must not count. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { calls } from "../../src/platform/durable-objects.ts";
import { trips } from "../../src/platform/db.ts";
import { measure } from "./meter.ts";
test("does not count work that started before the measurement", async () => {
  const cost = await measure(async () => {
    trips.publish({ phase: "end", rowsRead: 7, rowsWritten: 7 });
    calls.publish({ phase: "end", object: "PageRoom", method: "edit" });
    return exports.default.fetch(new Request("http://localhost:8787/api/health"));
  });
  expect([cost.waited.rowsRead, cost.waited.rowsWritten]).toEqual([0, 0]);
});
