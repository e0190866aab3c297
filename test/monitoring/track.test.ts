/** Browser reports always get the same answer: counted if valid, attributed if authenticated, otherwise dropped. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { systemRandom } from "../../src/platform/system.ts";
import { makeToken } from "../../src/platform/tokens.ts";
import { faultyDatabase, hungDatabase } from "../faults/database.ts";
import { callWith, OWN_PAGE, requestTo, signIn } from "../flows/sign-in.ts";
import { world, type World } from "../support/world.ts";
import { callsDuring, forgetMeasured, read, flushNow } from "./harness.ts";

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
    await env.DB.prepare(
      "select event, properties, user_id, weight from analytics_events order by event, properties desc",
    ).all<Kept>()
  ).results;

const event = (name: string, properties: object = {}): string => JSON.stringify({ event: name, properties });

test.each<[string, string | undefined, Record<string, string>]>([
  ["nothing", undefined, {}],
  ["no JSON", "{", { "Content-Type": "application/json" }],
  ["another type", "event=1", { "Content-Type": "application/x-www-form-urlencoded" }],
  ["no event", "{}", {}],
  ["an event that is no text", '{"event":1}', {}],
  ["properties that are none", '{"event":"x","properties":[1]}', {}],
  ["null", "null", {}],
  ["a hundred thousand brackets", "[".repeat(100_000), {}],
  ["bytes of no text", "\u{fffd}\0\u{10ffff}", {}],
  ["a made-up credential", event("x"), { Authorization: "Bearer ses_none" }],
  ["two session cookies", event("x"), { Cookie: "session=a; session=b", ...OWN_PAGE }],
  ["another site", event("x"), { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }],
])("%s is answered like everything else", async (_, body, headers) => {
  const answer = await report(body, headers);
  expect([answer.status, await answer.json()]).toEqual([200, DONE]);
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("a body without an end is read for sixteen kilobytes and let go", async () => {
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

test("a body that says itself that it is too long is not begun", async () => {
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

test("other methods are not taken", async () => {
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
  ["the flood gates are down", { ...PRODUCTION, ...FLOODS }],
  ["the database is down", { ...PRODUCTION, DB: faultyDatabase(() => "before") }],
  ["the database is silent", { ...PRODUCTION, DB: hungDatabase().DB }],
  ["nothing at all stands", { ...PRODUCTION, ...STORES, DB: faultyDatabase(() => "before") }],
  ["the configuration is bad", { ENVIRONMENT: "production" }],
  ["monitoring is off", { MONITORING: "off" }],
])("it is answered the same while %s", async (_, variables) => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const headers = { Authorization: `Bearer ${w.session("vera")}`, "Sec-Fetch-Site": "same-origin" };
  const answer = await report(event("clicked"), headers, variables);
  expect([answer.status, await answer.json()]).toEqual([200, DONE]);
  printed.mockRestore();
});

test("what was reported is counted by its name, and kept as an example with its properties", async () => {
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

test("it is somebody's only with a good session and from our own page", async () => {
  const { cookie } = await signIn();
  const ended = await signIn();
  await env.DB.prepare("update users set epoch = epoch + 1 where login_email = ?").bind(ended.email).run();
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

test("reporting asks neither the database nor any object", async () => {
  const hung = hungDatabase();
  const calls = await callsDuring(() =>
    report(event("clicked"), { Authorization: `Bearer ${w.session("vera")}`, "Sec-Fetch-Site": "same-origin" }, hung),
  );
  expect([hung.asked(), calls]).toEqual([0, []]);
});

test("a hundred of one network are counted in a minute, and the rest is dropped", async () => {
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

test("of very many some are kept, which together stand for all, and names nobody chose are bounded", async () => {
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

test("secrets and what is too long are not kept", async () => {
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
