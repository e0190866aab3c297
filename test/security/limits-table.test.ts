/** Compares the limits with the routes: every limit is on the right routes, counts exactly and fails closed. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import { createDeps } from "../../src/composition.ts";
import { limitsOf, mediaTypeOf, type Route } from "../../src/http/route.ts";
import { LIMIT_RULES } from "../../src/rate-limits/rules.ts";
import { type LimitDimension, type LimitRule, scaleLimit } from "../../src/kernel/limit.ts";
import { COARSE_LIMITS } from "../../src/platform/coarse-rate-limit.ts";
import { createRateLimits } from "../../src/platform/rate-limiter.ts";
import { anyAnswer, withFrozenTime } from "../faults/frozen-time.ts";
import { OWN_PAGE, callWith, freshEmail, newestLink, requestTo } from "../flows/sign-in.ts";
import { PEOPLE, world, type Person, type World } from "../support/world.ts";
import { entriesOf } from "./audit.ts";
import { ROWS, prepareRequest } from "./matrix-scene.ts";
import { nightly } from "../support/nightly.ts";

vi.setConfig({ testTimeout: 60_000 });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Name = keyof typeof LIMIT_RULES;
/**
 * Hits, window, and the routes that declare the limit; `inUseCase` if only the use case can decide when to count. An MCP
 * tool counts against the limit of its own operation, regardless of the other routes.
 */
type Line = { limit: number; windowMs: number; routes: string[]; inUseCase?: true };

const PROTOCOL = "POST /mcp";

const line = (limit: number, windowMs: number, ...routes: string[]): Line => ({ limit, windowMs, routes });
const inUseCase = (...of: Parameters<typeof line>): Line => ({ ...line(...of), inUseCase: true });

const INVITING = [
  "POST /api/drives/:id/members",
  "POST /api/pages/:pageId/permissions",
  "POST /api/pages/:pageId/invitations/:invitationId/link",
  "POST /api/drives/:id/invitations/:invitationId/link",
];

