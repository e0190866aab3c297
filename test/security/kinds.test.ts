/** Causes every audit kind of sign-in and account actions for real, and finds its entry in a chain that verifies. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect, test, vi } from "vitest";
import { sweep } from "../../queues/sweep.ts";
import { createDeps } from "../../src/composition.ts";
import { ACCOUNTS_FROM_ADDRESS, FAILURES_FROM_ADDRESS } from "../../src/features/auth/detection/rules.ts";
import { AUDIT_KINDS, type AuditKind } from "../../src/audit-log/kinds.ts";
import { verifyExport } from "../../scripts/audit/verify.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { OWN_PAGE, callWith, freshEmail, mailedLink, requestTo, signIn, userIdOf } from "../flows/sign-in.ts";
import { makePage, client, freshId, world, makeDrive } from "../support/world.ts";
import { admin, entriesOf, referenceTo, type Entry } from "./audit.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Kinds that no code writes yet. */
const NOT_YET: readonly AuditKind[] = [];

/** Kinds that other tests cause for real and look up in the audit log, for example because they need an authenticator. */
const ELSEWHERE: Partial<Record<AuditKind, string>> = {
  "token.reuse": "flows/devices.test.ts",
  "drive.export": "transfer/export.test.ts",
  "drive.import": "transfer/import-jobs.test.ts",
  "account.delete": "admin/users.test.ts",
  "account.export": "accounts/export.test.ts",
  "drive.transfer": "admin/users.test.ts",
  "operator.backup": "operator/routes.test.ts",
  "operator.restore": "operator/restore.test.ts",
  "operator.support": "operator/support.test.ts",
  "agent.approved": "agents/approval.test.ts",
  "agent.declined": "agents/approval.test.ts",
  "agent.config_change": "agents/settings.test.ts",
  "file.upload": "files/upload.test.ts",
  "file.delete": "files/page-files.test.ts",
  "file.denied": "files/serving.test.ts",
  "file.quarantined": "files/processing.test.ts",
  "device.anomaly": "flows/devices.test.ts",
  "passkey.add": "flows/passkeys-register.test.ts",
  "passkey.remove": "flows/passkeys-register.test.ts",
  "passkey.clone": "flows/passkeys-signin.test.ts",
  "lockout.set": "flows/passkeys-lockout.test.ts",
  "lockout.reject": "flows/passkeys-lockout.test.ts",
  "oauth.state_bad": "flows/providers-state.test.ts",
  "oauth.pkce_store_unavailable": "flows/providers-state.test.ts",
  "oauth.link": "flows/providers.test.ts",
  "account.email_proven": "flows/email-change.test.ts",
  "mcp.consent": "oauth/consent.test.ts",
  "invitation.accept": "sharing/invitations.test.ts",
  "invitation.expire": "sharing/invitations.test.ts",
  "alarm.test": "alarms/admin.test.ts",
  "signup.link": "signup/links.test.ts",
  "signup.revoke": "signup/links.test.ts",
  "audit.alarm": "audit/log.test.ts",
  "audit.checkpoint": "audit/publishing.test.ts",
  "audit.erase": "audit/log.test.ts",
};

/** The expected entry of an act: the user, network and session, the risk and the outcome. */
type Trace = {
  readonly kind: AuditKind;
  readonly ip: string;
  readonly risk: number;
  readonly outcome: "ok" | "fail" | "refused";
  /** The reference of the session that acted or was affected; null if there was none. */
  readonly sess: string | null;
  readonly userId?: string;
};

let networks = 0;
const freshAddress = (): string => `198.18.${(networks += 1) >> 8}.${networks & 255}`;

const AGENT = "Kinds/1.0";
const from = (ip: string): Record<string, string> => ({ "CF-Connecting-IP": ip, "User-Agent": AGENT });

