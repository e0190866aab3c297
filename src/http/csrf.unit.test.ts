import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../kernel/errors.ts";
import { createKeys } from "../platform/keys.ts";
import { isValidCsrfToken, makeCsrfToken } from "../platform/csrf-token.ts";
import { requireSameOrigin } from "./csrf.ts";
import { nightly } from "../../test/support/nightly.ts";

const ORIGIN = "https://octavo.example";
const NOW = 1_800_000_000_000;
const DAY = 86_400_000;
const keys = createKeys("a root secret for tests only, 0123456789");
const random = (length: number): Uint8Array => new Uint8Array(length).fill(7);
const { csrfToken, expiresAt } = makeCsrfToken(keys, "session", NOW, random);

test("accepts a CSRF token for its session from a minute before until a day after its creation", () => {
  expect(expiresAt).toBe(NOW + DAY);
  const holdsAt = (now: number): boolean => isValidCsrfToken(keys, csrfToken, "session", now);
  expect([
    holdsAt(NOW - 60_001),
    holdsAt(NOW - 60_000),
    holdsAt(NOW),
    holdsAt(NOW + DAY - 1),
    holdsAt(NOW + DAY),
  ]).toEqual([false, true, true, true, false]);
  expect(isValidCsrfToken(keys, csrfToken, "other", NOW)).toBe(false);
  expect(isValidCsrfToken(createKeys("another root secret, 0123456789abcdef"), csrfToken, "session", NOW)).toBe(false);
});

nightly("rejects a CSRF token with any one character changed", () => {
  fc.assert(
    fc.property(fc.nat(csrfToken.length - 1), fc.string({ unit: "binary", minLength: 0, maxLength: 2 }), (at, text) => {
      const altered = csrfToken.slice(0, at) + text + csrfToken.slice(at + 1);
      return isValidCsrfToken(keys, altered, "session", NOW) === (altered === csrfToken);
    }),
    { numRuns: 20_000 },
  );
});

test("rejects a CSRF token whose time is changed or whose parts are split differently", () => {
  const [version, nonce = "", issued = "", signature] = csrfToken.split(".");
  for (const parts of [
    [version, nonce, (NOW + DAY).toString(36), signature],
    [version, nonce, "Infinity", signature],
    [version, nonce, "", signature],
    [version, nonce.slice(0, -1), nonce.slice(-1) + issued, signature],
    ["v2", nonce, issued, signature],
    [version, nonce, issued, signature, ""],
    [version, nonce, issued],
    [],
  ]) {
    expect(isValidCsrfToken(keys, parts.join("."), "session", NOW)).toBe(false);
  }
});

test("accepts same-origin requests and requests without browser headers only", () => {
  const passes = (headers: Record<string, string>): boolean => {
    try {
      requireSameOrigin(new Headers(headers), ORIGIN);
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === "cross_site") return false;
      throw error;
    }
  };
  for (const headers of [
    {},
    { Origin: ORIGIN },
    { "Sec-Fetch-Site": "same-origin" },
    { "Sec-Fetch-Site": "same-origin", Origin: ORIGIN },
    { "Sec-Fetch-Site": "none" },
  ]) {
    expect(passes(headers), JSON.stringify(headers)).toBe(true);
  }
  for (const headers of [
    { Origin: "null" },
    { "Sec-Fetch-Site": "same-origin", Origin: "null" },
    { Origin: "http://octavo.example" },
    { Origin: "https://octavo.example:8443" },
    { Origin: "https://octavo.example.evil.example" },
    { Origin: "https://sub.octavo.example" },
    { Origin: "" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: ORIGIN },
    { "Sec-Fetch-Site": "" },
    { "Sec-Fetch-Site": "none, same-origin" },
  ]) {
    expect(passes(headers), JSON.stringify(headers)).toBe(false);
  }
});
