/** Fixed vectors: stored rows, cookies and mailed links depend on these exact bytes, so changing a key or hash breaks them. */
import { expect, test } from "vitest";
import { createKeys, keysFor } from "./keys.ts";
import { hashToken, isToken, makeToken, sha256, tokenFrom } from "./tokens.ts";

const SECRET = "a root secret for tests only, 0123456789";
const FILL = (length: number): Uint8Array => new Uint8Array(length).fill(255);

test("derives a key with HKDF-SHA-256 from secret, salt and label", () => {
  const key = Buffer.from(createKeys(SECRET).raw("csrf")).toString("hex");
  expect(key).toBe("4b2bab1114be2cb087bd9e4d291ec24217c752b3c7213bcca9314e45df436e77");
});

test("signs length-prefixed parts with HMAC-SHA-256", () => {
  expect(createKeys(SECRET).sign("csrf", "a", "bc")).toBe("fKZPQU6xM6JSBJ5AwXE2cQAcJijOqSSvYQBfa0HPIT8");
});

test("derives each key once, and caches the keys of a secret per isolate", () => {
  const keys = createKeys(SECRET);
  expect(keys.raw("pkce")).toBe(keys.raw("pkce"));
  expect(keys.raw("pkce")).not.toEqual(keys.raw("device"));
  expect(keysFor(SECRET)).toBe(keysFor(SECRET));
  expect(keysFor(`${SECRET}.`)).not.toBe(keysFor(SECRET));
  expect(keysFor(SECRET).sign("csrf", "a")).toBe(keys.sign("csrf", "a"));
});

test("hashes tokens together with their kind", () => {
  expect([hashToken("session", "x"), hashToken("mcp", "x")]).toEqual([
    "WDw3EEUeG2I9Y2LfDjzJvADa5YLjN6Vj3Vs_G16KjcY",
    "rNwP9FFS8Zd50sqkdln5WslJQjKEIVEmz2oqbEJFFkE",
  ]);
  expect(sha256("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
});

test("gives each token kind its own prefix", () => {
  const kinds = ["session", "mcp", "magic", "device", "socket", "service", "proof"] as const;
  expect(kinds.map((kind) => makeToken(kind, FILL).slice(0, 4))).toEqual([
    "ses_",
    "mcp_",
    "mlk_",
    "dev_",
    "sok_",
    "svc_",
    "prf_",
  ]);
});

test("creates a token from 32 bytes, and rejects any other length or format", () => {
  const token = makeToken("session", FILL);
  expect(token).toBe(tokenFrom("session", FILL(32)));
  expect(isToken("session", token)).toBe(true);
  const others = [`${token}A`, token.slice(0, -1), `A${token}`, ` ${token}`, `${token}\n`, `${token.slice(0, -1)}=`];
  expect(others.map((text) => isToken("session", text))).toEqual(others.map(() => false));
  expect([isToken("session", `ses_!${token.slice(5)}`), isToken("session", `SES_${token.slice(4)}`)]).toEqual([
    false,
    false,
  ]);
});
