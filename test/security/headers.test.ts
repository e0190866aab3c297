/** Security headers on every class of response, and a deployment's refusal to run with a bad configuration. */
import { expect, test, vi } from "vitest";
import {
  NAVIGATION,
  OWN_PAGE,
  call,
  callWith,
  freshEmail,
  mailedLink,
  open,
  postJson,
  requestTo,
  signIn,
} from "../flows/sign-in.ts";
import { bearer } from "../support/world.ts";

const PRODUCTION = {
  ENVIRONMENT: "production",
  APP_ORIGIN: "https://octavo.example",
  EMAIL_FROM: "octavo@octavo.example",
  ROOT_SECRET: "a root secret for tests only, 0123456789",
};

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
  vary: "Cookie, Authorization",
};
const API_POLICY = /^default-src 'none'; .*frame-ancestors 'none'.*sandbox$/;
const PAGE_POLICY = /^default-src 'none'; script-src 'self'; .*base-uri 'none'; frame-ancestors 'none'/;

/** One response of each class. */
async function answers(): Promise<Record<string, [status: number, response: Response]>> {
  const { token } = await signIn();
  const [link, used] = [await mailedLink(freshEmail()), await mailedLink(freshEmail())];
  const fail = (): never => {
    throw new Error("canary in a query");
  };
  const outage = { DB: { prepare: fail, batch: fail } };
  // An internal error: the database responds, but not with the selected columns.
  const brokenRow = {
    DB: {
      prepare: () => ({ bind: () => ({}) }),
      batch: () => Promise.resolve([{ results: [null], meta: { changes: 0, rows_read: 0, rows_written: 0 } }]),
    },
  };
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const failed = await callWith(outage, requestTo("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } }));
  const fault = await callWith(brokenRow, requestTo("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } }));
  logged.mockRestore();
  return {
    json: [200, await call("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } })],
    made: [201, await postJson("/api/drives", { name: "Headers" }, { Authorization: `Bearer ${token}` })],
    track: [200, await postJson("/api/track", { event: "x" })],
    redirect: [303, await open(used.url)],
    html: [200, await call("/signin")],
    form: [200, await open(link.url, NAVIGATION)],
    reference: [200, await call("/api/docs")],
    nothing: [204, await call(link.url.pathname + link.url.search, { method: "HEAD" })],
    "not found": [404, await call("/api/nothing")],
    method: [405, await call("/api/auth/me", { method: "PUT" })],
    "no credential": [401, await call("/api/auth/me")],
    "cross-site": [
      403,
      await call("/api/auth/logout", { method: "POST", headers: { Origin: "https://evil.example" } }),
    ],
    "no json": [415, await call("/api/auth/magic-link/send", { method: "POST", body: "x", headers: OWN_PAGE })],
    outage: [503, failed],
    fault: [500, fault],
  };
}

test("sends security headers and no internal details on every class of response", async () => {
  for (const [name, [status, response]] of Object.entries(await answers())) {
    const headers = Object.fromEntries(response.headers);
    const body = await response.text();
    expect(response.status, `${name}: ${body}`).toBe(status);
    // A form on a page with no referrer would not send its origin.
    const policy = name === "form" ? { "referrer-policy": "same-origin" } : {};
    expect(headers, name).toMatchObject({ ...EVERYWHERE, ...policy });
    expect(headers["x-request-id"], name).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers["permissions-policy"], name).toContain("camera=()");
    expect(headers["strict-transport-security"], name).toBe(undefined);
    for (const telling of ["server", "x-powered-by", "access-control-allow-origin"])
      expect(headers[telling]).toBe(undefined);
    const html = headers["content-type"]?.startsWith("text/html") ?? false;
    expect(headers["content-security-policy"], name).toMatch(html ? PAGE_POLICY : API_POLICY);
    if (status >= 400 || name === "json" || name === "made" || name === "track")
      expect(headers["content-type"], name).toBe("application/json; charset=utf-8");
    if (status >= 400) {
      expect(JSON.parse(body), name).toEqual({
        error: expect.any(String),
        code: expect.any(String),
        requestId: headers["x-request-id"],
        ...(status === 503 && { retryAfter: 2 }),
      });
      expect(body, name).not.toMatch(/canary|Error:|\.ts|D1_|select /);
    }
  }
});

test("forbids inline scripts, external scripts and unsafe sources in the page policy", async () => {
  const { url } = await mailedLink(freshEmail());
  const page = await open(url, NAVIGATION);
  expect(page.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|\*|https?:/);
  expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|style="/i);
});

test("requires HTTPS in production: HSTS, Secure cookies and links to its own origin", async () => {
  const sent = await callWith(
    { ...PRODUCTION, JOBS: { sendBatch: () => Promise.resolve() } },
    requestTo("https://octavo.example/api/auth/magic-link/send", {
      method: "POST",
      headers: { "Content-Type": "application/json", "CF-Connecting-IP": "198.51.100.77" },
      body: JSON.stringify({ email: freshEmail() }),
    }),
  );
  expect(sent.status).toBe(200);
  expect(sent.headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains; preload");
  expect(sent.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-ml=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ]);
  const { token } = await signIn();
  const asks = async (name: string): Promise<number> =>
    (await callWith(PRODUCTION, requestTo("/api/auth/me", { headers: { Cookie: `${name}=${token}` } }))).status;
  expect([await asks("__Host-session"), await asks("session"), await asks("__host-session")]).toEqual([200, 401, 401]);
});

test("returns 503 to every request for a misconfigured production deployment, naming settings without values", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const faults: [object, string][] = [
    [{ ROOT_SECRET: undefined }, "ROOT_SECRET"],
    [{ ROOT_SECRET: "canary-short" }, "ROOT_SECRET"],
    [{ ROOT_SECRET: "octavo-development-root-secret-0000000000" }, "ROOT_SECRET"],
    [{ APP_ORIGIN: "http://canary.example" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: undefined }, "APP_ORIGIN"],
    [{ ENVIRONMENT: undefined }, "ENVIRONMENT"],
    [{ RATE_LIMIT_SCALE: "canary" }, "RATE_LIMIT_SCALE"],
  ];
  for (const [change, name] of faults) {
    for (const path of ["/api/auth/me", "/api/openapi.json", "/nothing", "/"]) {
      const response = await callWith({ ...PRODUCTION, ...change }, requestTo(path));
      const text = await response.text();
      expect([response.status, JSON.parse(text).code], `${name} ${path}`).toEqual([503, "unavailable"]);
      expect(text).toContain(name);
      expect(text + JSON.stringify(logged.mock.calls)).not.toMatch(/canary|development-root/);
      expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE);
    }
  }
  logged.mockRestore();
  expect((await bearer("x").get("/api/auth/me")).status).toBe(401);
});
