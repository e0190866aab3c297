import fc from "fast-check";
import { expect, test } from "vitest";
import { safeNext } from "./safe-next.ts";

const ORIGIN = "https://octavo.example";

/** Where a browser goes when one of our pages redirects it to `address`. */
const destinationOf = (address: string): URL => new URL(address, `${ORIGIN}/auth/continue`);

/** The path as a lenient router might read it: percent-decoded until nothing changes. */
function decoded(path: string): string {
  const plain = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return plain === path ? path : decoded(plain);
}

test("keeps paths of this service", () => {
  for (const path of [
    "/",
    "/pages/42",
    "/pages/42?tab=a&b=%2F%2Fx#top",
    "/a/b.c-d_e~f",
    "/.well-known/x",
    "/apiary",
    "/api-notes",
    "/drives/api",
    "/pages/1?next=/api/x",
    "/pages/1?q=a//b",
    `/${"x".repeat(511)}`,
  ]) {
    expect(safeNext(path, ORIGIN)).toBe(path);
  }
});

test("replaces URLs of other sites, and anything a browser could read as one, with the home page", () => {
  for (const next of [
    undefined,
    "",
    "pages",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/.//evil.example",
    "/./\\evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/a/b/../..//evil.example",
    "/%2e//evil.example",
    "/%2E%2e//evil.example",
    "/.%2e//evil.example",
    "/a/%2e%2e///evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/\u0000/evil.example",
    "/\u007f",
    "/pages ",
    "/pa\tges",
    "/pages?a b",
    "/pages?a\nb",
    "/pages?a\\b",
    "/pages?a\u007f",
    `/${"x".repeat(512)}`,
    `/${"é".repeat(100)}`,
  ]) {
    expect(safeNext(next, ORIGIN), JSON.stringify(next)).toBe("/");
  }
});

test("replaces paths that are not user-facing pages with the home page, however they are spelled", () => {
  for (const next of [
    "/api",
    "/api/",
    "/api/auth/magic-link/verify?token=x",
    "/API/files/1/convert-to-document",
    "/Api",
    "/%61pi/x",
    "/%41PI/x",
    "/%2561pi/x",
    "/ap%69/x",
    "/api%2Fx",
    "/api%5cx",
    "/./api/x",
    "/%2e/api/x",
    "/drives/../api/x",
    "/drives/%2e%2e/api/x",
    "/drives/%2E./api/x",
    "/drives/..%2fapi/x",
    "/drives/%2e%2e%2fapi/x",
    "/drives/..;/api/x",
    "/drives//api/x",
    "/drives//../../api/x",
    "/api.",
    "/api;x=1",
    "/api?x",
    "/api#x",
    "/auth/continue?next=/api/x",
    "/AUTH/continue",
    "/a//b",
    "/a;b",
    "/@x",
    "/caf\u00e9",
    "/\uff41pi/x",
  ]) {
    expect(safeNext(next, ORIGIN), next).toBe("/");
  }
});

test("never redirects to another site for 100,000 random texts, and is idempotent", () => {
  const piece = fc.constantFrom(
    ..."/\\.:@?#&=%;".split(""),
    ..."\t\n\r \0\u00a0\u2028\uff0f\u2215\u3002\ud800".split(""),
    "%2e",
    "%2E",
    "%2f",
    "%5c",
    "%09",
    "..",
    "//",
    "evil.example",
    "octavo.example",
    "http:",
    "javascript:",
    "a",
    "api",
    "%61pi",
    "auth",
  );
  const text = fc.oneof(
    { weight: 4, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join("")}`) },
    { weight: 1, arbitrary: fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  );
  // Mostly harmless, so that accepted paths are tested too.
  const segment = fc.constantFrom("a", "pages", "x-1", "api", "Auth", "..", ".", "%61pi", "?next=/api", "#api");
  const page = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => `/${segments.join("/")}`);
  const tried = fc.oneof({ weight: 2, arbitrary: text }, page);
  let all = 0;
  let kept = 0;
  fc.assert(
    fc.property(tried, (next) => {
      const safe = safeNext(next, ORIGIN);
      all += 1;
      if (safe !== "/") kept += 1;
      return (
        destinationOf(safe).origin === ORIGIN &&
        !/^\/+(api|auth)\b(?!-)/i.test(decoded(destinationOf(safe).pathname)) &&
        /^\/(?![/\\])/.test(safe) &&
        !/[\s\\\p{Cc}]/u.test(safe) &&
        safe.length <= 512 &&
        safeNext(safe, ORIGIN) === safe
      );
    }),
    { numRuns: 100_000 },
  );
  expect(kept / all).toBeGreaterThan(0.1);
});
