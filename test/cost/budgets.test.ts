/** The most that each request may cost, in a workspace of two thousand pages. */
import { evictDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { makePage, world } from "../support/world.ts";
import { endpointsOf, measureWarm, overruns } from "./endpoints.ts";
import { measure } from "./meter.ts";
import { seed } from "./seed.ts";
import { SIZES } from "./workspace.ts";

const { textBytes } = SIZES.S;

beforeAll(async () => {
  await seed(SIZES.S);
});

test("records a reader without delaying the response, with one call for a tool's first read", async () => {
  const w = await world();
  const page = await makePage(w, { title: "New" });
  const { raw } = await w.token("edna");
  const readWith = (token: string) => (): Promise<Response> =>
    exports.default.fetch(
      new Request(`http://localhost:8787/api/pages/${page}`, { headers: { Authorization: `Bearer ${token}` } }),
    );
  const person = await measure(readWith(w.session("dora")));
  expect(person.waited).toMatchObject({ trips: 1, rowsWritten: 0, calls: [] });
  expect(person.deferred).toMatchObject({ calls: ["PageRoom.recordSeenRevision"] });
  const tool = await measure(readWith(raw));
  // An edit by line may follow at once, so the note has to be there before the answer is.
  expect(tool.waited).toMatchObject({ trips: 1, rowsWritten: 0, calls: ["PageRoom.recordSeenRevision"] });
  expect(tool.deferred).toMatchObject({ trips: 1, rowsWritten: 1, calls: [] });
  for (const token of [w.session("dora"), raw]) {
    const again = await measure(readWith(token));
    expect([again.waited.calls, again.deferred.calls]).toEqual([[], []]);
  }
});

test("authorizes a page's first edit in one round trip and commits it in another, and later edits take one", async () => {
  const w = await world();
  const page = await makePage(w, { title: "Cold" });
  const edit = (content: string, as: "olivia" | "adam" | "dora" = "olivia"): Promise<Response> =>
    exports.default.fetch(
      new Request(`http://localhost:8787/api/pages/${page}`, {
        method: "PATCH",
        headers: { Authorization: `Bearer ${w.session(as)}`, "Content-Type": "application/json" },
        body: JSON.stringify({ content }),
      }),
    );
  expect((await measure(() => edit("one"))).waited).toMatchObject({ trips: 2, calls: ["PageRoom.edit"] });
  expect((await measure(() => edit("two"))).waited).toMatchObject({ trips: 1, calls: ["PageRoom.edit"] });
  expect((await measure(() => edit("three", "adam"))).waited).toMatchObject({ trips: 2, calls: ["PageRoom.edit"] });
  // A room that has slept asks what became of its newest edit, unless anyone who comes has just read the page.
  await evictDurableObject(env.PAGE_ROOM.getByName(page));
  expect((await measure(() => edit("four", "dora"))).waited).toMatchObject({ trips: 2, calls: ["PageRoom.edit"] });
  await evictDurableObject(env.PAGE_ROOM.getByName(page));
  expect((await measure(() => edit("five", "dora"))).waited).toMatchObject({ trips: 2, calls: ["PageRoom.edit"] });
});

test.each(endpointsOf("d-1", textBytes).map((endpoint) => [endpoint.name, endpoint] as const))(
  "%s stays within its budget",
  async (_, endpoint) => {
    const cost = await measureWarm(endpoint);
    expect(overruns(endpoint, cost)).toEqual([]);
  },
);
