/** Without an account, nobody can write to the audit log at will, and repeated rejections do not fill it. */
import { expect, test, vi } from "vitest";
import { api } from "../../src/app.ts";
import { limitsOf } from "../../src/http/route.ts";
import { hashToken, makeToken } from "../../src/platform/tokens.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { OWN_PAGE, callWith, requestTo, signIn } from "../flows/sign-in.ts";
import { freshId, world } from "../support/world.ts";
import { type Entry, entriesOf, referenceTo } from "./audit.ts";
import { d1 } from "../support/d1.ts";

let last = 0;
const freshAddress = (): string => `203.0.113.${(last += 1)}`;

/** A cross-site change; resolves when all its deferred work is done. */
const forge = (ip: string, cookie: string, path = "/api/auth/logout-all"): Promise<Response> =>
  callWith(
    {},
    requestTo(path, {
      method: "POST",
      headers: { Cookie: cookie, "CF-Connecting-IP": ip, "Sec-Fetch-Site": "cross-site" },
    }),
  );

const from = (ip: string, kind = "csrf.reject"): Promise<Entry[]> => entriesOf(kind, (entry) => entry.ip === ip);

const countWaiting = (): Promise<number | null> => d1`select count(*) as n from audit_outbox`.first<number>("n");

test("writes no audit entry for a made-up cookie or token", async () => {
  const ip = freshAddress();
  const before = await countWaiting();
  for (let i = 0; i < 20; i += 1) {
    const cookie = `session=${makeToken("session", systemRandom)}`;
    expect((await forge(ip, cookie)).status).toBe(403);
    expect((await forge(ip, cookie, "/api/auth/logout")).status).toBe(403);
    expect((await forge(ip, cookie, "/api/auth/magic-link/send")).status).toBe(403);
    const headers = { Authorization: `Bearer ${makeToken("mcp", systemRandom)}`, "CF-Connecting-IP": ip };
    expect((await callWith({}, requestTo("/api/mcp/drives", { headers }))).status).toBe(401);
  }
  expect(await from(ip)).toEqual([]);
  expect(await countWaiting()).toBe(before);
});

test("audits repeated rejections of a session once an hour per kind", async () => {
  const [ip, session] = [freshAddress(), await signIn()];
  const twenty = (): Promise<unknown> => Promise.all(Array.from({ length: 20 }, () => forge(ip, session.cookie)));
  await twenty();
  expect(await from(ip)).toMatchObject([
    { entry: { outcome: "refused", sess: await referenceTo(session.token), d: { code: "cross_site" } } },
  ]);
  // Another reason of the same kind adds no entry; another kind or another session does.
  await callWith(
    {},
    requestTo("/api/auth/logout-all", {
      method: "POST",
      headers: { Cookie: session.cookie, "CF-Connecting-IP": ip, ...OWN_PAGE },
    }),
  );
  expect(await from(ip)).toHaveLength(1);
  const admins = requestTo("/api/admin/audit", { headers: { Cookie: session.cookie, "CF-Connecting-IP": ip } });
  expect((await callWith({}, admins)).status).toBe(403);
  expect(await from(ip, "perm.denied")).toHaveLength(1);
  await forge(ip, (await signIn(session.email)).cookie);
  expect(await from(ip)).toHaveLength(2);
  for (const [later, entries] of [
    [61_000, 2],
    [3_600_001, 3],
  ] as const) {
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + later);
    await twenty().finally(() => clock.mockRestore());
    expect(await from(ip), String(later)).toHaveLength(entries);
  }
});

test("attributes entries to an ended session, but not to a deleted one", async () => {
  const [ip, session] = [freshAddress(), await signIn()];
  await d1`update sessions set epoch = 7 where token_hash = ${hashToken("session", session.token)}`.run();
  await forge(ip, session.cookie);
  expect(await from(ip)).toMatchObject([{ entry: { sess: await referenceTo(session.token) } }]);
  const [other, gone] = [freshAddress(), await signIn()];
  await d1`delete from sessions where token_hash = ${hashToken("session", gone.token)}`.run();
  await forge(other, gone.cookie);
  expect(await from(other)).toEqual([]);
});

test("audits a tool token without accessible drives once an hour", async () => {
  const [ip, w] = [freshAddress(), await world()];
  const { raw } = await w.token("olivia", { drives: [freshId("gone")] });
  const headers = { Authorization: `Bearer ${raw}`, "CF-Connecting-IP": ip };
  for (let i = 0; i < 10; i += 1)
    expect((await callWith({}, requestTo("/api/mcp/drives", { headers }))).status).toBe(403);
  expect(await from(ip, "mcp.scope_denied")).toMatchObject([{ userId: w.ids.olivia }]);
});

/** Public routes without a limit by IP address: they write no audit entry for unknown callers. */
const UNLIMITED = [
  "GET /",
  "GET /.well-known/oauth-authorization-server",
  "GET /.well-known/oauth-authorization-server/mcp",
  "GET /.well-known/oauth-protected-resource",
  "GET /.well-known/oauth-protected-resource/mcp",
  "GET /admin",
  "GET /admin/audit",
  "GET /admin/instance",
  "GET /admin/users",
  "GET /api/docs",
  "GET /api/health",
  // Nothing is done before the token is checked, which is too long to guess.
  "GET /api/health/deep",
  "GET /api/monitoring/metrics",
  "GET /api/openapi.json",
  "GET /auth/continue",
  "GET /device",
  "GET /drives/:id",
  "GET /drives/:id/blank/:type",
  "GET /drives/:id/transfers",
  "GET /drives/:id/trash",
  "GET /inbox",
  "GET /oauth/consent",
  "GET /pages/:pageId",
  "GET /pages/:pageId/canvas",
  "GET /settings",
  "GET /settings/connect",
  "GET /shared",
  "GET /signin",
  "GET /tasks",
  "GET /transfers",
  // Ends the presented session, and writes an entry only if there was one.
  "POST /api/auth/logout",
  // Nothing is read or recorded before the operator's signature is verified.
  "POST /api/operator/backup",
  "POST /api/operator/restore",
  "POST /api/operator/support",
  "POST /api/track",
  // Redirects callers who are not signed in.
  "POST /oauth/consent",
  // As the operator's other requests above.
  "PUT /api/operator/restore/file",
];

test("limits every other public route by IP address", () => {
  const open = api.list
    .filter(
      ({ spec }) =>
        spec.principals[0] === "anyone" &&
        !limitsOf(spec).some(({ rule, when }) => rule.dimension === "ip" && when === undefined),
    )
    .map(({ spec }) => `${spec.method.toUpperCase()} ${spec.path}`);
  expect(open.toSorted()).toEqual(UNLIMITED.toSorted());
});
