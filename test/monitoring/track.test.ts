/** Browser reports always get the same answer: counted if valid, attributed if authenticated, otherwise dropped. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { systemRandom } from "../../src/platform/system.ts";
import { makeToken } from "../../src/platform/tokens.ts";
import { faultyDatabase, hungDatabase } from "../faults/database.ts";
import { callWith, OWN_PAGE, requestTo, signIn } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { callsDuring, forgetMeasured, read, flushNow } from "./harness.ts";
import { d1 } from "../support/d1.ts";

const DONE = { success: true };

let w: World;

beforeEach(async () => {
  w = await world();
  forgetMeasured();
  await env.DB.batch(["metrics", "analytics_events"].map((table) => env.DB.prepare(`delete from ${table}`)));
});

let networks = 0;
/** Sends a report from a unique network, so that tests do not share rate limits. */
const report = (body: string | ReadableStream | undefined, headers: Record<string, string> = {}, variables = {}) =>
  callWith(
    variables,
    requestTo("/api/track", {
      method: "POST",
      headers: { "CF-Connecting-IP": `198.18.0.${(networks += 1)}`, ...headers },
      ...(body !== undefined && { body }),
    }),
  );

type Kept = { event: string; properties: string; user_id: string | null; weight: number };
const kept = async (): Promise<Kept[]> =>
  (
    await d1`select event, properties, user_id, weight from analytics_events order by event, properties desc`.all<Kept>()
  ).results;

const event = (name: string, properties: object = {}): string => JSON.stringify({ event: name, properties });

test.each<[string, string | undefined, Record<string, string>]>([
  ["nothing", undefined, {}],
  ["invalid JSON", "{", { "Content-Type": "application/json" }],
  ["another content type", "event=1", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["a missing event", "{}", {}],
  ["an event that is not a string", '{"event":1}', {}],
  ["invalid properties", '{"event":"x","properties":[1]}', {}],
  ["null", "null", {}],
  ["100,000 brackets", "[".repeat(100_000), {}],
  ["invalid UTF-8", "\u{fffd}\0\u{10ffff}", {}],
  ["a made-up credential", event("x"), { Authorization: "Bearer ses_none" }],
  ["two session cookies", event("x"), { Cookie: "session=a; session=b", ...OWN_PAGE }],
  ["a cross-site request", event("x"), { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
])("returns the same success response for %s", async (_, body, headers) => {
  const answer = await report(body, headers);
  expect([answer.status, await answer.json()]).toEqual([200, DONE]);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("reads at most 16 KB of an endless body", async () => {
  let sent = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 1_024;
      controller.enqueue(new Uint8Array(1_024).fill(32));
    },
    cancel() {
      cancelled = true;
    },
  });
  const answer = await report(endless);
  expect([answer.status, await answer.json(), cancelled]).toEqual([200, DONE, true]);
  expect(sent).toBeLessThan(64 * 1_024);
});

test("does not read a body whose Content-Length is too large", async () => {
  let pulls = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(new Uint8Array(1_024).fill(32));
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await report(body, { "Content-Length": "20000" });
  expect([answer.status, await answer.json(), pulls]).toEqual([200, DONE, 0]);
});

test("rejects other methods", async () => {
  for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
    const answer = await callWith({}, requestTo("/api/track", { method }));
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
  }
});

const broken = (): Promise<never> => Promise.reject(new Error("out of order"));
const gone = { get: broken, head: broken, put: broken, limit: broken, sendBatch: broken, metrics: broken };
const objects = {
  idFromName: () => "",
  get: () => ({ hit: broken, drain: broken }),
  getByName: () => ({ drain: broken }),
};
const FLOODS = { FLOOD_IP: gone, FLOOD_CALLER: gone, FLOOD_MCP: gone, FLOOD_USER: gone };
const STORES = { FILES: gone, JOBS: gone, RATE_LIMITER: objects, AUDIT_LOG: objects, PAGE_ROOM: objects, ...FLOODS };
const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
};

test.each([
  ["the coarse limits are unavailable", { ...PRODUCTION, ...FLOODS }],
  ["the database is down", { ...PRODUCTION, DB: faultyDatabase(() => "before") }],
  ["the database is unresponsive", { ...PRODUCTION, DB: hungDatabase().DB }],
  ["everything is unavailable", { ...PRODUCTION, ...STORES, DB: faultyDatabase(() => "before") }],
  ["the configuration is invalid", { ENVIRONMENT: "production" }],
  ["monitoring is off", { MONITORING: "off" }],
])("returns the same response while %s", async (_, variables) => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const headers = { Authorization: `Bearer ${w.session("vera")}`, "Sec-Fetch-Site": "same-origin" };
  const answer = await report(event("clicked"), headers, variables);
  expect([answer.status, await answer.json()]).toEqual([200, DONE]);
  printed.mockRestore();
});

