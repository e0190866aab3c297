/** Objectives over the last thirty days, from measured requests, and words that were lost with a page's object. */
import { beforeEach, expect, test, vi } from "vitest";
import { metrics } from "../../src/platform/metrics.ts";
import { makePage, world, type World } from "../support/world.ts";
import { flushNow, forgetMeasured } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeEach(async () => {
  w ??= await world();
  forgetMeasured();
  for (const statement of [d1`delete from metrics`, d1`delete from error_log`]) await statement.run();
});

/** The table's rows as text. */
async function objectives(): Promise<string[]> {
  const { body } = await w.as("rupert").get<string>("/admin");
  const section = body.split('aria-labelledby="objectives"')[1]?.split("</section>")[0] ?? "";
  return [...section.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = ""]) =>
      row
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .slice(1);
}

test("computes the budget of openings and edits", async () => {
  const now = Date.now();
  const record = (route: string, status: number, ms: number, times: number): void => {
    for (let i = 0; i < times; i += 1) metrics.request(route, status, now - ms, now, null);
  };
  record("GET /pages/:pageId", 200, 50, 1_999);
  record("GET /pages/:pageId", 200, 5_000, 1);
  record("PATCH /api/pages/:pageId", 200, 50, 998);
  record("PATCH /api/pages/:pageId", 503, 50, 2);
  record("GET /api/drives", 503, 50, 100);
  await flushNow(now);
  expect(await objectives()).toEqual([
    "Pages open within 1 s 99.9 % 1 of 2,000 missed 50 % 0.5×",
    "Edits succeed 99.9 % 2 of 1,000 missed -100 % 2.0×",
    "Confirmed words lost 0 0 – –",
  ]);
});

test("counts a page whose confirmed text was lost with its object, and no other new object", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [sound, lost] = [await makePage(w), await makePage(w)];
  // Only a room that has confirmed typing sets this; the object of this page has never existed.
  await d1`update pages set is_ahead = 1, revision = 3 where id = ${lost}`.run();
  for (const id of [sound, lost])
    expect((await w.as("olivia").patch(`/api/pages/${id}`, { content: "new" })).status).toBe(200);
  vi.restoreAllMocks();
  await flushNow();
  expect((await objectives()).at(-1)).toBe("Confirmed words lost 0 1 – –");
});
