/** Allowed redirect targets of the authorization server, and its codes, scopes and resources. */
import { expect, test } from "vitest";
import {
  formActionOf,
  isChallenge,
  isRegisteredRedirect,
  isVerifier,
  readUserCode,
  redirectTarget,
  redirectWith,
  resourceOf,
  scopeOf,
  userCodeFrom,
  wantsWrite,
} from "./rules.ts";

test("accepts HTTPS, loopback and known app schemes as redirect addresses", () => {
  expect(redirectTarget("https://app.example/callback?x=1")).toEqual({ kind: "site", host: "app.example" });
  expect(redirectTarget("https://app.example:8443/")).toEqual({ kind: "site", host: "app.example:8443" });
  for (const uri of ["http://localhost:1234/", "http://127.0.0.1/cb", "http://[::1]:80/cb", "https://localhost/cb"])
    expect(redirectTarget(uri), uri).toEqual({ kind: "loopback" });
  expect(redirectTarget("com.example.app:/callback")).toEqual({ kind: "app", scheme: "com.example.app" });
  for (const scheme of ["claude", "cursor", "raycast", "vscode", "vscode-insiders", "windsurf", "zed"])
    expect(redirectTarget(`${scheme}://callback`)).toEqual({ kind: "app", scheme });
});

test.each([
  "",
  "app.example/callback",
  "https://",
  "http://app.example/callback",
  "ftp://app.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "cursorx://callback",
  "a+b.c:/callback",
  "com.:/callback",
  "com..example:/callback",
  "https://app.example/#part",
  "https://app.example\\@evil.example/",
  "https://app.example/a b",
  "https://app.example/\n",
  "https://\u00e9.example/",
  "https://app.example@evil.example/",
  "https://:secret@evil.example/",
  "https://!app.example/",
  "https://app.example!/",
  "https://[2001:db8::1]/",
])("rejects %j as a redirect address", (uri) => {
  expect(redirectTarget(uri)).toBeNull();
  expect(isRegisteredRedirect([uri], uri)).toBe(false);
});

test("limits the length of redirect addresses and hosts", () => {
  const long = `https://app.example/${"x".repeat(1_980)}`;
  expect([redirectTarget(long)?.kind, redirectTarget(`${long}x`)]).toEqual(["site", null]);
  const host = `${`${"a".repeat(49)}.`.repeat(5)}exa`;
  expect([redirectTarget(`https://${host}/`)?.kind, redirectTarget(`https://${host}b/`)]).toEqual(["site", null]);
});

test("requires a redirect address to match a registered one exactly", () => {
  const registered = ["https://app.example/a", "https://app.example:8443/b?c=d"];
  for (const uri of registered) expect(isRegisteredRedirect(registered, uri)).toBe(true);
  for (const uri of [
    "https://app.example/a/",
    "https://app.example/A",
    "https://app.example/a?x",
    "https://app.example:9000/b?c=d",
    "https://evil.example/a",
  ])
    expect(isRegisteredRedirect(registered, uri), uri).toBe(false);
});

test.each([
  ["http://127.0.0.1/cb", "http://127.0.0.1:5555/cb", true],
  ["http://localhost:1/cb", "http://localhost:2/cb", true],
  ["http://localhost:1", "http://localhost:2", true],
  ["http://localhost:1?x=y", "http://localhost?x=y", true],
  ["http://[::1]:1/cb", "http://[::1]:22222/cb", true],
  ["http://localhost:1/cb", "http://127.0.0.1:1/cb", false],
  ["http://localhost:1/cb", "http://localhost:1/other", false],
  ["http://localhost/a:1/cb", "http://localhost/a:2/cb", false],
  ["https://localhost:1/cb", "https://localhost:2/cb", false],
  ["https://app.example:1/cb", "https://app.example:2/cb", false],
  ["http://app.example:1/cb", "http://app.example:2/cb", false],
  ["cursor://a:1/cb", "cursor://a:2/cb", false],
])("allows any port for loopback redirects only: %s and %s", (registered, uri, isSame) => {
  expect(isRegisteredRedirect([registered], uri)).toBe(isSame);
});

test("keeps the query of a redirect address and omits null parameters", () => {
  expect(redirectWith("https://app.example/cb?a=b", { code: "x y", state: null, iss: "https://o.example" })).toBe(
    "https://app.example/cb?a=b&code=x+y&iss=https%3A%2F%2Fo.example",
  );
});

test("lists the origin of a redirect address in the form-action policy, or its scheme", () => {
  expect(
    ["https://app.example:8443/cb?x", "http://localhost:1/cb", "http://[::1]:1/cb", "cursor://a/b"].map(formActionOf),
  ).toEqual(["https://app.example:8443", "http://localhost:1", "http:", "cursor:"]);
});

test("accepts the MCP endpoint or the whole service as the token resource", () => {
  const origin = "https://octavo.example";
  expect(
    [undefined, origin, `${origin}/`, `${origin}/mcp`, `${origin}/mcp/`].map((named) => resourceOf(origin, named)),
  ).toEqual([`${origin}/mcp`, origin, origin, `${origin}/mcp`, `${origin}/mcp`]);
  for (const named of ["", "https://evil.example", `${origin}//`, `${origin}/mcp/x`, `${origin}/api`, `/${origin}`])
    expect(resourceOf(origin, named), named).toBeNull();
});

test("omits write access only if the app requests only the read scope", () => {
  expect(["read", "read openid", "openid read"].map(wantsWrite)).toEqual([false, false, false]);
  expect([undefined, "", "openid", "write", "read write", "reading"].map(wantsWrite)).not.toContain(false);
  expect([scopeOf(true), scopeOf(false)]).toEqual(["read", "read write"]);
});

test("validates PKCE challenges of 43 characters and verifiers of 43 to 128", () => {
  const [a42, a43, a128] = ["a".repeat(42), "a".repeat(43), "a".repeat(128)];
  expect([a43, `${a42}-`, `${a42}_`].every(isChallenge)).toBe(true);
  for (const text of [a42, `${a43}a`, `${a42}+`, `${a42}=`, ` ${a43}`, `${a43} `])
    expect(isChallenge(text)).toBe(false);
  expect([a43, a128, `${a42}~`, `${a42}.`].every(isVerifier)).toBe(true);
  for (const text of [a42, `${a128}a`, `${a42}+`, ` ${a43}`, `${a43} `]) expect(isVerifier(text)).toBe(false);
});

test("derives a user code of eight letters from six bytes", () => {
  expect(userCodeFrom(new Uint8Array(8))).toBe("BBBB-BBBB");
  expect(userCodeFrom(new Uint8Array([0, 0, 0, 0, 0, 21, 255, 255]))).toBe("CCBB-BBBB");
  // 20^8 - 1, and the next number, from which codes repeat.
  expect(userCodeFrom(new Uint8Array([0, 5, 0xf5, 0xe0, 0xff, 0xff]))).toBe("ZZZZ-ZZZZ");
  expect(userCodeFrom(new Uint8Array([0, 5, 0xf5, 0xe1, 0, 0]))).toBe("BBBB-BBBB");
});

test("reads a user code in any spelling and rejects invalid ones", () => {
  for (const typed of ["BCDF-GHJK", "bcdfghjk", " bcdf ghjk\n", "b.c.d.f.g.h.j.k"])
    expect(readUserCode(typed)).toBe("BCDF-GHJK");
  for (const typed of ["", "BCDF-GHJ", "BCDF-GHJKL", "BCDF-GHJA", "BCDF-GHJ1", "ABCDF-GHJK"])
    expect(readUserCode(typed)).toBeNull();
});
