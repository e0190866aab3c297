/** The table of limits against the table of routes: every limit stands where it belongs, counts exactly and closes. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import { mediaTypeOf, type Route } from "../../src/http/route.ts";
import { LIMIT_RULES, type LimitRule } from "../../src/features/limits/rules.ts";
import { FLOOD_QUOTA } from "../../src/platform/flood.ts";
import { createLimiter } from "../../src/platform/limiter.ts";
import { anyAnswer, whileTimeStands } from "../faults/time.ts";
import { OWN_PAGE, callWith, freshEmail, requestTo, signIn } from "../flows/sign-in.ts";
import { entriesOf } from "./audit.ts";

vi.setConfig({ testTimeout: 60_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Name = keyof typeof LIMIT_RULES;
/** Hits, window, and the routes that declare the limit; `inside` where a use case behind other routes takes it. */
type Line = { limit: number; windowMs: number; routes: string[]; inside?: true };

const line = (limit: number, windowMs: number, ...routes: string[]): Line => ({ limit, windowMs, routes });

const TABLE: Record<Name, Line> = {
  magicLinkSendByIp: line(10, 10 * MINUTE, "POST /api/auth/magic-link/send"),
  magicLinkSendByEmail: line(3, 10 * MINUTE, "POST /api/auth/magic-link/send"),
  magicLinkVerifyByIp: line(20, 10 * MINUTE, "GET /api/auth/magic-link/verify", "POST /api/auth/magic-link/verify"),
  providerSigninByIp: line(
    20,
    10 * MINUTE,
    "GET /api/auth/providera/signin",
    "POST /api/auth/providera/signin",
    "POST /api/auth/providerb/signin",
    "POST /api/auth/native/nonce",
  ),
  providerReturnByIp: line(
    20,
    5 * MINUTE,
    "GET /api/auth/providera/callback",
    "POST /api/auth/providera/native",
    "POST /api/auth/providera/one-tap",
    "POST /api/auth/providerb/callback",
    "POST /api/auth/providerb/native",
    "POST /api/auth/mobile/oauth/providera",
  ),
  passkeyOptionsByIp: line(30, 5 * MINUTE, "POST /api/auth/passkey/authenticate/options"),
  passkeySigninByIp: line(20, 5 * MINUTE, "POST /api/auth/passkey/authenticate"),
  passkeySigninByAccount: line(10, 15 * MINUTE, "POST /api/auth/passkey/authenticate"),
  passkeyRegisterByIp: line(
    20,
    15 * MINUTE,
    "POST /api/auth/passkey/register/options",
    "POST /api/auth/passkey/register",
  ),
  passkeyRegisterByUser: line(
    5,
    15 * MINUTE,
    "POST /api/auth/passkey/register/options",
    "POST /api/auth/passkey/register",
  ),
  // Only a sign-in that makes an account takes it.
  accountCreateByIp: { ...line(10, HOUR), inside: true },
  deviceRegisterByIp: line(10, HOUR, "POST /api/auth/device/register"),
  deviceRegisterByUser: line(10, HOUR, "POST /api/auth/device/register"),
  deviceRefreshByIp: line(60, 5 * MINUTE, "POST /api/auth/device/refresh", "POST /api/auth/mobile/refresh"),
  deviceRefreshByDevice: line(10, 5 * MINUTE, "POST /api/auth/device/refresh", "POST /api/auth/mobile/refresh"),
  socketTokenByUser: line(60, MINUTE, "GET /api/auth/socket-token"),
  mcpTokenCreateByUser: line(10, HOUR, "POST /api/auth/mcp-tokens"),
  accountPasswordByUser: line(5, 15 * MINUTE, "PATCH /api/account/password"),
  accountEmailByUser: line(5, HOUR, "PATCH /api/account"),
  accountEmailByEmail: line(3, HOUR, "PATCH /api/account"),
  accountEmailProofByIp: line(20, 10 * MINUTE, "GET /api/account/email/verify", "POST /api/account/email/verify"),
  accountExportByUser: line(5, HOUR, "GET /api/account/export", "GET /api/admin/users/:id/export"),
  shareByUser: line(120, HOUR, "POST /api/drives/:id/members", "POST /api/pages/:pageId/permissions"),
  connectionRequestByUser: line(30, HOUR, "POST /api/connections"),
  uploadByUser: line(
    30,
    MINUTE,
    "POST /api/account/avatar",
    "POST /api/drives/:driveId/import",
    "POST /api/pages/:pageId/reprocess",
    "POST /api/upload",
    "POST /api/uploads",
  ),
  // Adding a member by address answers the same question as a search.
  peopleSearchByUser: line(60, MINUTE, "GET /api/users/search", "GET /api/connections/search"),
  pageCreateByUser: line(120, MINUTE, "POST /api/pages"),
  bulkByUser: line(
    30,
    MINUTE,
    "POST /api/pages/bulk/create-structure",
    "POST /api/pages/bulk/delete",
    "POST /api/pages/bulk/move",
    "POST /api/pages/bulk/rename",
    "POST /api/pages/bulk/update-content",
  ),
  importByUser: line(30, HOUR, "POST /api/drives/:driveId/import"),
  driveCreateByUser: line(60, HOUR, "POST /api/drives"),
  searchByUser: line(120, MINUTE, "GET /api/search"),
  contactByIp: line(5, HOUR, "POST /api/contact"),
  contactByUser: line(5, HOUR, "POST /api/contact"),
  // Taken without a refusal, so no route declares it.
  trackByIp: { ...line(100, MINUTE), inside: true },
};

