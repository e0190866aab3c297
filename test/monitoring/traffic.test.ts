/** Known traffic appears in the metrics, with the same totals in every range, under route templates. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { callWith, freshEmail, mailedLink, openBound, requestTo, signIn } from "../flows/sign-in.ts";
import { makePage, anonymous, world, type World } from "../support/world.ts";
import { forgetMeasured, ranges, read, rollUpAt, flushNow } from "./harness.ts";
import { d1 } from "../support/d1.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let w: World;

beforeEach(async () => {
  w = await world();
  forgetMeasured();
  await env.DB.batch(
    ["metrics", "metrics_rolled", "activity", "error_log"].map((table) => env.DB.prepare(`delete from ${table}`)),
  );
});

async function makeTraffic(): Promise<void> {
  const page = await makePage(w, { title: "Page" });
  for (let i = 0; i < 5; i += 1) await w.as("vera").get(`/api/pages/${page}`);
  for (let i = 0; i < 3; i += 1) await w.as("oscar").get(`/api/pages/${page}`);
  await anonymous().get(`/api/nothing/${page}`);
  await anonymous().get("/api/drives");
}

test.each(ranges)("counts recent requests by route and status class over %s", async (range) => {
  await makeTraffic();
  await flushNow();
  const body = await read(w.as("rupert"), "api-metrics", range);
  expect(body).toMatchObject({
    timeRange: range,
    requests: 11,
    errors: 0,
    byStatus: { "2xx": 6, "3xx": 0, "4xx": 5, "5xx": 0 },
  });
  expect(body.byRoute.map(({ route, requests, errors }: Record<string, unknown>) => [route, requests, errors])).toEqual(
    [
      ["GET /api/pages/:pageId", 8, 0],
      ["(none)", 1, 0],
      ["GET /api/drives", 1, 0],
      ["POST /api/pages", 1, 0],
    ],
  );
  const { p50, p95, p99 } = body.latency;
  expect([p50 <= p95, p95 <= p99, p50 >= 0]).toEqual([true, true, true]);
  expect(body.series).toHaveLength({ "1h": 60, "24h": 24, "7d": 28, "30d": 30 }[range]);
  expect(body.series.reduce((sum: number, step: { requests: number }) => sum + step.requests, 0)).toBe(11);
  expect(Date.parse(body.series.at(-1).at)).toBeLessThanOrEqual(Date.now());
});

test("stores no request path and no page ID", async () => {
  await makeTraffic();
  await anonymous().get("/api/pages/secret-address?token=mine");
  await flushNow();
  const { results } = await d1`select name from metrics`.all<{ name: string }>();
  expect(results.filter(({ name }) => /secret-address|nothing|mine/.test(name))).toEqual([]);
  expect(results.map(({ name }) => name)).toContain("(none)");
});

test("counts queries with the rows read and written, named by verb and table", async () => {
  await w.as("olivia").get("/api/drives");
  await flushNow();
  const before = await read(w.as("rupert"), "performance");
  expect(before.queries.count).toBeGreaterThanOrEqual(2);
  expect(before.rowsRead).toBeGreaterThan(0);
  expect(before.slowQueries.map(({ name }: { name: string }) => name)).toContain("select sessions users");
  forgetMeasured();
  await w.as("olivia").post("/api/drives", { name: "One more" });
  await flushNow();
  const after = await read(w.as("rupert"), "performance");
  expect(after.rowsWritten - before.rowsWritten).toBeGreaterThanOrEqual(2);
  expect(
    after.slowQueries.find(({ name }: { name: string }) => name === "insert audit_outbox" || name === "insert drives"),
  ).toMatchObject({ count: 1 });
});

test("counts an edit sent straight to the room as a cache hit, and a page's first edit as a miss", async () => {
  const olivia = w.as("olivia");
  const page = await makePage(w, { title: "Page" });
  forgetMeasured();
  for (const content of ["one", "two", "three"]) await olivia.patch(`/api/pages/${page}`, { content });
  await flushNow();
  const { cache } = await read(w.as("rupert"), "performance");
  expect(cache).toEqual({ hits: 2, misses: 1, hitRate: 2 / 3 });
});

test("counts each user and session once, and a tool as its owner", async () => {
  const tool = await w.token("vera");
  for (let i = 0; i < 4; i += 1) {
    await w.as("olivia").get("/api/drives");
    await w.as("edna").get("/api/drives");
    await tool.client.get("/api/drives");
  }
  await w.as("vera").get("/api/drives");
  await flushNow();
  for (const range of ranges) {
    const body = await read(w.as("rupert"), "user-activity", range);
    expect(body).toMatchObject({ timeRange: range, activeUsers: 3, sessions: 3 });
    expect(body.series.at(-1)).toMatchObject({ activeUsers: 3, sessions: 3 });
    expect(body.series).toHaveLength({ "1h": 6, "24h": 24, "7d": 28, "30d": 30 }[range]);
  }
});

test("counts sign-ins by outcome and new users as audit entries are written", async () => {
  const before = (await read(w.as("rupert"), "user-activity")).newUsers;
  forgetMeasured();
  await signIn();
  await signIn();
  const { url, binding } = await mailedLink(freshEmail());
  for (let i = 0; i < 3; i += 1) await openBound(url, binding);
  await flushNow();
  const body = await read(w.as("rupert"), "user-activity");
  expect([body.signIns, body.newUsers - before]).toEqual([{ ok: 3, failed: 2 }, 3]);
});

test("measures and stores nothing when monitoring is off", async () => {
  const printed = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (let i = 0; i < 3; i += 1) {
    await callWith(
      { MONITORING: "off" },
      requestTo("/api/drives", { headers: { Authorization: `Bearer ${w.session("vera")}` } }),
    );
  }
  await flushNow();
  expect(await d1`select count(*) as n from metrics`.first("n")).toBe(0);
  expect(printed).not.toHaveBeenCalled();
  printed.mockRestore();
});

test("reports the same numbers from rolled-up hours and days as from minutes, for any range", async () => {
  await makeTraffic();
  const now = Date.now();
  const past = now - 3 * DAY;
  await flushNow();
  await env.DB.batch([d1`update metrics set at = at - ${now - past}`, d1`update activity set at = at - ${now - past}`]);
  const admin = w.as("rupert");
  const seen = async () => {
    const metrics = await Promise.all(["7d", "30d"].map((range) => read(admin, "api-metrics", range)));
    const people = await Promise.all(["7d", "30d"].map((range) => read(admin, "user-activity", range)));
    return [...metrics, ...people.map((each) => ({ ...each, newUsers: 0 }))];
  };
  const before = await seen();
  expect(before.map(({ requests, activeUsers }) => requests ?? activeUsers)).toEqual([11, 11, 3, 3]);
  await rollUpAt(past + HOUR + 10 * 60_000);
  expect(await d1`select count(*) as n from metrics where grain = 60`.first("n")).toBeGreaterThan(3);
  expect(await seen()).toEqual(before);
  await rollUpAt(now, 12);
  expect(await d1`select count(*) as n from metrics where grain = 1440`.first("n")).toBeGreaterThan(3);
  expect(await d1`select count(*) as n from metrics where grain = 1`.first("n")).toBe(0);
  expect(await seen()).toEqual(before);
});
