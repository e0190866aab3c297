/** The cost of metrics: nothing extra on most requests, and occasionally one call after the answer. */
import { env } from "cloudflare:workers";
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { exists, sql } from "../../src/db/sql.ts";
import { emptyTally } from "../../src/kernel/tally.ts";
import { measure, type Cost } from "../cost/meter.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { forgetMeasured, withDeps } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;
let now = 0;

const writer = () => env.METRICS_WRITER.getByName("0");

beforeEach(async () => {
  w = await world();
  now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  await env.DB.batch(["metrics", "error_log"].map((table) => env.DB.prepare(`delete from ${table}`)));
  // The first request of a session records its use.
  await ask("10", "/api/auth/me");
  forgetMeasured();
  // It writes what it is sent first at once. An object that does not run cannot be evicted.
  await runInDurableObject(writer(), () => undefined);
  await evictDurableObject(writer());
  return () => vi.restoreAllMocks();
});

function ask(monitoring: string, path = "/api/drives", variables: object = {}): Promise<Cost> {
  const headers = { Authorization: `Bearer ${w.session("vera")}` };
  return measure(() => callWith({ MONITORING: monitoring, ...variables }, requestTo(path, { headers })));
}

const sendsOf = ({ deferred }: Cost): number => deferred.calls.filter((call) => call === "MetricsWriter.add").length;

test("adds one deferred call every ten seconds at most to the cost of requests", async () => {
  const own = ({ waited: { trips, rowsWritten, calls }, deferred }: Cost) => ({ trips, rowsWritten, calls, deferred });
  const without = own(await ask("off"));
  const sends: number[] = [];
  for (let second = 1; second <= 40; second += 1) {
    now += 1_000;
    const cost = await ask("10");
    if (sendsOf(cost) > 0) sends.push(second);
    else expect(own(cost)).toEqual(without);
  }
  expect(sends).toEqual([10, 20, 30, 40]);
});

test("sends one row per route, statement and cache of a minute", async () => {
  for (let i = 0; i < 30; i += 1) await ask("10");
  now += 10_000;
  await ask("10");
  // The route in at most two minute rows, the credential and list statements, and the user's activity.
  const rows = await d1`select count(*) as n from metrics`.first<number>("n");
  expect(rows).toBeGreaterThan(2);
  expect(rows).toBeLessThanOrEqual(10);
});

test("sends once a minute in an isolate with few requests", async () => {
  let sends = 0;
  for (let i = 0; i < 20; i += 1) {
    now += 15_000;
    sends += sendsOf(await ask("10", "/api/health"));
  }
  expect(sends).toBe(5);
});

test("adds up what isolates send, and writes it once every ten seconds", async () => {
  const tally = { ...emptyTally(), count: 1 };
  const at = now - (now % 60_000);
  const gathered = {
    counted: [{ at, kind: "event" as const, name: "opened", tally }],
    faults: [],
    visits: [],
    samples: [],
    sampledFrom: 0,
  };
  const counted = () => d1`select sum(count) as n from metrics where name = 'opened'`.first("n");
  for (let isolate = 0; isolate < 50; isolate += 1) await writer().add(gathered);
  expect(await counted()).toBe(1);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await env.DB.exec("create trigger full before insert on metrics begin select raise(abort, 'disk full'); end");
  now += 10_000;
  await writer().add(gathered);
  expect(warned).toHaveBeenCalledOnce();
  await env.DB.exec("drop trigger full");
  now += 10_000;
  await writer().add(gathered);
  expect(await counted()).toBe(52);
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
    sends += sendsOf(await ask("10", "/api/search?q=word", broken));
  }
  now += 10_000;
  await ask("10", "/api/search?q=word", broken);
  expect(sends).toBeLessThanOrEqual(13);
  expect(await d1`select sum(count) as n from error_log`.first<number>("n")).toBeGreaterThanOrEqual(55);
});

test("keeps measurements that cannot be sent, without delaying requests, and sends them later", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const METRICS_WRITER = { getByName: () => ({ add: () => Promise.reject(new Error("gone")) }) };
  for (let i = 0; i < 12; i += 1) await ask("10");
  now += 10_000;
  let sends = 0;
  for (let i = 0; i < 15; i += 1) {
    const cost = await ask("10", "/api/drives", { METRICS_WRITER });
    expect(cost.status).toBe(200);
    sends += sendsOf(cost);
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
