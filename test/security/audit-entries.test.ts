/** The audit log entries of signing in (user, network, session and risk), and the verification of their chain. */
import { expect, test } from "vitest";
import { sessionReference } from "../../src/audit-log/chain.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import {
  OWN_PAGE,
  askForLink,
  call,
  callWith,
  csrfOf,
  freshEmail,
  mailedLink,
  open,
  openBound,
  requestTo,
  signIn,
} from "../flows/sign-in.ts";
import { bearer } from "../support/world.ts";
import { admin, entriesOf } from "./audit.ts";
import { d1 } from "../support/d1.ts";

const sessionRow = (token: string): Promise<{ id: string; user_id: string } | null> =>
  d1`select id, user_id from sessions where token_hash = ${hashToken("session", token)}`.first();

const FROM = { ip: "192.0.2.7", userAgent: "Test/1.0" };

test("audits link requests and sign-ins with network, user agent, email and session", async () => {
  const { email, token } = await signIn();
  const row = await sessionRow(token);
  const sends = await entriesOf("magic.send");
  expect(sends.find((entry) => entry.email === email)).toMatchObject({
    ...FROM,
    userId: null,
    entry: { outcome: "ok", risk: 0 },
  });
  for (const kind of ["auth.login.ok", "session.create"]) {
    const told = (await entriesOf(kind)).filter((entry) => entry.email === email);
    expect(told).toMatchObject([
      { ...FROM, userId: row?.user_id, entry: { outcome: "ok", risk: 0, sess: sessionReference(row?.id ?? "") } },
    ]);
  }
});

test("audits a rejected link with its real reason, which the response does not reveal", async () => {
  const [used, expired] = [await mailedLink(freshEmail("used")), await mailedLink(freshEmail("expired"))];
  await open(used.url);
  await open(used.url);
  await d1`update magic_links set expires_at = 1 where id = ${expired.linkId}`.run();
  await open(expired.url);
  await call("/api/auth/magic-link/verify?token=x", { headers: { "CF-Connecting-IP": "192.0.2.88" } });
  const suspended = await signIn();
  const link = await mailedLink(suspended.email);
  await d1`update users set suspended_at = 1 where login_email = ${suspended.email}`.run();
  await open(link.url);

  const failures = await entriesOf("auth.login.fail");
  const reasons = failures.map(({ ip, entry }) => [ip, entry.d["reason"], entry.outcome, entry.risk]);
  expect(reasons).toEqual([
    ["192.0.2.7", "suspended", "fail", 30],
    ["192.0.2.88", "altered", "fail", 30],
    ["192.0.2.7", "expired", "fail", 30],
    ["192.0.2.7", "used", "fail", 30],
  ]);
  expect(failures.every(({ userAgent }) => userAgent === FROM.userAgent)).toBe(true);
});

test("audits a burnt link with its owner", async () => {
  const email = freshEmail();
  const { url, binding } = await mailedLink(email);
  await open(url);
  await openBound(url, binding);
  const told = (await entriesOf("magic.burnt")).filter((entry) => entry.email === email);
  expect(told).toMatchObject([{ ...FROM, userId: expect.any(String), entry: { outcome: "fail", risk: 30 } }]);
});

test("audits ended sessions with the session that ended them", async () => {
  const email = freshEmail();
  const [first, second, third] = [await signIn(email), await signIn(email), await signIn(email)];
  const [a, b, c] = [await sessionRow(first.token), await sessionRow(second.token), await sessionRow(third.token)];
  await bearer(second.token).delete(`/api/account/sessions/${a?.id}`);
  await bearer(second.token).post("/api/auth/logout");
  await bearer(third.token).post("/api/auth/logout-all");

  const told = async (kind: string): Promise<unknown[]> =>
    (await entriesOf(kind))
      .filter(({ userId }) => userId === a?.user_id)
      .map(({ ip, entry }) => [ip, entry.sess, entry.res?.id]);
  const [sessionB, sessionC] = [sessionReference(b?.id ?? ""), sessionReference(c?.id ?? "")];
  expect(await told("session.revoke")).toEqual([
    ["192.0.2.1", sessionB, b?.id],
    ["192.0.2.1", sessionB, a?.id],
  ]);
  expect(await told("auth.logout")).toEqual([["192.0.2.1", sessionB, undefined]]);
  expect(await told("session.invalidate_all")).toEqual([["192.0.2.1", sessionC, undefined]]);
});

test("audits CSRF rejections with origin and target", async () => {
  const refuse = async (cookie: string, headers: Record<string, string>): Promise<Response> =>
    call("/api/auth/logout-all", {
      method: "POST",
      headers: { Cookie: cookie, "CF-Connecting-IP": "192.0.2.99", ...headers },
    });
  const [a, b, c] = [await signIn(), await signIn(), await signIn()];
  await refuse(a.cookie, { "Sec-Fetch-Site": "cross-site" });
  await refuse(b.cookie, OWN_PAGE);
  await refuse(c.cookie, { ...OWN_PAGE, "X-CSRF-Token": `${await csrfOf(c.cookie)}x` });
  // The entries are recorded after the response.
  await expect
    .poll(async () => (await entriesOf("csrf.reject")).filter(({ ip }) => ip === "192.0.2.99").length)
    .toBe(3);
  const told = (await entriesOf("csrf.reject")).filter(({ ip }) => ip === "192.0.2.99");
  expect(new Set(told.map(({ entry }) => entry.d["code"]))).toEqual(
    new Set(["cross_site", "csrf_missing", "csrf_invalid"]),
  );
  for (const { entry, userAgent } of told) {
    expect([userAgent, entry.outcome, entry.risk, entry.d["route"]]).toEqual([
      "Test/1.0",
      "refused",
      50,
      "POST /api/auth/logout-all",
    ]);
  }
});

test("audits only the first refusal in a rate limit window, and marks link requests that send no email", async () => {
  const variables = { RATE_LIMIT_SCALE: "1" };
  const ip = "192.0.2.123";
  for (let i = 0; i < 14; i += 1) {
    const request = requestTo("/api/auth/magic-link/send", {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": ip },
      body: JSON.stringify({ email: "limited@example.com" }),
    });
    expect((await callWith(variables, request)).status).toBe(i < 10 ? 200 : 429);
  }
  const limited = (await entriesOf("rate.limited")).filter((entry) => entry.ip === ip);
  expect(limited).toMatchObject([
    {
      userAgent: "Test/1.0",
      entry: { outcome: "refused", risk: 40, d: { limit: "magic-link/send", dimension: "ip" } },
    },
  ]);
  const sends = (await entriesOf("magic.send")).filter((entry) => entry.email === "limited@example.com");
  expect(sends.map(({ entry }) => entry.flags.includes("muted")).toReversed()).toEqual([
    ...Array.from({ length: 3 }, () => false),
    ...Array.from({ length: 7 }, () => true),
  ]);
});

test("verifies the audit chain after all requests, only for administrators", async () => {
  await askForLink(freshEmail());
  const verdict = await (await admin()).get("/api/admin/audit/verify");
  expect(verdict.body).toMatchObject({ valid: true });
  expect(verdict.body.entries).toBeGreaterThan(30);
  const { token } = await signIn();
  expect((await bearer(token).get("/api/admin/audit/verify")).status).toBe(403);
});
