/** What uptime monitors and Prometheus get with the token of the configuration, and nobody without it. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callWith, requestTo } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { parseExposition } from "./exposition.ts";
import { AlarmScene, MINUTE } from "./harness.ts";
import { d1 } from "../support/d1.ts";

const TOKEN = "monitoring-token-of-tests-0123456789";

let w: World;
let scene: AlarmScene;
let at = Date.now() + 24 * 60 * MINUTE;

beforeEach(async () => {
  w ??= await world();
  at += 24 * 60 * MINUTE;
  scene = new AlarmScene(at);
  await scene.start();
});

afterEach(() => vi.restoreAllMocks());

const ask = (path: string, token: string | null = TOKEN, variables: object = {}) =>
  callWith(
    { ...scene.variables, MONITORING: "1", RATE_LIMIT_SCALE: "100000", MONITORING_TOKEN: TOKEN, ...variables },
    requestTo(path, { headers: token === null ? {} : { Authorization: `Bearer ${token}` } }),
  );

test.each(["/api/health/deep", "/api/monitoring/metrics"])(
  "%s requires the token, and is absent without one",
  async (path) => {
    expect((await ask(path)).status).toBe(200);
    for (const token of [null, "", `${TOKEN}x`, TOKEN.slice(0, -1), `${TOKEN.slice(0, -1)}_`, w.session("rupert")])
      expect((await ask(path, token)).status, String(token)).toBe(401);
    expect((await ask(path, TOKEN, { MONITORING_TOKEN: "" })).status).toBe(404);
    expect((await ask("/api/drives")).status).toBe(401);
  },
);

type Deep = { status: string; parts: { name: string; status: string }[]; [field: string]: unknown };

const deep = async (variables: object = {}): Promise<{ status: number; body: Deep; down: string[] }> => {
  const response = await ask("/api/health/deep", TOKEN, variables);
  const body = await response.json<Deep>();
  return {
    status: response.status,
    body,
    down: body.parts.filter((part) => part.status === "down").map(({ name }) => name),
  };
};

test("deep health: every part, with ages and counts", async () => {
  await scene.sweep();
  scene.now += 30_000;
  const { status, body, down } = await deep();
  expect([status, down]).toEqual([200, []]);
  expect(body.parts.map(({ name }) => name)).toEqual([
    "database",
    "search",
    "files",
    "objects",
    "queue",
    "alarms",
    "sweep",
    "outbox",
    "dead-letters",
  ]);
  expect(body).toMatchObject({
    sweepAgeSeconds: 30,
    backlog: 0,
    deadLetters: { count: 0, lastAt: null },
    openAlarms: 0,
  });
  expect(body.sizes).toEqual({ main: expect.any(Number), search: expect.any(Number), audit: expect.any(Number) });
  await d1`insert into search_dirty (page_id, since) values ('waits', ${scene.now - 7 * MINUTE})`.run();
  expect((await deep()).body).toMatchObject({ status: "ok", oldestUnindexedSeconds: 420 });
  await d1`insert into jobs_outbox values ('waits', '{}', ${scene.now - 6 * MINUTE})`.run();
  expect((await deep()).body).toMatchObject({ status: "degraded", oldestOutboxSeconds: 360 });
  await d1`delete from jobs_outbox`.run();
  await scene.with((deps) => deps.objects.metricsWriter().report([{ event: "dead_letter", subject: "a", detail: {} }]));
  expect((await deep()).body).toMatchObject({ status: "degraded", deadLetters: { count: 1 }, openAlarms: 1 });
});

const broken = (): Promise<never> => Promise.reject(new Error("out of order"));
const DATABASE = { prepare: () => ({ bind: () => ({ all: broken }), all: broken }), batch: broken };

test.each<[string, object, string[]]>([
  ["the database", { DB: DATABASE }, ["database"]],
  ["the search database", { SEARCH: DATABASE }, ["search"]],
  ["the bucket", { FILES: { head: broken } }, ["files"]],
  ["the audit log", { AUDIT_LOG: { getByName: () => ({ entries: broken }) } }, ["objects"]],
  ["the queues", { JOBS: { metrics: broken } }, ["queue"]],
  ["the alarms", { METRICS_WRITER: { getByName: () => ({ alarms: broken, add: broken }) } }, ["alarms"]],
])("deep health: 503 without %s", async (_, variables, expected) => {
  await scene.sweep();
  const { status, body, down } = await deep(variables);
  expect([status, body.status, down]).toEqual([503, "down", expected]);
});

test("deep health: 503 once the sweep is missing", async () => {
  await scene.sweep();
  scene.now += 3 * MINUTE;
  expect(await deep()).toMatchObject({ status: 503, down: ["sweep"] });
});

const scrape = async () => {
  const response = await ask("/api/monitoring/metrics");
  expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  return parseExposition(await response.text());
};

test("metrics are valid, and their counters never decrease, also when the object ends or rows expire", async () => {
  const call = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i += 1) await ask("/api/drives", w.session("vera"));
    scene.now += 2_000;
    await ask("/api/health");
    await scene.sweep();
  };
  await call(12);
  const first = await scrape();
  const route = 'route="GET /api/drives"';
  expect(first.get(`octavo_http_requests_total{${route},status="2xx"}`)).toBe(12);
  expect(first.get(`octavo_http_request_duration_seconds_count{${route}}`)).toBe(12);
  expect(first.get('octavo_sweep_step_runs_total{step="triggers"}')).toBe(1);
  expect(first.get('octavo_alarms_open{event="sweep"}')).toBe(0);
  await scene.restart();
  await d1`delete from metrics`.run();
  scene.now += 3 * MINUTE;
  await call(3);
  const second = await scrape();
  expect(second.get(`octavo_http_requests_total{${route},status="2xx"}`)).toBe(15);
  for (const [name, value] of first.counters()) expect(second.get(name), name).toBeGreaterThanOrEqual(value);
});

test("metrics stay bounded and valid with hostile names", async () => {
  await scene.with(async (deps) => {
    for (let i = 0; i < 600; i += 1) deps.metrics?.call(`provider "${i}" \\ {a="b"}`, true, scene.now);
    await deps.objects.metricsWriter().add(deps.metrics?.take(scene.now) as never);
    deps.metrics?.sent();
  });
  const samples = await scrape();
  expect(samples.size).toBeLessThan(700);
});
