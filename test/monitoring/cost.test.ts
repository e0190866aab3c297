/** The cost of metrics: nothing extra on most requests, and occasionally one trip after the answer. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { exists, sql } from "../../src/db/sql.ts";
import { measure, type Cost } from "../cost/meter.ts";
import { faultyDatabase } from "../faults/database.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { forgetMeasured, withDeps } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let now = 0;

beforeEach(async () => {
  w = await world();
  now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  await env.DB.batch(["metrics", "error_log"].map((table) => env.DB.prepare(`delete from ${table}`)));
  // The first request of a session records its use.
  await ask("10", "/api/auth/me");
  forgetMeasured();
  return () => vi.restoreAllMocks();
});

function ask(monitoring: string, path = "/api/drives", variables: object = {}): Promise<Cost> {
  const headers = { Authorization: `Bearer ${w.session("vera")}` };
  return measure(() => callWith({ MONITORING: monitoring, ...variables }, requestTo(path, { headers })));
}

const own = ({ waited, deferred }: Cost) => ({
  trips: waited.trips + waited.parallelTrips,
  rowsWritten: waited.rowsWritten,
  calls: [...waited.calls, ...deferred.calls],
  later: deferred.trips,
});

test("adds one deferred round trip every ten seconds at most to the cost of requests", async () => {
  const without = own(await ask("off"));
  expect(without).toEqual({ trips: 1, rowsWritten: 0, calls: [], later: 0 });
  const later: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    now += 1_000;
    const cost = own(await ask("10"));
    expect({ ...cost, later: 0 }).toEqual(without);
    later.push(cost.later);
  }
  expect(later.flatMap((trips, i) => (trips > 0 ? [[i + 1, trips]] : []))).toEqual([
    [10, 1],
    [20, 1],
    [30, 1],
    [40, 1],
  ]);
});

test("sends one row per route, statement and cache of a minute", async () => {
  for (let i = 0; i < 30; i += 1) await ask("10");
  now += 10_000;
  const cost = await ask("10");
  // The route in at most two minute rows, the credential and list statements, and the user's activity.
  expect(cost.deferred.rowsWritten).toBeGreaterThan(2);
  expect(cost.deferred.rowsWritten).toBeLessThanOrEqual(10);
});

test("sends once a minute in an isolate with few requests", async () => {
  const later: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    now += 15_000;
    later.push(own(await ask("10", "/api/health")).later);
  }
  expect(later.filter((trips) => trips > 0).length).toBe(5);
});

test("sends a failure with its own response, and at most twelve times a minute", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const gone = (): Promise<never> => Promise.reject(new Error("gone"));
  const statement = { bind: () => statement, all: gone };
  const broken = { SEARCH: { prepare: () => statement, batch: gone } };
  now += 6_000;
  const first = await ask("10", "/api/search?q=word", broken);
  expect([first.status, await d1`select count(*) as n from error_log`.first("n")]).toEqual([503, 1]);
  let sends = 0;
  for (let i = 0; i < 60; i += 1) {
    now += 1_000;
    sends += (await ask("10", "/api/search?q=word", broken)).deferred.trips;
  }
  expect(sends).toBeLessThanOrEqual(13);
  expect(await d1`select sum(count) as n from error_log`.first<number>("n")).toBeGreaterThanOrEqual(55);
});

test("keeps measurements that cannot be sent, without delaying requests, and sends them later", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  for (let i = 0; i < 12; i += 1) await ask("10");
  now += 10_000;
  let sends = 0;
  for (let i = 0; i < 15; i += 1) {
    let trips = 0;
    // The first trip of each request is the request's own query.
    const DB = faultyDatabase(() => ((trips += 1) === 1 ? null : "before"));
    expect((await ask("10", "/api/drives", { DB })).status).toBe(200);
    sends += trips - 1;
    now += 100;
  }
  expect([sends, warned.mock.calls.length]).toEqual([1, 1]);
  now += 10_000;
  await ask("10");
  const counted = env.DB.prepare(
    "select sum(count) as n from metrics where kind = 'request' and name = 'GET /api/drives' and at >= ?",
  );
  expect(await counted.bind(now - 90_000).first("n")).toBe(28);
});

test("sends the measurements of jobs and rooms after their own round trip", async () => {
  now += 61_000;
  await withDeps((deps) => deps.db.one(exists(sql`select 1`)), now, { MONITORING: "10" });
  expect(await d1`select count(*) as n from metrics where kind = 'query'`.first("n")).toBe(1);
});