/** A request from this network; resolves when all its deferred work is done. */
const ask = (ip: string, path: string, send: Parameters<typeof requestTo>[1] = {}, variables = {}): Promise<Response> =>
  callWith(variables, requestTo(path, { ...send, headers: { ...from(ip), ...send.headers } }));

const openFrom = (ip: string, url: URL, headers = {}): Promise<Response> =>
  ask(ip, url.pathname + url.search, { headers });

const setSession = (column: "expires_at" | "epoch", value: number, token: string): Promise<unknown> =>
  env.DB.prepare(`update sessions set ${column} = ?1 where token_hash = ?2`)
    .bind(value, hashToken("session", token))
    .run();

async function sweepNow(): Promise<void> {
  const context = createExecutionContext();
  await sweep(createDeps(env, context));
  await waitOnExecutionContext(context);
}

/** A signed-in user, and a client that acts for them from a new network. */
async function person() {
  const { id: userId, ...signedIn } = await signIn();
  const ip = freshAddress();
  const sess = await referenceTo(signedIn.token);
  const acting = client({ Authorization: `Bearer ${signedIn.token}`, ...from(ip) });
  return { ...signedIn, ip, sess, acting, userId };
}

/** The owner of a prepared drive with a page, on a new network. */
async function olivia() {
  const w = await world();
  const ip = freshAddress();
  const token = w.session("olivia");
  const acting = client({ Authorization: `Bearer ${token}`, ...from(ip) });
  const pageId = await makePage(acting, { driveId: w.drive, title: "t" });
  return { w, ip, acting, page: pageId, sess: await referenceTo(token), userId: w.ids.olivia };
}

/** An administrator on a new network. */
async function chief() {
  const someone = await person();
  await d1`update users set role = 'admin' where id = ${someone.userId}`.run();
  return someone;
}

/** A link that was already used: opening it again fails. */
async function usedLink(email = freshEmail()): Promise<URL> {
  const { url } = await mailedLink(email);
  await openFrom(freshAddress(), url);
  return url;
}

/** Signs in from this network, with these variables. */
async function signInFrom(ip: string, email: string, variables = {}): Promise<{ userId: string; sess: string }> {
  const { id, token } = await signIn(email, { headers: from(ip), variables });
  return { userId: id, sess: await referenceTo(token) };
}

const OK = { risk: 0, outcome: "ok" } as const;
const DENIED = { risk: 50, outcome: "refused" } as const;

async function registersDevice() {
  const { acting, ...who } = await person();
  await acting.post("/api/auth/device/register", { deviceId: "laptop", platform: "desktop" });
  return { ...OK, ...who };
}

async function revokesDevice() {
  const { acting, ...who } = await person();
  const { body } = await acting.post("/api/auth/device/register", { deviceId: "laptop", platform: "desktop" });
  await acting.delete(`/api/account/devices/${body.device.id}`);
  return { ...OK, ...who };
}

