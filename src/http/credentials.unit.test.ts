import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../kernel/errors.ts";
import { parseConfig } from "../platform/config.ts";
import { hashToken, makeToken } from "../platform/tokens.ts";
import { cookieValues, ensureBinding, readBinding, setCookie } from "./cookies.ts";
import { readCredential } from "./credentials.ts";

const SECRET = "a root secret for tests only, 0123456789";
const http = parseConfig({ ENVIRONMENT: "development" });
const https = parseConfig({ ENVIRONMENT: "production", APP_ORIGIN: "https://octavo.example", ROOT_SECRET: SECRET });
const client = { ip: "192.0.2.1", userAgent: "" };
const token = (fill: number, kind: "session" | "mcp" | "magic" = "session"): string =>
  makeToken(kind, (length) => new Uint8Array(length).fill(fill));

/** The credential in these headers, null if there is none, or the error code of the refusal. */
function presented(headers: Record<string, string>, config = http): unknown {
  try {
    const found = readCredential(new Headers(headers), config, client);
    return found && { kind: found.caller.kind, hash: found.caller.tokenHash, byCookie: found.byCookie };
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const session = (fill: number, byCookie: boolean): unknown => ({
  kind: "session",
  hash: hashToken("session", token(fill)),
  byCookie,
});

test("uses a bearer token as the credential and ignores cookies beside it", () => {
  expect(presented({ Authorization: `Bearer ${token(1)}` })).toEqual(session(1, false));
  expect(presented({ Authorization: `bearer  ${token(1)}`, Cookie: `session=${token(2)}` })).toEqual(session(1, false));
  expect(presented({ Authorization: `Bearer ${token(3, "mcp")}` })).toMatchObject({ kind: "mcp" });
});

test("rejects an invalid Authorization header even beside a valid cookie", () => {
  for (const authorization of [
    "",
    "Bearer",
    "Bearer ",
    "Bearer x",
    `Basic ${token(1)}`,
    token(1),
    `Bearer ${token(1)} ${token(1)}`,
    `Bearer ${token(1)}x`,
    `Bearer ${token(1, "magic")}`,
    `Bearer ${token(1).toUpperCase()}`,
  ]) {
    expect(presented({ Authorization: authorization, Cookie: `session=${token(2)}` }), authorization).toBe(
      "unauthenticated",
    );
  }
});

test("uses one session cookie as the credential, rejects two, and returns null for none", () => {
  expect(presented({ Cookie: `a=1; session=${token(1)}; b=2` })).toEqual(session(1, true));
  expect(presented({ Cookie: `session=${token(1)}; session=${token(2)}` })).toBe("invalid_request");
  expect(presented({ Cookie: `session=${token(1)};session=` })).toBe("invalid_request");
  for (const cookie of [
    "",
    "a=1",
    "session=",
    "session",
    `xsession=${token(1)}`,
    `session =${token(1)}`,
    `session="${token(1)}"`,
    `Session=${token(1)}`,
  ]) {
    expect(presented({ Cookie: cookie }), cookie).toBe(null);
  }
});

test("requires and sets the __Host- prefix of cookies over HTTPS", () => {
  expect(presented({ Cookie: `__Host-session=${token(1)}` }, https)).toEqual(session(1, true));
  expect(presented({ Cookie: `session=${token(1)}` }, https)).toBe(null);
  expect(presented({ Cookie: `session=${token(1)}; __Host-session=${token(2)}` }, https)).toEqual(session(2, true));
  const cookie = { name: "session", value: "v", maxAgeSeconds: 60, sameSite: "Strict" } as const;
  expect(setCookie(https, cookie)).toBe("__Host-session=v; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict");
  expect(setCookie(http, cookie)).toBe("session=v; Max-Age=60; Path=/; HttpOnly; SameSite=Strict");
});

test("rejects tokens of any other kind, alphabet or length", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme-ascii", maxLength: 60 }), (text) => {
      const answer = presented({ Cookie: `session=${text.replaceAll(/[;\s]/g, "")}` });
      return answer === null;
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.nat(46), fc.constantFrom(..."ABCxyz019-_.=+/ ".split("")), (at, char) => {
      const altered = token(9).slice(0, at) + char + token(9).slice(at + 1);
      const answer = presented({ Authorization: `Bearer ${altered}` });
      return altered === token(9) || JSON.stringify(answer) !== JSON.stringify(session(9, false));
    }),
    { numRuns: 5_000 },
  );
});

test("matches cookies by their full name", () => {
  expect(cookieValues("a=1; ab=2; a=3=4;a=", "a")).toEqual(["1", "3=4", ""]);
  expect(cookieValues(null, "a")).toEqual([]);
});

test("reads one binding cookie of 43 characters, and creates one if there is none", () => {
  const [value, other] = ["a".repeat(43), "b".repeat(43)];
  const drawn = Buffer.alloc(32, 7).toString("base64url");
  const kept = (header: string | undefined, config = http): string =>
    ensureBinding(config, (length) => new Uint8Array(length).fill(7), header, "x");
  expect([readBinding(http, `y=1; x=${value}`, "x"), kept(`x=${value}`)]).toEqual([value, value]);
  expect([readBinding(https, `__Host-x=${value}; x=${other}`, "x"), readBinding(https, `x=${value}`, "x")]).toEqual([
    value,
    null,
  ]);
  for (const header of [
    undefined,
    "",
    "x=",
    `x=${value}a`,
    `x=${value.slice(1)}`,
    `x=${value}; x=${other}`,
    `x=.${value}`,
  ])
    expect([readBinding(http, header, "x"), kept(header)], header).toEqual([null, drawn]);
});