const names = Object.keys(TABLE) as Name[]; // the keys of TABLE are the names
const keyOf = ({ spec }: Route): string => `${spec.method.toUpperCase()} ${spec.path}`;
const byKey = new Map(api.list.map((route) => [keyOf(route), route]));
const sources = Object.values(
  import.meta.glob<string>(["../../src/**/*.ts", "!**/*.test.ts"], { query: "?raw", import: "default", eager: true }),
).join("\n");
const [wrangler = ""] = Object.values(
  import.meta.glob<string>(["../../wrangler.toml"], { query: "?raw", import: "default", eager: true }),
);

test("every limit has the number and the window it should have", () => {
  const numbers = ({ limit, windowMs }: { limit: number; windowMs: number }) => [limit, windowMs];
  expect(names.map((name) => [name, ...numbers(LIMIT_RULES[name])])).toEqual(
    names.map((name) => [name, ...numbers(TABLE[name])]),
  );
  expect(Object.keys(LIMIT_RULES).toSorted()).toEqual(names.toSorted());
});

test("every limit is declared by its routes and by no others, and taken where it is not one by address", () => {
  const declared = names.map((name) => {
    const rule: LimitRule = LIMIT_RULES[name];
    return [
      name,
      api.list
        .filter(({ spec }) => spec.limits.includes(rule))
        .map(keyOf)
        .toSorted(),
    ];
  });
  expect(declared).toEqual(names.map((name) => [name, TABLE[name].routes.toSorted()]));
  for (const name of names) {
    const isTaken = sources.includes(`rule: LIMIT_RULES.${name},`);
    const byGate = LIMIT_RULES[name].dimension === "ip" && TABLE[name].routes.length > 0;
    expect([name, isTaken], name).toEqual([name, !byGate]);
  }
  expect(names.filter((name) => TABLE[name].routes.length === 0 && !TABLE[name].inside)).toEqual([]);
});

test("every route with a limit says that it may refuse for it", () => {
  for (const route of api.list.filter(({ spec }) => spec.limits.length > 0)) {
    expect(route.spec.errors, keyOf(route)).toEqual(expect.arrayContaining(["rate_limited", "rate_limit_unavailable"]));
  }
});

test("the numbers that floods are refused with are those of the bindings", () => {
  for (const [gate, quota] of Object.entries(FLOOD_QUOTA)) {
    expect(wrangler).toMatch(
      new RegExp(
        `name = "FLOOD_${gate.toUpperCase()}"\\nnamespace_id = "\\d+"\\nsimple = \\{ limit = ${quota}, period = 60 \\}`,
      ),
    );
  }
});

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
  RATE_LIMIT_SCALE: "1",
  RATE_LIMIT_WAIT_MS: "30000",
  PROVIDERA_CLIENT_ID: undefined,
  PROVIDERB_CLIENT_ID: undefined,
};

let networks = 0;
const freshAddress = (): string => `198.19.${(networks += 1) >> 8}.${networks & 255}`;

/** Of the right shape and of nobody: gates look at the shape alone. */
const TOKEN = `ses_${"x".repeat(43)}`;

/** A request that its route's gate lets through to the limits; what it asks for is nonsense. */
async function knock(route: Route, ip: string, variables: object = {}): Promise<Response> {
  const { spec } = route;
  const type = mediaTypeOf(spec);
  const open = spec.principals[0] === "anyone";
  const body = type === "application/json" ? "{}" : "x=1";
  return callWith(
    variables,
    requestTo(spec.path, {
      method: spec.method.toUpperCase(),
      headers: {
        "CF-Connecting-IP": ip,
        ...(type && { "Content-Type": type }),
        ...(!open && { Authorization: `Bearer ${TOKEN}` }),
      },
      ...(type && { body }),
    }),
  );
}