const ACTS: Partial<Record<AuditKind, () => Promise<Omit<Trace, "kind">>>> = {
  "magic.send": async () => {
    const ip = freshAddress();
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ email: freshEmail() });
    await ask(ip, "/api/auth/magic-link/send", { method: "POST", headers, body });
    return { ...OK, ip, sess: null };
  },
  "auth.login.ok": async () => {
    const ip = freshAddress();
    return { ...OK, ip, ...(await signInFrom(ip, freshEmail())) };
  },
  "auth.login.fail": async () => {
    const [ip, email] = [freshAddress(), freshEmail()];
    await openFrom(ip, await usedLink(email));
    return { ip, risk: 30, outcome: "fail", sess: null, userId: String(await userIdOf(email)) };
  },
  "session.create": async () => {
    const ip = freshAddress();
    return { ...OK, ip, ...(await signInFrom(ip, freshEmail())) };
  },
  "auth.logout": async () => {
    const { acting, ...who } = await person();
    await acting.post("/api/auth/logout");
    return { ...OK, ...who };
  },
  "session.revoke": async () => {
    const { acting, ...who } = await person();
    const { token } = await signIn(who.email);
    const id = await d1`select id from sessions where token_hash = ${hashToken("session", token)}`.first<string>("id");
    await acting.delete(`/api/account/sessions/${id}`);
    return { ...OK, ...who };
  },
  "session.expire": async () => {
    const { acting, token, ...who } = await person();
    await setSession("expires_at", Date.now() - 1, token);
    await acting.get("/api/auth/me");
    return { ...OK, ...who };
  },
  "session.invalidate_all": async () => {
    const { acting, ...who } = await person();
    await acting.post("/api/auth/logout-all");
    return { ...OK, ...who };
  },
  "token.use_revoked": async () => {
    const { acting, email, ...who } = await person();
    await client({ Authorization: `Bearer ${(await signIn(email)).token}` }).post("/api/auth/logout-all");
    await acting.get("/api/auth/me");
    return { ...who, risk: 30, outcome: "refused" };
  },
  "magic.burnt": async () => {
    const [ip, email] = [freshAddress(), freshEmail()];
    const { url, binding } = await mailedLink(email);
    await openFrom(freshAddress(), url);
    const userId = String(await userIdOf(email));
    await openFrom(ip, url, { Cookie: binding, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document" });
    return { ip, risk: 30, outcome: "fail", sess: null, userId };
  },
  "role.change": async () => {
    const [ip, email] = [freshAddress(), freshEmail("chief")];
    return { ...OK, ip, ...(await signInFrom(ip, email, { ADMIN_EMAILS: email })) };
  },
  "lockout.clear": async () => {
    const { email } = await signIn();
    const soon = Date.now() + 900_000;
    await d1`update users set failed_passkeys = 10, locked_until = ${soon} where login_email = ${email}`.run();
    const ip = freshAddress();
    return { ...OK, ip, ...(await signInFrom(ip, email)) };
  },
  "mcp.create": async () => {
    const { acting, ...who } = await person();
    await acting.post("/api/auth/mcp-tokens", { name: "tool" });
    return { ...OK, ...who };
  },
  "mcp.revoke": async () => {
    const { acting, ...who } = await person();
    const { body } = await acting.post("/api/auth/mcp-tokens", { name: "tool" });
    await acting.delete(`/api/auth/mcp-tokens/${body.id}`);
    return { ...OK, ...who };
  },
  "mcp.scope_denied": async () => {
    const w = await world();
    const ip = freshAddress();
    const { raw } = await w.token("olivia", { drives: [freshId("gone")] });
    await ask(ip, "/api/mcp/drives", { headers: { Authorization: `Bearer ${raw}` } });
    return { ...DENIED, ip, sess: null, userId: w.ids.olivia };
  },
  "perm.grant": async () => {
    const { w, acting, page, ...who } = await olivia();
    await acting.post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, canView: true });
    return { ...OK, ...who };
  },
  "perm.revoke": async () => {
    const { w, acting, page, ...who } = await olivia();
    await acting.post(`/api/pages/${page}/permissions`, { userId: w.ids.oscar, canView: true });
    await acting.delete(`/api/pages/${page}/permissions`, { userId: w.ids.oscar });
    return { ...OK, ...who };
  },
  "perm.request": async () => {
    const { w, page } = await olivia();
    const [ip, token] = [freshAddress(), w.session("oscar")];
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    await ask(ip, `/api/pages/${page}/access-requests`, { method: "POST", headers, body: "{}" });
    return { ...OK, ip, sess: await referenceTo(token), userId: w.ids.oscar };
  },
  "perm.decline": async () => {
    const { w, acting, page, ...who } = await olivia();
    await w.as("oscar").post(`/api/pages/${page}/access-requests`, {});
    await acting.delete(`/api/pages/${page}/access-requests/${w.ids.oscar}`);
    return { ...OK, ...who };
  },
  "invitation.create": async () => {
    const { acting, page, ...who } = await olivia();
    await acting.post(`/api/pages/${page}/permissions`, { email: freshEmail(), canView: true });
    return { ...OK, ip: who.ip, sess: who.sess, userId: who.userId };
  },
  "invitation.revoke": async () => {
    const { acting, page, ...who } = await olivia();
    const { body } = await acting.post(`/api/pages/${page}/permissions`, { email: freshEmail(), canView: true });
    await acting.delete(`/api/pages/${page}/invitations/${body.invitation.id}`);
    return { ...OK, ip: who.ip, sess: who.sess, userId: who.userId };
  },
  "perm.denied": async () => {
    const w = await world();
    const [ip, token] = [freshAddress(), w.session("vera")];
    const body = JSON.stringify({ name: "Mine now" });
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    await ask(ip, `/api/drives/${w.drive}`, { method: "PATCH", headers, body });
    return { ...DENIED, ip, sess: await referenceTo(token), userId: w.ids.vera };
  },
  "csrf.reject": async () => {
    const { cookie, ip, sess, userId } = await person();
    await ask(ip, "/api/auth/logout-all", { method: "POST", headers: { Cookie: cookie, ...OWN_PAGE } });
    return { ...DENIED, ip, sess, userId };
  },
  "rate.limited": async () => {
    const ip = freshAddress();
    for (let i = 0; i < 21; i += 1) await ask(ip, "/api/auth/magic-link/verify?token=x", {}, { RATE_LIMIT_SCALE: "1" });
    return { ip, risk: 40, outcome: "refused", sess: null };
  },
  "brute.force": async () => {
    const ip = freshAddress();
    for (let i = 0; i < FAILURES_FROM_ADDRESS; i += 1) await ask(ip, "/api/auth/magic-link/verify?token=x");
    return { ip, risk: 80, outcome: "fail", sess: null };
  },
  "credential.stuffing": async () => {
    const ip = freshAddress();
    for (let i = 0; i < ACCOUNTS_FROM_ADDRESS; i += 1) await openFrom(ip, await usedLink());
    return { ip, risk: 80, outcome: "fail", sess: null };
  },
  "account.password_fail": async () => {
    const { acting, ...who } = await person();
    await acting.patch("/api/account/password", { currentPassword: "wrong", newPassword: "never" });
    return { ...who, risk: 30, outcome: "fail" };
  },
  "account.email_change": async () => {
    const { acting, ...who } = await person();
    await acting.patch("/api/account", { email: freshEmail("new") });
    return { ...OK, ...who };
  },
  "account.reset": async () => {
    const { acting, ...who } = await person();
    await acting.post("/api/account/reset-credentials");
    return { ...OK, ...who };
  },
  "audit.export": async () => {
    const { acting, ...who } = await chief();
    await acting.get("/api/admin/audit/export");
    return { ...OK, ...who };
  },
  "account.suspend": async () => {
    const { acting, ...who } = await chief();
    await acting.post(`/api/admin/users/${(await person()).userId}/suspend`, {});
    return { ...OK, ...who };
  },
  "account.unsuspend": async () => {
    const { acting, ...who } = await chief();
    const { userId } = await person();
    await acting.post(`/api/admin/users/${userId}/suspend`, {});
    await acting.post(`/api/admin/users/${userId}/unsuspend`, {});
    return { ...OK, ...who };
  },
  "device.register": registersDevice,
  "token.create": registersDevice,
  "device.revoke": revokesDevice,
  "token.revoke": revokesDevice,
  "token.rotate": async () => {
    const { acting, ip, userId } = await person();
    const { body } = await acting.post("/api/auth/device/register", { deviceId: "laptop", platform: "desktop" });
    const again = client(from(ip));
    const fresh = await again.post("/api/auth/device/refresh", { deviceToken: body.deviceToken, deviceId: "laptop" });
    return { ...OK, ip, userId, sess: await referenceTo(fresh.body.sessionToken) };
  },
  "page.purge": async () => {
    const { w: _, acting, page, ...who } = await olivia();
    await acting.delete(`/api/pages/${page}`);
    await acting.delete(`/api/trash/${page}`);
    return { ...OK, ...who };
  },
  "drive.purge": async () => {
    const { acting, ...who } = await person();
    const driveId = await makeDrive(acting);
    await acting.delete(`/api/drives/${driveId}`);
    await acting.delete(`/api/trash/drives/${driveId}`);
    return { ...OK, ...who };
  },
};

