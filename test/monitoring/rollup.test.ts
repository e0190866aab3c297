/** Rollups into hours and days: exactly once despite failures, including late data, followed by deletion of old rows. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { rollUp } from "../../src/features/monitoring/rollup.ts";
import {
  addMinutes,
  COUNTER_COLUMNS,
  insertVisits,
  type MinuteRow,
} from "../../src/features/monitoring/metrics-store.ts";
import { flushMetrics } from "../../src/features/monitoring/flush.ts";
import { metrics } from "../../src/platform/metrics.ts";
import { sweep } from "../../queues/sweep.ts";
import { faultyDatabase } from "../faults/database.ts";
import { seededFractions } from "../support/seeded.ts";
import { forgetMeasured, rollUpAt, withDeps } from "./harness.ts";
import { writable } from "../../src/platform/db.ts";
import { d1 } from "../support/d1.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The start of an arbitrary day. */
const START = Date.UTC(2026, 9, 5);

const TABLES = ["metrics", "metrics_rolled", "activity", "error_log", "analytics_events", "ai_calls"];

beforeEach(async () => {
  forgetMeasured();
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`delete from ${table}`)));
});

/** A minute row with `count` requests of about 10 ms each. */
const minute = (at: number, count = 1, name = "GET /"): MinuteRow => [
  "request",
  name,
  at,
  ...COUNTER_COLUMNS.map((column) => (["count", "s2", "b11"].includes(column) ? count : 0)),
];

const store = (rows: readonly MinuteRow[]): Promise<number> =>
  withDeps((deps) => writable(deps.db).writeOne(addMinutes(rows)));

type Row = { at: number; name: string; count: number; s2: number; b11: number };
const rowsOf = async (grain: number): Promise<Row[]> =>
  (await d1`select at, name, count, s2, b11 from metrics where grain = ${grain} order by at, name`.all<Row>()).results;
const countsOf = async (grain: number): Promise<[number, number][]> =>
  (await rowsOf(grain)).map(({ at, count }) => [(at - START) / HOUR, count]);

test("rolls up an hour once it is over and late data had time to arrive", async () => {
  await store([
    minute(START + 5 * MINUTE, 3),
    minute(START + 50 * MINUTE, 4),
    minute(START + 50 * MINUTE, 2, "POST /"),
  ]);
  await rollUpAt(START + HOUR + 4 * MINUTE);
  expect(await rowsOf(60)).toEqual([]);
  await rollUpAt(START + HOUR + 5 * MINUTE);
  expect(await rowsOf(60)).toEqual([
    { at: START, name: "GET /", count: 7, s2: 7, b11: 7 },
    { at: START, name: "POST /", count: 2, s2: 2, b11: 2 },
  ]);
});

test("changes nothing when run again or concurrently", async () => {
  await store([minute(START, 3), minute(START + HOUR, 5)]);
  const now = START + 2 * HOUR + 10 * MINUTE;
  await Promise.all([rollUpAt(now), rollUpAt(now), rollUpAt(now)]);
  await rollUpAt(now, 3);
  expect(await countsOf(60)).toEqual([
    [0, 3],
    [1, 5],
  ]);
});

test("rolls up a day from its hours, and updates it when they change", async () => {
  await store(Array.from({ length: 24 }, (_, hour) => minute(START + hour * HOUR, 1)));
  await rollUpAt(START + DAY + 10 * MINUTE, 4);
  expect(await countsOf(1440)).toEqual([[0, 24]]);
  const late = START + 22 * HOUR + 7 * MINUTE;
  metrics.request("GET /", 200, late - 10, late, null);
  await withDeps((deps) => flushMetrics(deps, START + DAY + 20 * MINUTE), START + DAY + 20 * MINUTE);
  await rollUpAt(START + DAY + 21 * MINUTE, 4);
  expect((await countsOf(60)).find(([hour]) => hour === 22)).toEqual([22, 2]);
  expect(await countsOf(1440)).toEqual([[0, 25]]);
});

test("includes data that arrives during a rollup in the next run", async () => {
  await store(Array.from({ length: 6 }, (_, hour) => minute(START + hour * HOUR)));
  await rollUpAt(START + 5 * HOUR + 10 * MINUTE);
  const now = START + 6 * HOUR + 10 * MINUTE;
  const DB = {
    prepare: (text: string) => env.DB.prepare(text),
    // Runs between reading the marks and the rollup.
    async batch(statements: D1PreparedStatement[]) {
      metrics.request("GET /", 200, START + 3 * HOUR, START + 3 * HOUR, null);
      await withDeps((deps) => flushMetrics(deps, now), now);
      return env.DB.batch(statements);
    },
  };
  await withDeps(rollUp, now, { DB });
  await rollUpAt(now);
  expect((await countsOf(60)).map(([, count]) => count)).toEqual([1, 1, 1, 2, 1, 1]);
});