const TABLE: Record<Name, Line> = {
  magicLinkSendByIp: line(10, 10 * MINUTE, "POST /api/auth/magic-link/send"),
  magicLinkSendByNetwork: line(50, 10 * MINUTE, "POST /api/auth/magic-link/send"),
  magicLinkSendByService: inUseCase(2_000, HOUR, "POST /api/auth/magic-link/send", "POST /invitation"),
  magicLinkUnprovenByService: inUseCase(500, HOUR, "POST /api/auth/magic-link/send"),
  magicLinkSendByEmail: inUseCase(3, 10 * MINUTE, "POST /api/auth/magic-link/send", "POST /invitation"),
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
  passkeySigninByAccount: inUseCase(10, 15 * MINUTE, "POST /api/auth/passkey/authenticate"),
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
  accountCreateByIp: inUseCase(
    10,
    HOUR,
    "GET /api/auth/magic-link/verify",
    "POST /api/auth/magic-link/verify",
    "GET /api/auth/providera/callback",
    "POST /api/auth/providera/native",
    "POST /api/auth/providera/one-tap",
    "POST /api/auth/providerb/callback",
    "POST /api/auth/providerb/native",
    "POST /api/auth/mobile/oauth/providera",
  ),
  deviceRegisterByIp: line(10, HOUR, "POST /api/auth/device/register"),
  deviceRegisterByUser: line(10, HOUR, "POST /api/auth/device/register"),
  deviceRefreshByIp: line(60, 5 * MINUTE, "POST /api/auth/device/refresh", "POST /api/auth/mobile/refresh"),
  deviceRefreshByDevice: inUseCase(10, 5 * MINUTE, "POST /api/auth/device/refresh", "POST /api/auth/mobile/refresh"),
  socketTokenByUser: line(60, MINUTE, "GET /api/auth/socket-token"),
  socketOpenByIp: line(480, MINUTE, "GET /api/realtime"),
  socketOpenByUser: inUseCase(120, MINUTE, "GET /api/realtime", PROTOCOL),
  mcpTokenCreateByUser: line(10, HOUR, "POST /api/auth/mcp-tokens"),
  oauthAuthorizeByIp: line(120, 10 * MINUTE, "GET /oauth/authorize"),
  oauthRegisterByIp: line(60, HOUR, "POST /oauth/register"),
  oauthTokenByIp: line(240, 5 * MINUTE, "POST /oauth/token", "POST /oauth/revoke"),
  oauthDeviceByIp: line(30, 10 * MINUTE, "POST /oauth/device"),
  oauthUserCodeByUser: inUseCase(10, 10 * MINUTE, "GET /device"),
  oauthConsentByUser: inUseCase(20, HOUR, "POST /oauth/consent"),
  accountPasswordByUser: line(5, 15 * MINUTE, "PATCH /api/account/password"),
  accountEmailByUser: inUseCase(5, HOUR, "PATCH /api/account"),
  accountEmailByEmail: inUseCase(3, HOUR, "PATCH /api/account"),
  accountEmailProofByIp: line(20, 10 * MINUTE, "GET /api/account/email/verify", "POST /api/account/email/verify"),
  accountExportByUser: line(5, HOUR, "GET /api/account/export", "GET /api/admin/users/:id/export"),
  shareByUser: line(120, HOUR, "POST /api/drives/:id/members", "POST /api/pages/:pageId/permissions"),
  invitationByUser: inUseCase(60, HOUR, ...INVITING),
  invitationByEmail: inUseCase(5, 24 * HOUR, ...INVITING),
  signUpLinkByUser: line(20, HOUR, "POST /api/sign-up-links"),
  invitationOpenByIp: line(30, 10 * MINUTE, "GET /invitation", "POST /invitation", "GET /join", "POST /join"),
  accessRequestByUser: line(20, HOUR, "POST /api/pages/:pageId/access-requests"),
  connectionRequestByUser: line(30, HOUR, "POST /api/connections", "POST /api/connections/block"),
  agentAskByUser: inUseCase(10, MINUTE, "POST /api/pages/:pageId/messages", "POST /api/ask"),
  agentTryByUser: line(10, 10 * MINUTE, "POST /api/pages/:pageId/agent-config/try"),
  uploadByUser: line(
    30,
    MINUTE,
    "POST /api/account/avatar",
    "POST /api/drives/:driveId/import",
    "POST /api/pages/:pageId/reprocess",
    "POST /api/upload",
    "POST /api/uploads",
  ),
  // Adding a member by email address reveals as much as a search.
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
    PROTOCOL,
  ),
  exportByUser: line(30, HOUR, "POST /api/transfers/exports"),
  importByUser: line(30, HOUR, "POST /api/drives/:driveId/import", "POST /api/transfers/imports"),
  driveCreateByUser: line(60, HOUR, "POST /api/drives"),
  suggestionByUser: line(20, MINUTE, "POST /api/pages/:pageId/suggestions"),
  rowsByUser: line(240, MINUTE, "POST /api/pages/:pageId/rows", PROTOCOL),
  searchByUser: line(120, MINUTE, "GET /api/search", PROTOCOL),
  contactByIp: line(5, HOUR, "POST /api/contact"),
  contactByUser: line(5, HOUR, "POST /api/contact"),
  alarmTestByUser: line(5, 10 * MINUTE, "POST /api/admin/alarms/test"),
  alarmTestByOperator: inUseCase(5, 10 * MINUTE, "POST /api/operator/support"),
  // Counted without rejecting anything, so no route declares it.
  trackByIp: inUseCase(100, MINUTE),
};

const names = Object.keys(TABLE) as Name[]; // the keys of TABLE are the names
const keyOf = ({ spec }: Route): string => `${spec.method.toUpperCase()} ${spec.path}`;
const byKey = new Map(api.list.map((route) => [keyOf(route), route]));

function routeOf(key: string): Route {
  const route = byKey.get(key);
  if (!route) throw new Error(`The route ${key} does not exist.`);
  return route;
}