/** Only the act's entries, since nothing else came from its network. */
const traced = (kind: AuditKind, ip: string): Promise<Entry[]> => entriesOf(kind, (entry) => entry.ip === ip);

test.each(Object.entries(ACTS))("writes one audit entry of kind %s", async (kind, act) => {
  const trace = await act();
  const wanted = kind as AuditKind; // the keys of ACTS are kinds
  // Some entries are only written after the response.
  await expect.poll(async () => (await traced(wanted, trace.ip)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  const entries = await traced(wanted, trace.ip);
  expect(entries).toHaveLength(1);
  const [{ entry, userAgent, userId }] = entries as [Entry]; // exactly one
  expect({ kind: entry.kind, outcome: entry.outcome, risk: entry.risk, sess: entry.sess ?? null }).toEqual({
    kind,
    outcome: trace.outcome,
    risk: trace.risk,
    sess: trace.sess,
  });
  expect([userAgent, userId]).toEqual([AGENT, trace.userId ?? null]);
});

test("tests every audit kind here or with its feature, unless nothing writes it yet", () => {
  const sources = import.meta.glob<string>(
    ["../../{src,durable-objects,queues}/**/*.ts", "!**/kinds.ts", "!**/*.test.ts"],
    {
      query: "?raw",
      import: "default",
      eager: true,
    },
  );
  const text = Object.values(sources).join("\n");
  expect(text.length).toBeGreaterThan(100_000);
  const unwritten = AUDIT_KINDS.filter((kind) => !text.includes(`"${kind}"`));
  expect(unwritten).toEqual(NOT_YET);
  const tests = import.meta.glob<string>(["../**/*.test.ts"], { query: "?raw", import: "default", eager: true });
  for (const [kind, file] of Object.entries(ELSEWHERE)) expect(tests[`../${file}`], file).toContain(`"${kind}"`);
  const covered = new Set<string>([...Object.keys(ACTS), ...Object.keys(ELSEWHERE), ...NOT_YET]);
  expect(AUDIT_KINDS.filter((kind) => !covered.has(kind))).toEqual([]);
});

test("audits an expired session once, whether a request or the sweep finds it", async () => {
  const told = async (userId: string): Promise<unknown[]> =>
    (await entriesOf("session.expire", (entry) => entry.userId === userId)).map(({ entry }) => [
      entry.d["found"],
      entry.sess,
    ]);
  const [used, idle, swept] = [await person(), await person(), await person()];
  await setSession("expires_at", Date.now() - 1, used.token);
  const again = (token: string, variables = {}): Promise<Response> =>
    ask(freshAddress(), "/api/auth/me", { headers: { Authorization: `Bearer ${token}` } }, variables);
  await Promise.all(Array.from({ length: 20 }, () => again(used.token)));
  await again(used.token);
  await d1`update sessions set last_seen_at = 5 where token_hash = ${hashToken("session", idle.token)}`.run();
  await Promise.all(Array.from({ length: 5 }, () => again(idle.token, { SESSION_IDLE_SECONDS: "600" })));
  await setSession("expires_at", Date.now() - 1, swept.token);
  await Promise.all([sweepNow(), sweepNow(), again(swept.token)]);
  await sweepNow();
  expect(await told(used.userId)).toEqual([["use", used.sess]]);
  expect(await told(idle.userId)).toEqual([["use", idle.sess]]);
  expect(await told(swept.userId)).toEqual([[expect.stringMatching(/^(use|sweep)$/), swept.sess]]);
  for (const { token } of [used, idle, swept]) {
    const row = d1`select 1 from sessions where token_hash = ${hashToken("session", token)}`;
    expect(await row.first()).toBe(null);
  }
});

test("does not audit a session that ended by a sign-out everywhere as expired when the sweep deletes it", async () => {
  const { userId, token } = await person();
  await setSession("epoch", 7, token);
  await setSession("expires_at", Date.now() - 1, token);
  await sweepNow();
  const row = d1`select 1 from sessions where token_hash = ${hashToken("session", token)}`;
  expect(await row.first()).toBe(null);
  expect(await entriesOf("session.expire", (entry) => entry.userId === userId)).toEqual([]);
});

test("audits the use of a revoked token once an hour, and treats it as unknown after the sweep", async () => {
  const w = await world();
  const { raw, id } = await w.token("olivia", { drives: [w.drive] });
  await w.as("olivia").delete(`/api/auth/mcp-tokens/${id}`);
  const ip = freshAddress();
  const use = (): Promise<Response> => ask(ip, "/api/mcp/drives", { headers: { Authorization: `Bearer ${raw}` } });
  const told = (): Promise<Entry[]> => entriesOf("token.use_revoked", (entry) => entry.ip === ip);
  expect((await Promise.all(Array.from({ length: 20 }, use))).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, () => 401),
  );
  expect(await told()).toMatchObject([
    {
      userId: w.ids.olivia,
      userAgent: AGENT,
      entry: { outcome: "refused", risk: 30, res: { t: "mcp_token", id }, d: { reason: "revoked" } },
    },
  ]);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_001);
  await use().finally(() => clock.mockRestore());
  expect(await told()).toHaveLength(2);

  const rows = async (): Promise<unknown[]> => [
    await d1`select count(*) as n from mcp_tokens where id = ${id}`.first("n"),
    await d1`select count(*) as n from mcp_token_drives where token_id = ${id}`.first("n"),
  ];
  await sweepNow();
  expect(await rows()).toEqual([1, 1]);
  await d1`update mcp_tokens set revoked_at = ${Date.now() - 31 * 86_400_000} where id = ${id}`.run();
  await sweepNow();
  expect(await rows()).toEqual([0, 0]);
});

