/** The most that each request may cost, in a workspace of two thousand pages. */
import { exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { world } from "../world.ts";
import { endpointsOf, measureWarm, overruns } from "./endpoints.ts";
import { measure } from "./meter.ts";
import { seed } from "./seed.ts";
import { SIZES } from "./workspace.ts";

const { textBytes } = SIZES.S;

beforeAll(async () => {
  await seed(SIZES.S);
});

test("what is noted about a reader costs the answer nothing: one row or one call after it, the first time only", async () => {
  const w = await world();
  const { body: page } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "New", type: "DOCUMENT" });
  const { raw } = await w.token("edna");
  const read = (): Promise<Response> =>
    exports.default.fetch(
      new Request(`http://localhost:8787/api/pages/${page.id}`, { headers: { Authorization: `Bearer ${raw}` } }),
    );
  const first = await measure(read);
  expect(first.waited).toMatchObject({ trips: 1, rowsWritten: 0, calls: [] });
  expect(first.deferred).toMatchObject({ trips: 1, rowsWritten: 1, calls: ["PageRoom.noteShown"] });
  const second = await measure(read);
  expect(second.deferred).toMatchObject({ trips: 0, rowsWritten: 0, calls: [] });
});

test("a cold room costs the first edit of a page one more trip", async () => {
  const w = await world();
  const { body: page } = await w.as("olivia").post("/api/pages", { driveId: w.drive, title: "Cold", type: "DOCUMENT" });
  const edit = (content: string): Promise<Response> =>
    exports.default.fetch(
      new Request(`http://localhost:8787/api/pages/${page.id}`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${w.session("olivia")}`, "Content-Type": "application/json" },
        body: JSON.stringify({ content }),
      }),
    );
  expect((await measure(() => edit("one"))).waited).toMatchObject({ trips: 3, calls: ["PageRoom.edit"] });
  expect((await measure(() => edit("two"))).waited).toMatchObject({ trips: 2, calls: ["PageRoom.edit"] });
});

test.each(endpointsOf("d-1", textBytes).map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s stays within its budget",
  async (_, endpoint) => {
    const cost = await measureWarm(endpoint);
    expect(overruns(endpoint, cost)).toEqual([]);
  },
);