const sources = Object.values(
  import.meta.glob<string>(["../../src/**/*.ts", "!**/*.test.ts", "!**/routes*.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  }),
).join("\n");
const [wrangler = ""] = Object.values(
  import.meta.glob<string>(["../../wrangler.toml"], { query: "?raw", import: "default", eager: true }),
);

test("every rate limit has the expected number and window", () => {
  const numbers = ({ limit, windowMs }: { limit: number; windowMs: number }) => [limit, windowMs];
  expect(names.map((name) => [name, ...numbers(LIMIT_RULES[name])])).toEqual(
    names.map((name) => [name, ...numbers(TABLE[name])]),
  );
  expect(Object.keys(LIMIT_RULES).toSorted()).toEqual(names.toSorted());
});

test("every rate limit is declared by exactly its routes, and use cases apply only conditional ones", () => {
  const declared = names.map((name) => {
    const rule: LimitRule = LIMIT_RULES[name];
    const limits = api.list.flatMap((route) =>
      limitsOf(route.spec)
        .filter((limit) => limit.rule === rule)
        .map(({ when }) => ({ key: keyOf(route), isConditional: when !== undefined })),
    );
    expect(
      limits.every(({ key, isConditional }) => isConditional === (TABLE[name].inUseCase ?? key === PROTOCOL)),
      name,
    ).toBe(true);
    return [name, limits.map(({ key }) => key).toSorted()];
  });
  expect(declared).toEqual(names.map((name) => [name, TABLE[name].routes.toSorted()]));
  expect(names.filter((name) => sources.includes(`rule: LIMIT_RULES.${name},`))).toEqual(
    names.filter((name) => TABLE[name].inUseCase),
  );
});

test("coarse limits match the bindings in wrangler.toml", () => {
  for (const [gate, quota] of Object.entries(COARSE_LIMITS)) {
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
  EMAIL_FROM: "octavo@octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
  RATE_LIMIT_SCALE: "1",
  RATE_LIMIT_WAIT_MS: "30000",
  PROVIDERA_CLIENT_ID: undefined,
  PROVIDERB_CLIENT_ID: undefined,
};

let networks = 0;
const freshAddress = (): string => `198.19.${(networks += 1) >> 8}.${networks & 255}`;

/** A well-formed token that does not exist: gates check only the format. */
const TOKEN = `ses_${"x".repeat(43)}`;

/** A request that passes its route's gate and reaches the limits, but whose content is nonsense. */
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

/** Every unconditional limit that the routes declare, with its route and its name. */
const declared = api.list.flatMap((route) =>
  limitsOf(route.spec)
    .filter(({ when }) => when === undefined)
    .map(({ rule, bucket }) => ({ key: keyOf(route), route, rule, bucket, title: `${keyOf(route)} ${rule.name}` })),
);
const declaredBy = (...dimensions: LimitDimension[]): typeof declared =>
  declared.filter(({ rule }) => dimensions.includes(rule.dimension));

test("declares limits only by properties that requests have", () => {
  expect(declaredBy("ip", "network", "user", "token")).toEqual(declared);
});

const gated = declaredBy("ip");

/** A tenth of each limit proves the same with fewer requests. */
const FEWER = 0.1;

test.each(gated)(
  "$title is limited by network, returns the full error, and writes one audit entry",
  async ({ route, rule }) => {
    const ip = freshAddress();
    const variables = { RATE_LIMIT_SCALE: String(FEWER) };
    const limit = scaleLimit(rule, FEWER);
    const statuses: number[] = [];
    for (let i = 0; i < limit; i += 1) statuses.push((await knock(route, ip, variables)).status);
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    const refused = await knock(route, ip, variables);
    await expectRefusal(refused, rule, limit);
    await knock(route, ip, variables);
    const told = await entriesOf("rate.limited", (entry) => entry.ip === ip);
    expect(told).toMatchObject([
      { userAgent: "Test/1.0", entry: { risk: 40, outcome: "refused", d: { limit: rule.name, dimension: "ip" } } },
    ]);
  },
);

/** Checks that the response names the limit and the time to wait. */
async function expectRefusal(refused: Response, rule: LimitRule, quota: number): Promise<void> {
  const wait = Number(refused.headers.get("Retry-After"));
  const seconds = rule.windowMs / 1000;
  expect([refused.status, refused.headers.get("RateLimit"), refused.headers.get("RateLimit-Policy")]).toEqual([
    429,
    `"${rule.name}";r=0;t=${wait}`,
    `"${rule.name}";q=${quota};w=${seconds}`,
  ]);
  expect(wait > 0 && wait <= seconds, `waits ${wait}`).toBe(true);
  expect(await refused.json()).toMatchObject({ code: "rate_limited", retryAfter: wait });
}

const limitedRoutes = [...new Set(gated.map(({ key }) => key))];
const shards = (answer: () => Promise<never>): object => ({
  RATE_LIMIT_WAIT_MS: "2500",
  RATE_LIMITER: {
    idFromName: (id: string) => id,
    get: () => ({ hit: answer, peek: answer, commit: answer, release: answer }),
  },
});

test.each(limitedRoutes)("%s returns 503 in production while rate limits are unavailable", async (key) => {
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
  // One hit and one release, without retries.
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

test("waits at most 2.5 s for a rate limit shard", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  let asked = 0;
  const hung = shards(() => ((asked += 1), new Promise<never>(() => undefined)));
  for (const [environment, status, limits] of [
    [PRODUCTION, 503, 1],
    [{}, 303, 2],
  ] as const) {
    await withFrozenTime(async ({ pass, until }) => {
      asked = 0;
      let response: Response | undefined;
      const key = "GET /api/auth/magic-link/verify";
      void knock(routeOf(key), freshAddress(), { ...environment, ...hung }).then((answer) => (response = answer));
      await until(() => asked > 0);
      pass(2_499);
      await anyAnswer();
      expect(response).toBeUndefined();
      pass(1);
      // In development the route continues, and waits as long for its next limit.
      await until(() => response !== undefined || asked > 1);
      if (response === undefined) pass(2_500);
      await until(() => response !== undefined);
      expect([response?.status, asked]).toEqual([status, limits]);
    });
  }
  warned.mockRestore();
});

/** Reduces every limit to 1. */
const LEAST = { RATE_LIMIT_SCALE: "0.000001" };

/** Uses up the only hit that the limit allows. */
async function useUp(rule: LimitRule, value: string): Promise<void> {
  const { limiter } = createDeps(Object.assign({}, env, LEAST), createExecutionContext());
  expect(await limiter.take([{ rule, value }], Date.now())).toEqual({ kind: "allowed", silenced: false });
}

/** Two callers: the one with the lowest status in the matrix, and the one with the highest. */
function askersOf(key: string): [Person, Person] {
  const answers = ROWS[key]?.answers;
  const [one = "olivia", ...others] = PEOPLE.toSorted((a, b) => (answers?.[a] ?? 0) - (answers?.[b] ?? 0));
  return [one, others.at(-1) ?? "rupert"];
}

/** Sends a person's request of the matrix from a new IP address. */
async function ask(w: World, key: string, person: Person, variables: object): Promise<Response> {
  const { method, url, body, type } = await prepareRequest(w, key, person);
  return callWith(
    variables,
    requestTo(url, {
      method,
      headers: {
        "CF-Connecting-IP": freshAddress(),
        Authorization: `Bearer ${w.session(person)}`,
        ...(body !== undefined && { "Content-Type": type ?? "application/json" }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
  );
}

test.each(declaredBy("user", "token"))(
  "$title is limited per user across networks, writes an audit entry, and affects no other user",
  async ({ key, rule, bucket }) => {
    const w = await world();
    const [one, other] = askersOf(key);
    const value = rule.dimension === "user" ? w.ids[one] : `s-${w.ids[one]}`;
    await useUp(rule, bucket === undefined ? value : `${bucket} ${value}`);
    const refused = await ask(w, key, one, LEAST);
    await expectRefusal(refused, rule, 1);
    expect(await entriesOf("rate.limited", ({ userId }) => userId === w.ids[one])).toMatchObject([
      { entry: { risk: 40, outcome: "refused", d: { limit: rule.name, dimension: rule.dimension } } },
    ]);
    expect((await ask(w, key, other, LEAST)).status).not.toBe(429);
  },
);

// Rejected requests change nothing, so one world is enough for all of them.
let unchanged: Promise<World> | undefined;

test.each([...new Set(declaredBy("user", "token").map(({ key }) => key))])(
  "%s returns 503 in production while user limits are unavailable",
  async (key) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    const w = await (unchanged ??= world());
    const broken = shards(() => Promise.reject(new Error("Durable Object reset")));
    const response = await ask(w, key, askersOf(key)[0], { ...PRODUCTION, ...broken });
    expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await response.json()).toMatchObject({ code: "rate_limit_unavailable" });
    warned.mockRestore();
  },
);

test("limits link requests per mailbox without revealing it", async () => {
  const rule: LimitRule = LIMIT_RULES.magicLinkSendByEmail;
  const email = freshEmail();
  await useUp(rule, email);
  const send = (to: string): Promise<Response> =>
    callWith(
      LEAST,
      requestTo("/api/auth/magic-link/send", {
        method: "POST",
        headers: { ...OWN_PAGE, "CF-Connecting-IP": freshAddress(), "Content-Type": "application/json" },
        body: JSON.stringify({ email: to }),
      }),
    );
  const [other, silenced] = [await send(freshEmail()), await send(email)];
  expect([silenced.status, await silenced.json()]).toEqual([other.status, await other.json()]);
  expect(rule.silent).toBe(true);
  expect((await newestLink(email)).muted).toBe(1);
});

const exact = names.filter((name) => LIMIT_RULES[name].limit <= 60);

nightly.each(exact)("%s holds in every sliding window, for any bursts", async (name) => {
  const rule: LimitRule = LIMIT_RULES[name];
  const limiter = createRateLimits({
    namespace: env.RATE_LIMITER,
    key: new Uint8Array(32).fill(3),
    scale: 1,
    environment: "production",
    // The test is about how many get through, not how fast.
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
  // Rejections 1 ms earlier have not postponed the end of the window.
  expect(await burst(edge + windowMs - 1)).toBe(limit);
  // If the clock steps back, the window is still full.
  expect(await burst(edge - windowMs)).toBe(0);
  for (const end of admitted) {
    expect(admitted.filter((at) => at > end - windowMs && at <= end).length).toBeLessThanOrEqual(limit);
  }
});