test("writes no audit entry and no row for an unknown token", async () => {
  const ip = freshAddress();
  for (const kind of ["ses", "mcp"]) {
    const token = `${kind}_${"x".repeat(43)}`;
    await ask(ip, "/api/auth/me", { headers: { Authorization: `Bearer ${token}` } });
    await ask(ip, "/api/mcp/drives", { headers: { Authorization: `Bearer ${token}` } });
  }
  const { body } = await (await admin()).get<{ entries: Entry[] }>("/api/admin/audit?limit=100");
  expect(body.entries.filter((entry) => entry.ip === ip)).toEqual([]);
});

test("audits a session replaced by the next sign-in in the same browser as replaced", async () => {
  const { cookie, userId, email } = await person();
  await signIn(email, { cookie });
  const told = await entriesOf("session.revoke", (entry) => entry.userId === userId);
  expect(told.map(({ entry }) => entry.d)).toEqual([{ reason: "replaced" }]);
});

afterAll(async () => {
  const asked = await admin();
  expect((await asked.get("/api/admin/audit/verify")).body).toMatchObject({ valid: true });
  // Verify again with the standalone verifier, which needs only the file.
  const { body } = await asked.get<string>("/api/admin/audit/export");
  const bytes = new TextEncoder().encode(body);
  const verdict = await verifyExport(
    (async function* () {
      yield await Promise.resolve(bytes);
    })(),
  );
  expect(verdict).toMatchObject({ valid: true, firstBad: null });
  expect(verdict.entries).toBeGreaterThan(Object.keys(ACTS).length);
});
