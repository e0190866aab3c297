/** Requests by another site's page with our visitor's cookie. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { api } from "../../src/app.ts";
import { makeCsrfToken } from "../../src/platform/csrf-token.ts";
import { configOf } from "../../src/platform/config.ts";
import { keysFor } from "../../src/platform/keys.ts";
import { systemRandom } from "../../src/platform/system.ts";
import { hashToken } from "../../src/platform/tokens.ts";
import { OWN_PAGE, call, csrfOf, freshEmail, signIn } from "../flows/sign-in.ts";
import { ORIGIN } from "../support/world.ts";

/** Signing out everywhere changes state and has no body, so it can only be rejected for its headers. */
const attempt = async (headers: Record<string, string>): Promise<string> => {
  const response = await call("/api/auth/logout-all", { method: "POST", headers });
  return response.status === 200 ? "done" : (await response.json<{ code: string }>()).code;
};

const csrfAt = (token: string, at: number): string =>
  makeCsrfToken(keysFor(configOf(env).rootSecret), hashToken("session", token), at, systemRandom).csrfToken;

test("rejects another site's requests with the cookie, with or without a CSRF token", async () => {
  const { cookie } = await signIn();
  const token = await csrfOf(cookie);
  for (const foreign of [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN },
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    { Origin: "https://evil.example" },
    { Origin: "http://localhost" },
    { Origin: "https://localhost:8787" },
    { Origin: `${ORIGIN}.evil.example` },
  ]) {
    expect(await attempt({ Cookie: cookie, "X-CSRF-Token": token, ...foreign }), JSON.stringify(foreign)).toBe(
      "cross_site",
    );
  }
  expect((await call("/api/auth/me", { headers: { Cookie: cookie, "Sec-Fetch-Site": "cross-site" } })).status).toBe(
    200,
  );
  expect(await attempt({ Cookie: cookie, "X-CSRF-Token": token, ...OWN_PAGE })).toBe("done");
});

test("requires a valid CSRF token of the same session from this site's pages", async () => {
  const [mine, other, gone] = [await signIn(), await signIn(), await signIn()];
  const goneToken = await csrfOf(gone.cookie);
  expect(await attempt({ Cookie: gone.cookie, ...OWN_PAGE, "X-CSRF-Token": goneToken })).toBe("done");
  expect(await attempt({ Cookie: gone.cookie, ...OWN_PAGE, "X-CSRF-Token": goneToken })).toBe("unauthenticated");

  const good = await csrfOf(mine.cookie);
  const now = Date.now();
  expect(await attempt({ Cookie: mine.cookie, ...OWN_PAGE })).toBe("csrf_missing");
  for (const wrong of [
    await csrfOf(other.cookie),
    goneToken,
    `${good}x`,
    good.slice(0, -1),
    good.replace("v1", "v2"),
    csrfAt(mine.token, now - 86_400_001),
    csrfAt(mine.token, now + 600_000),
    mine.token,
    hashToken("session", mine.token),
    "x".repeat(5000),
  ]) {
    expect(await attempt({ Cookie: mine.cookie, ...OWN_PAGE, "X-CSRF-Token": wrong }), wrong.slice(0, 80)).toBe(
      "csrf_invalid",
    );
  }
  // Each tab fetches its own token without invalidating others. Programs with cookies send neither origin nor metadata.
  await csrfOf(mine.cookie);
  expect(await attempt({ Cookie: mine.cookie, "X-CSRF-Token": csrfAt(mine.token, now - 86_300_000) })).toBe("done");
});

test("requires no CSRF token for bearer requests from any page, or for reading", async () => {
  const { token, cookie } = await signIn();
  expect((await call("/api/auth/me", { headers: { Cookie: cookie } })).status).toBe(200);
  const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
  expect(await attempt({ Authorization: `Bearer ${token}`, ...foreign })).toBe("done");
});

test("every route that changes state by cookie rejects requests without a CSRF token and across sites", async () => {
  const { cookie } = await signIn();
  const routes = api.list.filter(({ spec }) => spec.method !== "get" && spec.principals.includes("session"));
  expect(routes.length).toBeGreaterThan(50);
  for (const { spec } of routes) {
    const code = async (headers: Record<string, string>): Promise<string> => {
      const response = await call(spec.path.replace(/:\w+(\{[^}]*\})?/g, "some-id"), {
        method: spec.method.toUpperCase(),
        headers: { Cookie: cookie, "Content-Type": "application/json", ...headers },
        ...(spec.json && { body: "{}" }),
      });
      return (await response.json<{ code: string }>()).code;
    };
    const name = `${spec.method} ${spec.path}`;
    expect(await code({ ...OWN_PAGE }), name).toBe("csrf_missing");
    expect(await code({ "Sec-Fetch-Site": "cross-site" }), name).toBe("cross_site");
  }
  expect((await call("/api/auth/me", { headers: { Cookie: cookie } })).status).toBe(200);
});

test("rejects another site's requests for sign-in links and sign-outs", async () => {
  const { cookie, token } = await signIn();
  const foreign = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
  const body = JSON.stringify({ email: freshEmail() });
  const sent = await call("/api/auth/magic-link/send", {
    method: "POST",
    headers: { "Content-Type": "application/json", ...foreign },
    body,
  });
  expect([sent.status, sent.headers.getSetCookie()]).toEqual([403, []]);
  const out = await call("/api/auth/logout", { method: "POST", headers: { Cookie: cookie, ...foreign } });
  expect([out.status, out.headers.getSetCookie(), out.headers.get("Clear-Site-Data")]).toEqual([403, [], null]);
  expect((await call("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
});

test("sends no CORS headers to other origins", async () => {
  const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
  for (const [method, path] of [
    ["OPTIONS", "/api/auth/logout-all"],
    ["GET", "/api/auth/me"],
    ["POST", "/api/auth/magic-link/send"],
    ["GET", "/api/openapi.json"],
  ] as const) {
    const response = await call(path, { method, headers });
    expect(
      [...response.headers.keys()].filter((name) => name.startsWith("access-control")),
      path,
    ).toEqual([]);
  }
});