const gated = names
  .filter((name) => LIMIT_RULES[name].dimension === "ip")
  .flatMap((name) => TABLE[name].routes.map((key) => [key, name] as const))
  .filter(([key]) => byKey.has(key));

function routeOf(key: string): Route {
  const route = byKey.get(key);
  if (!route) throw new Error(`There is no ${key}.`);
  return route;
}

test.each(gated)("%s is limited by network, says so in full, and tells the trail once", async (key, name) => {
  const rule: LimitRule = LIMIT_RULES[name];
  const ip = freshAddress();
  const variables = { RATE_LIMIT_SCALE: "1" };
  const statuses: number[] = [];
  for (let i = 0; i < rule.limit; i += 1) statuses.push((await knock(routeOf(key), ip, variables)).status);
  expect(statuses.filter((status) => status === 429)).toEqual([]);
  const refused = await knock(routeOf(key), ip, variables);
  const wait = Number(refused.headers.get("Retry-After"));
  const seconds = rule.windowMs / 1000;
  expect([refused.status, refused.headers.get("RateLimit"), refused.headers.get("RateLimit-Policy")]).toEqual([
    429,
    `"${rule.name}";r=0;t=${wait}`,
    `"${rule.name}";q=${rule.limit};w=${seconds}`,
  ]);
  expect(wait > 0 && wait <= seconds, `waits ${wait}`).toBe(true);
  expect(await refused.json()).toMatchObject({ code: "rate_limited", retryAfter: wait });
  await knock(routeOf(key), ip, variables);
  const told = await entriesOf("rate.limited", (entry) => entry.ip === ip);
  expect(told).toMatchObject([
    { userAgent: "Test/1.0", entry: { risk: 40, outcome: "refused", d: { limit: rule.name, dimension: "ip" } } },
  ]);
});

const limitedRoutes = [...new Set(gated.map(([key]) => key))];
const shards = (answer: () => Promise<never>): object => ({
  RATE_LIMIT_WAIT_MS: "750",
  RATE_LIMITER: {
    idFromName: (id: string) => id,
    get: () => ({ hit: answer, peek: answer, commit: answer, release: answer }),
  },
});

test.each(limitedRoutes)("%s is closed while nobody can count, in production", async (key) => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  let calls = 0;
  const broken = shards(() => {
    calls += 1;
    return Promise.reject(new Error("Durable Object reset"));
  });
  const response = await knock(routeOf(key), freshAddress(), { ...PRODUCTION, ...broken });
  expect([response.status, response.headers.get("Retry-After"), response.headers.getSetCookie()]).toEqual([
    503,
    "5",
    [],
  ]);
  expect(await response.json()).toMatchObject({ code: "rate_limit_unavailable" });
  // Asked, and asked to give back: not again and again.
  expect(calls).toBeLessThanOrEqual(2);
  const open = await knock(
    routeOf(key),
    freshAddress(),
    shards(() => Promise.reject(new Error("reset"))),
  );
  expect(open.status).not.toBe(503);
  expect(warned.mock.calls.length).toBeGreaterThanOrEqual(2);
  warned.mockRestore();
});

test("a shard that never answers is waited for three quarters of a second and no more", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  let asked = 0;
  const hung = shards(() => ((asked += 1), new Promise<never>(() => undefined)));
  for (const [environment, status, limits] of [
    [PRODUCTION, 503, 1],
    [{}, 303, 2],
  ] as const) {
    await whileTimeStands(async ({ pass, until }) => {
      asked = 0;
      let response: Response | undefined;
      const key = "GET /api/auth/magic-link/verify";
      void knock(routeOf(key), freshAddress(), { ...environment, ...hung }).then((answer) => (response = answer));
      await until(() => asked > 0);
      pass(749);
      await anyAnswer();
      expect(response).toBeUndefined();
      pass(1);
      // In development the route goes on, and its next limit is waited for as long.
      await until(() => response !== undefined || asked > 1);
      if (response === undefined) pass(750);
      await until(() => response !== undefined);
      expect([response?.status, asked]).toEqual([status, limits]);
    });
  }
  warned.mockRestore();
});