test("counts a reported event by name, and keeps an example with its properties", async () => {
  await report(event("page.opened", { type: "SHEET" }));
  await report(event("page.opened", { type: "CODE" }));
  await report(event("  searched\n\tfor "));
  await flushNow();
  expect(await kept()).toEqual([
    { event: "page.opened", properties: '{"type":"SHEET"}', user_id: null, weight: 1 },
    { event: "page.opened", properties: '{"type":"CODE"}', user_id: null, weight: 1 },
    { event: "searched for", properties: "{}", user_id: null, weight: 1 },
  ]);
  expect((await read(w.as("rupert"), "user-activity")).events).toEqual([
    { event: "page.opened", count: 2 },
    { event: "searched for", count: 1 },
  ]);
});

test("attributes an event to a user only with a valid session and from this site", async () => {
  const { cookie } = await signIn();
  const ended = await signIn();
  await d1`update users set epoch = epoch + 1 where login_email = ${ended.email}`.run();
  forgetMeasured();
  const bearer = { Authorization: `Bearer ${w.session("vera")}` };
  await report(event("own page"), { ...bearer, "Sec-Fetch-Site": "same-origin" });
  await report(event("own page, older browser"), { ...bearer, Origin: "http://localhost:8787" });
  await report(event("cookie"), { Cookie: cookie, ...OWN_PAGE });
  await report(event("no page"), bearer);
  await report(event("other site"), { Cookie: cookie, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" });
  await report(event("sibling"), { Cookie: cookie, Origin: "http://localhost:8787", "Sec-Fetch-Site": "same-site" });
  await report(event("session over"), { Cookie: ended.cookie, ...OWN_PAGE });
  await report(event("tool"), { Authorization: `Bearer ${(await w.token("vera")).raw}`, ...OWN_PAGE });
  await flushNow();
  const owners = (await kept()).map(({ event: name, user_id }) => [
    name,
    user_id === w.ids.vera ? "vera" : user_id !== null,
  ]);
  expect(Object.fromEntries(owners)).toEqual({
    "own page": "vera",
    "own page, older browser": "vera",
    cookie: true,
    "no page": false,
    "other site": false,
    sibling: false,
    "session over": false,
    tool: false,
  });
});

test("uses neither the database nor an object to accept an event", async () => {
  const hung = hungDatabase();
  const calls = await callsDuring(() =>
    report(event("clicked"), { Authorization: `Bearer ${w.session("vera")}`, "Sec-Fetch-Site": "same-origin" }, hung),
  );
  expect([hung.asked(), calls]).toEqual([0, []]);
});

test("counts 100 events a minute per network, and drops the rest", async () => {
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  const send = () => report(event("often"), { "CF-Connecting-IP": "198.18.9.9" }, { RATE_LIMIT_SCALE: "1" });
  const statuses = new Set<number>();
  for (let i = 0; i < 130; i += 1) statuses.add((await send()).status);
  await report(event("often"), { "CF-Connecting-IP": "198.18.9.10" }, { RATE_LIMIT_SCALE: "1" });
  clock.mockRestore();
  await flushNow();
  expect([...statuses]).toEqual([200]);
  expect((await read(w.as("rupert"), "user-activity")).events).toEqual([{ event: "often", count: 101 }]);
});

test("samples events with weights that sum to the total, and bounds the number of names", async () => {
  // Freeze the clock so that nothing is flushed automatically.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now());
  for (let i = 0; i < 300; i += 1) await report(event(`event ${i}`));
  clock.mockRestore();
  await flushNow();
  const examples = await kept();
  expect(examples).toHaveLength(20);
  expect(examples.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(300);
  const { events } = await read(w.as("rupert"), "user-activity");
  expect(events).toHaveLength(25);
  expect(events[0]).toEqual({ event: "(other)", count: 276 });
});

test("stores neither secrets nor oversized values", async () => {
  const token = makeToken("mcp", systemRandom);
  await report(
    event(`opened ${token}`, { link: `https://x.example/?token=${token}`, mail: "mia@example.com", token: "short" }),
  );
  await report(event("x".repeat(500), { text: "long ".repeat(3_000) }));
  await flushNow();
  const examples = await kept();
  expect(JSON.stringify(examples)).not.toMatch(new RegExp(`${token.slice(4)}|mia@example|short`));
  expect(examples.at(-1)).toMatchObject({ event: "x".repeat(64), properties: "{}" });
});