test("drops data that arrives more than a day late", async () => {
  metrics.request("GET /", 200, START, START, null);
  await withDeps((deps) => flushMetrics(deps, START + DAY + MINUTE), START + DAY + MINUTE);
  expect(await rowsOf(1)).toEqual([]);
});

test.each([1, 2, 3, 4, 5])("loses and duplicates nothing when half of all calls fail (seed %i)", async (seed) => {
  const random = seededFractions(seed);
  const DB = faultyDatabase(() => {
    const drawn = random();
    return drawn < 0.25 ? "before" : drawn < 0.5 ? "after" : null;
  });
  const hours = 60;
  await store(Array.from({ length: hours }, (_, hour) => minute(START + hour * HOUR, hour + 1)));
  for (let i = 0; i < 60; i += 1) {
    await withDeps((deps) => rollUp(deps), START + 47 * HOUR + i * 1_000, { DB }).catch(() => undefined);
  }
  await rollUpAt(START + 47 * HOUR + 2 * MINUTE, 8);
  expect(await countsOf(60)).toEqual(Array.from({ length: 46 }, (_, hour) => [hour, hour + 1]));
  expect(await countsOf(1440)).toEqual([[0, (24 * 25) / 2]]);
});

test("rolls up at most twelve hours per run, and continues on the next run", async () => {
  await store(Array.from({ length: 40 }, (_, hour) => minute(START + hour * HOUR)));
  await rollUpAt(START + 41 * HOUR);
  expect(await rowsOf(60)).toHaveLength(12);
  await rollUpAt(START + 41 * HOUR);
  expect(await rowsOf(60)).toHaveLength(24);
});

test("counts a credential once per day and once per hour", async () => {
  await store([minute(START)]);
  const visits = Array.from({ length: 12 }, (_, i) => START + i * 10 * MINUTE).flatMap((at) => [
    [at, "session-1", "session", "vera"] as const,
    [at, "session-2", "session", "vera"] as const,
  ]);
  await withDeps((deps) => writable(deps.db).writeOne(insertVisits(visits)));
  await rollUpAt(START + DAY + 10 * MINUTE, 6);
  const counts = await d1`select grain, count(*) as n from activity group by grain order by grain`.all();
  expect(counts.results).toEqual([
    { grain: 10, n: 24 },
    { grain: 60, n: 4 },
    { grain: 1440, n: 2 },
  ]);
});

test("deletes minutes after two days, hours after 32, days after 400, and personal data after a month", async () => {
  const now = START + 500 * DAY;
  const ages = [1, 3, 31, 33, 399, 401].map((days) => now - days * DAY);
  const id = (at: number): string =>
    `${at
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-000000000000`;
  await env.DB.batch([
    d1`insert into metrics_rolled values (60, ${now}), (1440, ${now})`,
    ...ages.flatMap((at) => [
      ...[1, 60, 1440].map(
        (grain) => d1`insert into metrics (grain, kind, at, name) values (${grain}, 'request', ${at}, 'GET /')`,
      ),
      ...[10, 60, 1440].map((grain) => d1`insert into activity values (${grain}, ${at}, 'c', 'session', 'u')`),
      d1`insert into error_log values (${id(at)}, ${at}, '', '', '', '', 1)`,
      d1`insert into analytics_events values (${id(at)}, ${at}, '', '{}', null, 1)`,
      d1`insert into ai_calls (id, at, user_id, provider, model, input_tokens, output_tokens, cost) values (${id(at)}, ${at}, '', '', '', 1, 1, 1)`,
    ]),
  ]);
  // Run the cron itself more often than needed; it also records its own metrics.
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  for (let i = 0; i < 8; i += 1) await withDeps(sweep, now);
  clock.mockRestore();
  const left = async (table: string, where = "true"): Promise<number[]> =>
    (await env.DB.prepare(`select at from ${table} where ${where} order by at desc`).all<{ at: number }>()).results.map(
      ({ at }) => (now - at) / DAY,
    );
  expect(await left("metrics", "grain = 1 and name = 'GET /'")).toEqual([1]);
  expect(await left("metrics", "grain = 60 and name = 'GET /'")).toEqual([1, 3, 31]);
  expect(await left("metrics", "grain = 1440 and name = 'GET /'")).toEqual([1, 3, 31, 33, 399]);
  expect(await left("activity", "grain = 10")).toEqual([1]);
  expect(await left("activity", "grain = 60")).toEqual([1, 3, 31]);
  expect(await left("activity", "grain = 1440")).toEqual([1, 3, 31]);
  expect(await left("error_log")).toEqual([1, 3]);
  expect(await left("analytics_events")).toEqual([1, 3]);
  expect(await left("ai_calls")).toEqual([1, 3, 31, 33, 399]);
});
