/** Files that our pages load have the same headers as other responses, and are cached as the platform sets. */
import { expect, test } from "vitest";
import * as files from "#client-files";
import { call, callWith, requestTo } from "../flows/sign-in.ts";

const FILE = "/assets/icon.svg";

const EVERYWHERE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": expect.stringContaining("camera=()"),
  "content-security-policy": expect.stringMatching(/^default-src 'none'; .*sandbox$/),
  "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
};

test("serves a file with security headers and an ETag, and allows caching with revalidation", async () => {
  const { status, headers } = await call(FILE);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    ...EVERYWHERE,
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=0, must-revalidate",
    etag: expect.any(String),
  });
  expect(headers.get("Strict-Transport-Security")).toBe(null);
  const again = await call(FILE, { headers: { "If-None-Match": headers.get("ETag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect(Object.fromEntries(again.headers)).toMatchObject(EVERYWHERE);
  expect(again.headers.get("X-Request-Id")).not.toBe(headers.get("X-Request-Id"));
  const head = await call(FILE, { method: "HEAD" });
  expect([head.status, await head.text(), head.headers.get("X-Frame-Options")]).toEqual([200, "", "DENY"]);
});

test("allows permanent caching of files with a content hash in their name, but not of missing ones", async () => {
  for (const file of [
    files.early,
    files.styles,
    files.adminStyles,
    ...Object.values(files.scripts).flatMap(({ main }) => main),
  ]) {
    const { status, headers } = await call(file);
    expect([status, headers.get("Cache-Control")], file).toEqual([200, "public, max-age=31536000, immutable"]);
  }
  const gone = await call("/assets/main.00000000.js");
  expect([gone.status, gone.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
});

test("sends HSTS in production regardless of configuration", async () => {
  for (const more of [
    { APP_ORIGIN: "https://octavo.example", ROOT_SECRET: "a root secret for tests only, 0123456789" },
    {},
  ]) {
    const response = await callWith({ ENVIRONMENT: "production", ...more }, requestTo(FILE));
    expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains; preload");
  }
});

test("returns the standard error for a missing file", async () => {
  for (const [method, path] of [
    ["GET", "/assets/none.js"],
    ["GET", "/assets/"],
    ["GET", "/assets/%2e%2e/index.ts"],
    ["POST", FILE],
  ] as const) {
    const response = await call(path, { method });
    expect([response.status, (await response.json<{ code: string }>()).code], path).toEqual([404, "not_found"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({ ...EVERYWHERE, "cache-control": "no-store" });
  }
});
