/** The error log: internal errors are redacted, buffered while nothing can be written, and listed in pages. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { metrics } from "../../src/platform/metrics.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { makeToken } from "../../src/platform/tokens.ts";
import { faultyDatabase } from "../faults/database.ts";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { forgetMeasured, read, flushNow } from "./harness.ts";
import { d1 } from "../support/d1.ts";

let w: World;

beforeEach(async () => {
  w = await world();
  forgetMeasured();
  await env.DB.batch(["metrics", "error_log"].map((table) => env.DB.prepare(`delete from ${table}`)));
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

const ask = (variables: object, path = "/api/drives"): Promise<Response> =>
  callWith(variables, requestTo(path, { headers: { Authorization: `Bearer ${w.session("vera")}` } }));

/** A database that fails every call with this error. */
function failing(message: string): object {
  const fail = (): Promise<never> => Promise.reject(new Error(message, { cause: new Error(`of ${message}`) }));
  const statement = { bind: () => statement, all: fail };
  return { prepare: () => statement, batch: fail };
}

test("stores error messages without tokens, emails and headers, and finds them by request ID", async () => {
  const token = makeToken("session", systemRandom);
  const bytes = Buffer.from(systemRandom(32)).toString("hex");
  const secrets = [token.slice(4), "mia@example.com", "plain-password", bytes, "c2hvcnQ"];
  const answer = await ask({
    DB: failing(
      `D1_ERROR: near "${token}" for mia@example.com\nCookie: session=plain-password\nAuthorization: Basic c2hvcnQ\nkey ${bytes} no such table: pages`,
    ),
  });
  expect(answer.status).toBe(503);
  await flushNow();
  const { errors } = await read(w.as("rupert"), "error-logs");
  expect(errors).toMatchObject([{ route: "GET /api/drives", requestId: answer.headers.get("X-Request-Id"), count: 1 }]);
  expect(errors[0].message).toContain("no such table: pages");
  expect(errors[0].stack).toMatch(/\n\s+at /);
  const rows = await d1`select * from error_log`.all();
  for (const secret of secrets) expect(JSON.stringify(rows.results)).not.toContain(secret);
});

test("stores repeated failures as one entry with a count, and counts them among the responses", async () => {
  for (let i = 0; i < 7; i += 1) await ask({ DB: failing("gone") });
  await ask({ DB: failing("gone") }, "/api/auth/me");
  await flushNow();
  const { errors } = await read(w.as("rupert"), "error-logs");
  expect(errors.map(({ route, count }: Record<string, unknown>) => [route, count]).toSorted()).toEqual([
    ["GET /api/auth/me", 1],
    ["GET /api/drives", 7],
  ]);
  expect(await read(w.as("rupert"), "api-metrics")).toMatchObject({ requests: 8, errors: 8, byStatus: { "5xx": 8 } });
});

test("limits the number of different failures kept in memory and in the database", async () => {
  for (let i = 0; i < 60; i += 1) await ask({ DB: failing(`failure ${i}`) });
  await flushNow();
  const { errors } = await read(w.as("rupert"), "error-logs");
  expect(errors).toHaveLength(20);
});

test("stores failures of deferred work under its name", async () => {
  const AUDIT_LOG = { getByName: () => ({ drain: () => Promise.reject(new Error("the log is away")) }) };
  await callWith(
    { AUDIT_LOG },
    requestTo("/api/drives", {
      method: "POST",
      headers: { Authorization: `Bearer ${w.session("vera")}`, "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Kept" }),
    }),
  );
  await ask({ AUDIT_LOG }, "/api/monitoring/api-metrics");
  await flushNow();
  const { errors } = await read(w.as("rupert"), "error-logs");
  expect(errors.map(({ route }: { route: string }) => route)).toEqual(["(deferred.failed)"]);
  expect(errors[0].message).toContain("the log is away");
});

test("keeps errors that cannot be stored, and stores each once when possible", async () => {
  await ask({});
  await ask({ DB: failing("gone") });
  await flushNow(Date.now(), { DB: faultyDatabase(() => "before") });
  expect(await d1`select count(*) as n from error_log`.first("n")).toBe(0);
  await ask({});
  await flushNow();
  await flushNow();
  expect((await read(w.as("rupert"), "error-logs")).errors).toMatchObject([{ count: 1 }]);
  expect(await read(w.as("rupert"), "api-metrics")).toMatchObject({
    byRoute: [{ route: "GET /api/drives", requests: 3, errors: 1 }],
  });
});

test("stores errors once when the database reply is lost", async () => {
  await ask({ DB: failing("gone") });
  await flushNow(Date.now(), { DB: faultyDatabase(() => "after") });
  await flushNow();
  expect((await read(w.as("rupert"), "error-logs")).errors).toMatchObject([{ count: 1 }]);
});

test("bounds the memory of an isolate that cannot send for hours", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const METRICS_WRITER = { getByName: () => ({ add: () => Promise.reject(new Error("gone")) }) };
  const start = Date.now();
  const clock = vi.spyOn(Date, "now");
  for (let minute = 0; minute < 40; minute += 1) {
    clock.mockReturnValue(start + minute * 60_000);
    await ask({ MONITORING: "10", DB: failing(`failure ${minute}`), METRICS_WRITER });
  }
  clock.mockRestore();
  const { counted, faults, visits } = metrics.take(start);
  metrics.sent();
  expect(new Set(counted.map(({ at }) => at)).size).toBe(15);
  expect([faults.length, visits.length]).toEqual([20, 0]);
});

test("pages through errors newest first, each once, within the range", async () => {
  const start = Date.now();
  const id = (at: number): string =>
    `${at
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-000000000000`;
  await env.DB.batch(
    Array.from({ length: 25 }, (_, i) => start - i * 3_600_000).map(
      (at, i) => d1`insert into error_log values (${id(at)}, ${at}, 'GET /', ${`number ${i}`}, '', '', 1)`,
    ),
  );
  const admin = w.as("rupert");
  const seen: string[] = [];
  let cursor = "";
  for (let pages = 0; pages < 10; pages += 1) {
    const { body } = await admin.get(`/api/monitoring/error-logs?timeRange=7d&limit=10${cursor}`);
    seen.push(...body.errors.map(({ message }: { message: string }) => message));
    if (body.nextCursor === null) break;
    cursor = `&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `number ${i}`));
  expect((await read(admin, "error-logs", "1h")).errors).toHaveLength(1);
});
