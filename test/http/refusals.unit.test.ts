/** Error answers for refused requests, and parsing of credentials and cookies. */
import { expect, test } from "vitest";
import { AppError } from "../../src/kernel/errors.ts";
import { parseConfig } from "../../src/platform/config.ts";
import { createKeys } from "../../src/platform/keys.ts";
import { makeToken } from "../../src/platform/tokens.ts";
import { cookieName, cookieValues, readCookie, sessionCookieName } from "../../src/http/cookies.ts";
import { readCredential } from "../../src/http/credentials.ts";
import { csrfFault, makeCsrfToken, requireSameOrigin } from "../../src/http/csrf.ts";

const SECRET = "a root secret for tests only, 0123456789";
const NOW = 1_800_000_000_000;
const ORIGIN = "https://octavo.example";
const keys = createKeys(SECRET);
const http = parseConfig({ ENVIRONMENT: "development" });
const https = parseConfig({ ENVIRONMENT: "production", APP_ORIGIN: ORIGIN, ROOT_SECRET: SECRET });
const random = (length: number): Uint8Array => new Uint8Array(length).fill(7);
const client = { ip: "192.0.2.1", userAgent: "agent" };

function told(act: () => unknown): string {
  try {
    act();
    return "passes";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

test("distinguishes a missing from an invalid CSRF token, and names the endpoint to get one", () => {
  const fault = (token?: string, now = NOW): string => {
    const found = csrfFault(new Headers(token === undefined ? {} : { "X-CSRF-Token": token }), keys, "session", now);
    return found === null ? "none" : `${found.code}: ${found.message}`;
  };
  const { csrfToken, expiresAt } = makeCsrfToken(keys, "session", NOW, random);
  expect([fault(csrfToken), fault(csrfToken, expiresAt - 1)]).toEqual(["none", "none"]);
  const missing = "csrf_missing: Send the token from GET /api/auth/csrf in the X-CSRF-Token header.";
  expect([fault(), fault("")]).toEqual([missing, missing]);
  const invalid =
    "csrf_invalid: The X-CSRF-Token is not valid for this session. Fetch a new one from GET /api/auth/csrf.";
  const other = makeCsrfToken(keys, "other", NOW, random).csrfToken;
  expect([fault("x"), fault(other), fault(csrfToken, expiresAt)]).toEqual([invalid, invalid, invalid]);
});

test("explains why a request is rejected", () => {
  expect(told(() => requireSameOrigin(new Headers({ "Sec-Fetch-Site": "cross-site" }), ORIGIN))).toBe(
    "cross_site: This request came from another site, so it was not carried out.",
  );
  const cookie = `session=${makeToken("session", random)}`;
  expect(told(() => readCredential(new Headers({ Cookie: `${cookie}; ${cookie}` }), http, client))).toBe(
    "invalid_request: The request contains two session cookies. Clear this site's cookies and sign in again.",
  );
});

test("passes the client address along with the credential", () => {
  const token = makeToken("session", random);
  const presented = [{ Authorization: `Bearer ${token}` }, { Cookie: `session=${token}` }].map(
    (headers) => readCredential(new Headers(headers), http, client)?.caller.client,
  );
  expect(presented).toEqual([client, client]);
});

test("requires a bearer token to be alone after its scheme", () => {
  const token = makeToken("session", random);
  for (const authorization of [`x Bearer ${token}`, `Bearer ${token} x`, `Bearer${token}`, `Bearer\t${token}`])
    expect(told(() => readCredential(new Headers({ Authorization: authorization }), http, client))).toContain(
      "unauthenticated",
    );
});

test("adds the __Host- prefix to cookie names over HTTPS only", () => {
  expect([cookieName(http, "a"), cookieName(https, "a")]).toEqual(["a", "__Host-a"]);
  expect([sessionCookieName(http), sessionCookieName(https)]).toEqual(["session", "__Host-session"]);
  expect(cookieName({ ...http, origin: "http://https://" }, "a")).toBe("a");
});

test("reads the first of several cookies, and returns null if there is none", () => {
  expect(readCookie("b=0; a=1; a=2", "a")).toBe("1");
  expect([readCookie("b=0", "a"), readCookie("", "a"), readCookie(null, "a"), readCookie(undefined, "a")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
  expect(cookieValues("\ta=1 ;  a=2;a", "a")).toEqual(["1", "2"]);
});
