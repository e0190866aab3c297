/** Access to metrics is checked on every request, unauthorized users read nothing, and invalid queries are refused. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { METRICS } from "../../src/features/monitoring/contract.ts";
import { trips, type RoundTripEvent } from "../../src/platform/db.ts";
import { anonymous, world, type World } from "../support/world.ts";
import { forgetMeasured, ranges, read, rollUpAt, flushNow } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeAll(async () => {
  w = await world();
});

test.each(METRICS)("returns %s only to administrators, rechecked on every request", async (metric) => {
  const rupert = w.as("rupert");
  const statuses = [(await rupert.get(`/api/monitoring/${metric}`)).status];
  const setRole = (role: string) => d1`update users set role = ${role} where id = ${w.ids.rupert}`.run();
  await setRole("user");
  statuses.push((await rupert.get(`/api/monitoring/${metric}`)).status);
  await setRole("admin");
  statuses.push((await rupert.get(`/api/monitoring/${metric}`)).status);
  statuses.push((await w.as("olivia").get(`/api/monitoring/${metric}`)).status);
  statuses.push((await anonymous().get(`/api/monitoring/${metric}`)).status);
  statuses.push((await (await w.token("rupert")).client.get(`/api/monitoring/${metric}`)).status);
  expect(statuses).toEqual([200, 403, 200, 403, 401, 401]);
});

test.each(["", "nothing", "system-health%00", "System-Health", "..%2Fadmin", "__proto__"])(
  "returns 404 for the metric %j",
  async (metric) => {
    expect((await w.as("rupert").get(`/api/monitoring/${metric}`)).status).toBe(404);
  },
);

test.each([
  "timeRange=2h",
  "timeRange=",
  "timeRange=24H",
  "timeRange=1h%27--",
  "limit=0",
  "limit=101",
  "limit=x",
  "cursor=%00",
])("rejects ?%s", async (query) => {
  const { status, body } = await w.as("rupert").get(`/api/monitoring/error-logs?${query}`);
  expect([status, body.code]).toEqual([400, "invalid_request"]);
});

/** Round trips and rows read while `work` runs. */
async function costOf(work: () => Promise<unknown>): Promise<{ trips: number; rowsRead: number }> {
  const cost = { trips: 0, rowsRead: 0 };
  const hear = (message: unknown): void => {
    const event = message as RoundTripEvent; // the message type of this channel
    if (event.phase === "start") cost.trips += 1;
    else cost.rowsRead += event.rowsRead;
  };
  trips.subscribe(hear);
  await work().finally(() => trips.unsubscribe(hear));
  return cost;
}

test("reads every metric in one round trip for any range, health in two, and little for unauthorized callers", async () => {
  // The first request of a session records its use.
  await w.as("vera").get("/api/auth/me");
  await w.as("rupert").get("/api/auth/me");
  const kinds = ["request", "query", "event", "sign-in", "cache", "ai"];
  await env.DB.batch(
    kinds.flatMap((kind) =>
      [1, 60, 1440].map(
        (grain) =>
          d1`insert into metrics (grain, kind, at, name) select ${grain}, ${kind}, ${Date.now()} - value, 'name ' || value from json_each(${JSON.stringify(Array.from({ length: 100 }, (_, i) => i))})`,
      ),
    ),
  );
  const ask = (person: "rupert" | "vera", metric: string, range: string) => () =>
    w.as(person).get(`/api/monitoring/${metric}?timeRange=${range}`);
  for (const metric of METRICS) {
    for (const range of ranges) {
      const admin = await costOf(ask("rupert", metric, range));
      // In parallel: the main database and the search database.
      expect([metric, range, admin.trips]).toEqual([metric, range, metric === "system-health" ? 3 : 1]);
    }
  }
  // Measured separately, because a refusal is recorded after its answer and would be counted with the next request.
  for (const metric of METRICS) {
    for (const range of ranges) {
      const user = await costOf(ask("vera", metric, range));
      expect(user.rowsRead, `${metric} ${range}`).toBeLessThanOrEqual(45);
    }
  }
});

test("reports model calls by provider and model, with totals", async () => {
  forgetMeasured();
  const minute = Date.now() - (Date.now() % 60_000);
  const add = (name: string, count: number, inward: number, outward: number, cost: number) =>
    d1`insert into metrics (grain, kind, at, name, count, inward, outward, cost) values (1, 'ai', ${minute}, ${name}, ${count}, ${inward}, ${outward}, ${cost})`;
  await env.DB.batch([add("a/small", 2, 300, 20, 1), add("b-c/meta/large", 1, 100, 10, 0.25)]);
  const total = { calls: 3, inputTokens: 400, outputTokens: 30, cost: 1.25 };
  const check = async (range: string): Promise<void> => {
    const body = await read(w.as("rupert"), "ai-usage", range);
    expect(body).toMatchObject({
      timeRange: range,
      ...total,
      byProvider: [
        { provider: "a", model: "small", calls: 2, inputTokens: 300, outputTokens: 20, cost: 1 },
        { provider: "b-c", model: "meta/large", calls: 1, inputTokens: 100, outputTokens: 10, cost: 0.25 },
      ],
    });
    const sums = body.series.reduce(
      (sum: typeof total, step: typeof total) => ({
        ...sum,
        calls: sum.calls + step.calls,
        cost: sum.cost + step.cost,
      }),
      { ...total, calls: 0, cost: 0 },
    );
    expect(sums).toEqual(total);
  };
  await d1`delete from metrics where kind = 'ai' and name like 'name %'`.run();
  for (const range of ranges) await check(range);
  await flushNow();
  await rollUpAt(Date.now() + 3_600_000 * 2, 2);
  for (const range of ["7d", "30d"]) await check(range);
});
