/** An isolate's metrics arrive complete when they can be sent, and stay bounded while they cannot. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Actor } from "../kernel/caller.ts";
import type { CollectedMetrics } from "../kernel/collected-metrics.ts";
import { Metrics } from "./metrics.ts";
import { sql, print } from "../db/sql.ts";

const START = Date.UTC(2026, 9, 5);
const MINUTE = 60_000;
const EVERY = 10_000;

const actor = (credentialId: string): Actor => ({
  kind: "session",
  userId: `user of ${credentialId}`,
  role: "user",
  credentialId,
  credentialName: null,
  authTime: START,
  scope: null,
  readOnly: false,
  canShare: true,
  isTrusted: true,
  audience: null,
  client: { ip: "", userAgent: "" },
});

const answer = (rows_read: number, rows_written: number, duration: number): D1Result => ({
  success: true,
  results: [],
  meta: { rows_read, rows_written, duration, changes: 0, last_row_id: 0, changed_db: false, size_after: 4_096 },
});

const total = (sent: readonly CollectedMetrics[]) =>
  sent
    .flatMap(({ counted }) => counted)
    .reduce(
      (sum, { tally }) => ({
        count: sum.count + tally.count,
        failed: sum.failed + tally.failed,
        hits: sum.hits + tally.hits,
        inward: sum.inward + tally.inward,
        status: sum.status.map((n, i) => n + (tally.status[i] ?? 0)),
        timed: sum.timed + tally.buckets.reduce((all, n) => all + n, 0),
      }),
      { count: 0, failed: 0, hits: 0, inward: 0, status: [0, 0, 0, 0], timed: 0 },
    );

const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant("request" as const), status: fc.constantFrom(101, 200, 304, 404, 503) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("query" as const), rows: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("cache" as const), isHit: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("send" as const), fails: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("wait" as const), ms: fc.integer({ min: -30_000, max: 60_000 }) }),
  },
);

test("sends every count once despite failures and clock steps of up to six minutes", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const metrics = new Metrics();
      const sent: CollectedMetrics[] = [];
      const noted = { count: 0, failed: 0, hits: 0, inward: 0, status: [0, 0, 0, 0], timed: 0 };
      let now = START;
      for (const each of acts) {
        if (each.does === "wait") now = Math.min(START + 6 * MINUTE, Math.max(START - 6 * MINUTE, now + each.ms));
        else if (each.does === "send") {
          const gathered = metrics.take(now);
          if (each.fails) metrics.restore(gathered);
          else sent.push(gathered);
        } else {
          noted.count += 1;
          if (each.does === "request") {
            metrics.request("GET /", each.status, now - 5, now, null);
            const status = Math.max(2, Math.floor(each.status / 100)) - 2;
            noted.status[status] = (noted.status[status] ?? 0) + 1;
            noted.failed += each.status >= 500 ? 1 : 0;
            noted.timed += 1;
          } else if (each.does === "query") {
            metrics.trip("main", [{ ...print(sql`select 1`), read: () => 0 }], [answer(each.rows, 0, 0.1)], now);
            noted.inward += each.rows;
            noted.timed += 1;
          } else {
            metrics.cache("hints", each.isHit, now);
            noted.hits += each.isHit ? 1 : 0;
          }
        }
      }
      sent.push(metrics.take(now));
      expect(total(sent)).toEqual(noted);
    }),
    { numRuns: 500 },
  );
});

test("groups counts by minute and statement", () => {
  const metrics = new Metrics();
  const find = { ...print(sql`select * from pages where id = ${"a"}`), read: () => 0 };
  metrics.trip("main", [find, find], [answer(2, 0, 1), answer(3, 1, 1)], START);
  metrics.trip("search", [find], [answer(7, 0, 1)], START + MINUTE);
  expect(
    metrics
      .take(START)
      .counted.map(({ at, kind, name, tally }) => [at, kind, name, tally.count, tally.inward, tally.outward]),
  ).toEqual([
    [START, "query", "select pages", 2, 5, 1],
    [START + MINUTE, "query", "search: select pages", 1, 7, 0],
  ]);
  expect(metrics.databaseBytes).toBe(4_096);
});

test("limits the number of names and counts the rest together", () => {
  const metrics = new Metrics();
  for (let i = 0; i < 1_000; i += 1) metrics.request(`GET /${i}`, 200, START, START, null);
  for (let i = 0; i < 100; i += 1) {
    metrics.event({ id: `${i}`, at: START, event: `event ${i}`, properties: "{}", tokenHash: null }, 0.5);
  }
  const gathered = metrics.take(START);
  expect(Map.groupBy(gathered.counted, ({ kind }) => kind).get("request")).toHaveLength(257);
  expect(Map.groupBy(gathered.counted, ({ kind }) => kind).get("event")).toHaveLength(25);
  expect([total([gathered]).count, gathered.samples.length, gathered.sampledFrom]).toEqual([1_100, 20, 100]);
});

test("records a credential once in ten minutes, also across flushes", () => {
  const metrics = new Metrics();
  const visitsAt = (now: number): string[] => {
    for (const id of ["a", "b", "a"]) metrics.request("GET /", 200, now, now, actor(id));
    return metrics.take(now).visits.map(({ credentialId }) => credentialId);
  };
  expect([0, 5, 9.9, 10, 15].map((minutes) => visitsAt(START + minutes * MINUTE))).toEqual([
    ["a", "b"],
    [],
    [],
    ["a", "b"],
    [],
  ]);
});

/** Whether a flush is due at each of these seconds if nothing is ever taken. */
const dueAt = (metrics: Metrics, seconds: readonly number[]): boolean[] =>
  seconds.map((second) => metrics.isDue(START + second * 1_000, EVERY));