/** What a signed-in person does to use up a limit that counts by user; `i` makes each one valid by itself. */
const BY_USER: Partial<Record<Name, (i: number) => { path: string; method?: string; body?: unknown }>> = {
  contactByUser: () => ({
    path: "/api/contact",
    method: "POST",
    body: { name: "Ann", email: "ann@example.com", subject: "Help", message: "It does not work." },
  }),
  mcpTokenCreateByUser: (i) => ({ path: "/api/auth/mcp-tokens", method: "POST", body: { name: `tool ${i}` } }),
  socketTokenByUser: () => ({ path: "/api/auth/socket-token" }),
  passkeyRegisterByUser: () => ({ path: "/api/auth/passkey/register/options", method: "POST", body: {} }),
  accountPasswordByUser: () => ({
    path: "/api/account/password",
    method: "PATCH",
    body: { currentPassword: "a", newPassword: "b" },
  }),
  accountEmailByUser: () => ({ path: "/api/account", method: "PATCH", body: { email: freshEmail() } }),
  driveCreateByUser: (i) => ({ path: "/api/drives", method: "POST", body: { name: `Drive ${i}` } }),
  searchByUser: () => ({ path: "/api/search?q=anything" }),
  peopleSearchByUser: () => ({ path: "/api/users/search?q=somebody" }),
  deviceRegisterByUser: (i) => ({
    path: "/api/auth/device/register",
    method: "POST",
    body: { deviceId: `device-${i}`, platform: "desktop" },
  }),
};

test.each(Object.entries(BY_USER))(
  "%s counts a person whatever the network, and hinders no other",
  async (name, make) => {
    const rule: LimitRule = LIMIT_RULES[name as Name]; // the keys of BY_USER are names
    const [one, other] = [await signIn(), await signIn()];
    const send = (token: string, i: number): Promise<Response> => {
      const { path, method = "GET", body } = make(i);
      return callWith(
        { RATE_LIMIT_SCALE: "1" },
        requestTo(path, {
          method,
          headers: {
            ...OWN_PAGE,
            "CF-Connecting-IP": freshAddress(),
            Authorization: `Bearer ${token}`,
            ...(body !== undefined && { "Content-Type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      );
    };
    const statuses = new Set<number>();
    for (let i = 0; i < rule.limit; i += 1) statuses.add((await send(one.token, i)).status);
    expect(
      [...statuses].every((status) => status !== 429 && status < 500),
      [...statuses].join(),
    ).toBe(true);
    let refused = await send(one.token, 99);
    // Above 60 two windows are counted, and when the next one begins just now a few more pass.
    for (let more = 0; rule.limit > 60 && refused.status !== 429 && more < rule.limit; more += 1)
      refused = await send(one.token, 100 + more);
    expect([refused.status, refused.headers.get("RateLimit-Policy")]).toEqual([
      429,
      `"${rule.name}";q=${rule.limit};w=${rule.windowMs / 1000}`,
    ]);
    expect([...statuses]).toContain((await send(other.token, 0)).status);
  },
);

const exact = names.filter((name) => LIMIT_RULES[name].limit <= 60);

test.each(exact)("%s holds in every window of its length, wherever bursts fall", async (name) => {
  const rule: LimitRule = LIMIT_RULES[name];
  const limiter = createLimiter({
    namespace: env.RATE_LIMITER,
    key: new Uint8Array(32).fill(3),
    scale: 1,
    environment: "production",
    // What is asked is how many get through, not how fast.
    timeoutMs: 30_000,
    log: { warn: () => undefined },
  });
  const { limit, windowMs } = rule;
  const edge = Math.ceil(Date.now() / windowMs) * windowMs;
  const admitted: number[] = [];
  const burst = async (now: number): Promise<number> => {
    const verdicts = await Promise.all(
      Array.from({ length: limit + 3 }, () => limiter.take([{ rule, value: `burst ${name}` }], now)),
    );
    const through = verdicts.filter((verdict) => verdict.kind === "allowed" && !verdict.silenced).length;
    for (let i = 0; i < through; i += 1) admitted.push(now);
    return through;
  };
  expect(await burst(edge - 1)).toBe(limit);
  for (const now of [edge, edge + 1, edge + windowMs / 2, edge + windowMs - 2]) expect(await burst(now)).toBe(0);
  // Refusals, a hair's breadth before, have not put it off.
  expect(await burst(edge + windowMs - 1)).toBe(limit);
  // A clock that steps back finds the window as full as it is.
  expect(await burst(edge - windowMs)).toBe(0);
  for (const end of admitted) {
    expect(admitted.filter((at) => at > end - windowMs && at <= end).length).toBeLessThanOrEqual(limit);
  }
});