test("flushes after the interval with ten requests, after six with fewer, and after half with an error", () => {
  const busy = new Metrics();
  for (let i = 0; i < 10; i += 1) busy.request("GET /", 200, START, START, null);
  expect(dueAt(busy, [0, 9, 10])).toEqual([false, false, true]);
  const quiet = new Metrics();
  for (let i = 0; i < 9; i += 1) quiet.request("GET /", 200, START, START, null);
  expect(dueAt(quiet, [0, 10, 59, 60])).toEqual([false, false, false, true]);
  const failing = new Metrics();
  failing.fault("GET /", "", new Error("gone"), START);
  expect(dueAt(failing, [0, 4, 5])).toEqual([false, false, true]);
  expect(dueAt(new Metrics(), [0, 600])).toEqual([false, false]);
});

test("starts no flush while another is running, unless that one was cut off", () => {
  const metrics = new Metrics();
  const fill = (): void => {
    for (let i = 0; i < 10; i += 1) metrics.request("GET /", 200, START, START, null);
  };
  fill();
  metrics.take(START);
  fill();
  expect(dueAt(metrics, [20, 59, 60])).toEqual([false, false, true]);
  metrics.take(START + 60_000);
  metrics.sent();
  fill();
  expect(dueAt(metrics, [69, 70])).toEqual([false, true]);
});

test("samples all events with equal probability", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (seed) => {
      const metrics = new Metrics();
      let state = seed;
      const luck = (): number => (state = (Math.imul(state, 48_271) >>> 0) % (2 ** 31 - 1)) / (2 ** 31 - 1);
      for (let i = 0; i < 2_000; i += 1) {
        metrics.event({ id: `${i}`, at: START, event: "e", properties: "{}", tokenHash: null }, luck());
      }
      const kept = metrics.take(START).samples.map(({ id }) => Number(id));
      expect(new Set(kept).size).toBe(20);
      // The chance that twenty uniform draws all come from one half is one in half a million.
      expect([kept.some((id) => id < 1_000), kept.some((id) => id >= 1_000)]).toEqual([true, true]);
    }),
    { numRuns: 50, seed: 7 },
  );
});
