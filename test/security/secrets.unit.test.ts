/** Keys, tokens and configuration: secrets are separated by purpose, and errors name the invalid variable. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/platform/config.ts";
import { createKeys, equalSecrets } from "../../src/platform/keys.ts";
import { TOKEN_KINDS, hashToken, isToken, makeToken, tokenFrom } from "../../src/platform/tokens.ts";

const SECRET = "a root secret for tests only, 0123456789";
const keys = createKeys(SECRET);

test("derives unrelated keys for different labels and secrets", () => {
  const labels = ["csrf", "magic-link", "confirm", "limiter"] as const;
  const raw = [...labels.map((label) => keys.raw(label)), createKeys(`${SECRET}.`).raw("csrf")];
  expect(new Set(raw.map((key) => Buffer.from(key).toString("hex"))).size).toBe(5);
  expect(raw.every((key) => key.length === 32)).toBe(true);
  expect(new Set(labels.map((label) => keys.sign(label, "a"))).size).toBe(4);
});

test("verifies a signature only for the same parts in the same order", () => {
  const part = fc
    .array(fc.constantFrom("a", "1", ":", "\n", "1:", "é", ""), { maxLength: 4 })
    .map((bits) => bits.join(""));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 3 }), (a, b) => {
      const same = JSON.stringify(a) === JSON.stringify(b);
      return (keys.sign("csrf", ...a) === keys.sign("csrf", ...b)) === same;
    }),
    { numRuns: 5_000 },
  );
  const good = keys.sign("csrf", "a");
  expect(keys.verify("csrf", good, "a")).toBe(true);
  for (const bad of ["", good.slice(0, -1), `${good}=`, `${good} `, good.toLowerCase()]) {
    expect(keys.verify("csrf", bad, "a")).toBe(false);
  }
});

test("compares secrets for equality", () => {
  expect([equalSecrets("", ""), equalSecrets("abc", "abc")]).toEqual([true, true]);
  expect([equalSecrets("abc", "abd"), equalSecrets("abc", "ab"), equalSecrets("é", "e")]).toEqual([
    false,
    false,
    false,
  ]);
});

test("creates tokens with the kind's prefix and 256 bits, and a different hash for each kind", () => {
  const kinds = TOKEN_KINDS;
  const bytes = new Uint8Array(32).map((_, i) => i * 8);
  for (const kind of kinds) {
    const token = tokenFrom(kind, bytes);
    expect(token).toMatch(/^(ses|mcp|mlk|dev|sok|svc|prf|rft|cde|dvc|inv|sup)_[\w-]{43}$/);
    expect(Buffer.from(token.slice(4), "base64url")).toEqual(Buffer.from(bytes));
    expect(kinds.filter((other) => isToken(other, token))).toEqual([kind]);
    expect(new Set(kinds.map((other) => hashToken(other, token))).size).toBe(kinds.length);
    expect(isToken(kind, hashToken(kind, token))).toBe(false);
  }
});

test("creates a different token for any changed bit", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(255), (bytes, bit) => {
      const flipped = bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const [a, b] = [tokenFrom("session", bytes), makeToken("session", () => flipped)];
      return a !== b && hashToken("session", a) !== hashToken("session", b);
    }),
    { numRuns: 5_000 },
  );
});

const GOOD = { ENVIRONMENT: "production", APP_ORIGIN: "https://octavo.example", ROOT_SECRET: SECRET };

/** A PEM-shaped key on one line, as environment variables store it. */
const PEM = "-----BEGIN PRIVATE KEY-----\\nY2FuYXJ5\\n-----END PRIVATE KEY-----\\n";

test("accepts a valid production configuration and keeps the limits on", () => {
  expect(parseConfig(GOOD)).toMatchObject({
    production: true,
    origin: "https://octavo.example",
    rateLimitScale: 1,
    sessionLifetimeMs: 604_800_000,
    sessionIdleMs: 0,
    magicLinkOpen: "adaptive",
  });
});

test("rejects missing, weak or malformed production settings by name without revealing their value", () => {
  const refusals: [object, string][] = [
    [{ ROOT_SECRET: undefined }, "ROOT_SECRET"],
    [{ ROOT_SECRET: "" }, "ROOT_SECRET"],
    [{ ROOT_SECRET: "too-short-to-be-a-secret-canary" }, "ROOT_SECRET"],
    [{ ROOT_SECRET: "octavo-development-root-secret-0000000000" }, "ROOT_SECRET"],
    [{ APP_ORIGIN: undefined }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "http://canary.example" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "https://canary.example/path" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "https://user:canary@octavo.example" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "canary.example" }, "APP_ORIGIN"],
    [{ APP_ORIGIN: "javascript:canary" }, "APP_ORIGIN"],
    [{ ENVIRONMENT: undefined }, "ENVIRONMENT"],
    [{ ENVIRONMENT: "Production" }, "ENVIRONMENT"],
    [{ ENVIRONMENT: "canary" }, "ENVIRONMENT"],
    [{ RATE_LIMIT_SCALE: "0" }, "RATE_LIMIT_SCALE"],
    [{ RATE_LIMIT_SCALE: "-1" }, "RATE_LIMIT_SCALE"],
    [{ RATE_LIMIT_SCALE: "canary" }, "RATE_LIMIT_SCALE"],
    [{ RATE_LIMIT_SCALE: "Infinity" }, "RATE_LIMIT_SCALE"],
    [{ RATE_LIMIT_SCALE: "" }, "RATE_LIMIT_SCALE"],
    [{ SESSION_LIFETIME_SECONDS: "60" }, "SESSION_LIFETIME_SECONDS"],
    [{ SESSION_LIFETIME_SECONDS: "1e9" }, "SESSION_LIFETIME_SECONDS"],
    [{ SESSION_IDLE_SECONDS: "-1" }, "SESSION_IDLE_SECONDS"],
    [{ AUDIT_KEEP_DAYS: "29" }, "AUDIT_KEEP_DAYS"],
    [{ AUDIT_KEEP_DAYS: "-1" }, "AUDIT_KEEP_DAYS"],
    [{ MAGIC_LINK_OPEN: "canary" }, "MAGIC_LINK_OPEN"],
    [{ PROVIDER_A_ISSUER: "http://canary.example" }, "PROVIDER_A_ISSUER"],
    [{ PROVIDER_A_TOKEN_ENDPOINT: "http://canary.example/token" }, "PROVIDER_A_TOKEN_ENDPOINT"],
    [{ PROVIDER_A_AUTHORIZATION_ENDPOINT: "javascript:canary" }, "PROVIDER_A_AUTHORIZATION_ENDPOINT"],
    [{ PROVIDER_B_JWKS_URI: "http://canary.example/keys" }, "PROVIDER_B_JWKS_URI"],
    [{ PROVIDER_B_ISSUER: "canary" }, "PROVIDER_B_ISSUER"],
    [{ PROVIDER_A_CLIENT_ID: "web,,canary" }, "PROVIDER_A_CLIENT_ID"],
    [{ PROVIDER_B_PRIVATE_KEY: "canary" }, "PROVIDER_B_PRIVATE_KEY"],
    [{ PROVIDER_B_PRIVATE_KEY: PEM, PROVIDER_B_KEY_ID: "canary" }, "PROVIDER_B_TEAM_ID"],
    [{ PROVIDER_B_PRIVATE_KEY: PEM, PROVIDER_B_TEAM_ID: "canary" }, "PROVIDER_B_KEY_ID"],
  ];
  for (const [change, name] of refusals) {
    const variables = { ...GOOD, ...change };
    const refuse = (): unknown => parseConfig(variables);
    expect(refuse, JSON.stringify(change)).toThrow(name);
    expect(refuse, JSON.stringify(change)).not.toThrow(/canary|development-root|0123456789/);
  }
});

test("accepts a development configuration of only the environment, but no malformed secret", () => {
  expect(parseConfig({ ENVIRONMENT: "development" })).toMatchObject({
    production: false,
    origin: "http://localhost:8787",
  });
  expect(() => parseConfig({ ENVIRONMENT: "development", ROOT_SECRET: "short" })).toThrow("ROOT_SECRET");
});

test("normalizes the addresses of administrators", () => {
  const { adminEmails } = parseConfig({ ...GOOD, ADMIN_EMAILS: " Ann@Example.com ,, Ame\u0301lie@example.com," });
  expect([...adminEmails]).toEqual(["ann@example.com", "am\u00e9lie@example.com"]);
});

test("enables a provider with a client id, and uses the well-known endpoints by default", () => {
  expect(parseConfig(GOOD)).toMatchObject({ providera: null, providerb: null });
  const blank = {
    PROVIDER_A_CLIENT_ID: " ",
    PROVIDER_A_ISSUER: "",
    PROVIDER_B_CLIENT_ID: "",
    PROVIDER_B_PRIVATE_KEY: "",
  };
  expect(parseConfig({ ...GOOD, ...blank })).toMatchObject({ providera: null, providerb: null });
  const known = parseConfig({ ...GOOD, PROVIDER_A_CLIENT_ID: "a", PROVIDER_B_CLIENT_ID: "b, app" });
  expect(known.providera).toEqual({
    clientId: "a",
    audiences: ["a"],
    clientSecret: null,
    issuer: "https://accounts.google.com",
    authorizationEndpoint: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenEndpoint: "https://oauth2.googleapis.com/token",
    jwksUri: "https://www.googleapis.com/oauth2/v3/certs",
  });
  expect(known.providerb).toEqual({
    clientId: "b",
    audiences: ["b", "app"],
    signingKey: null,
    issuer: "https://appleid.apple.com",
    authorizationEndpoint: "https://appleid.apple.com/auth/authorize",
    tokenEndpoint: "https://appleid.apple.com/auth/token",
    jwksUri: "https://appleid.apple.com/auth/keys",
  });
});

test("accepts another provider's endpoints, with HTTP in development, and a key with escaped line breaks", () => {
  const { providera, providerb } = parseConfig({
    ENVIRONMENT: "development",
    PROVIDER_A_CLIENT_ID: "a",
    PROVIDER_A_CLIENT_SECRET: "s",
    PROVIDER_A_ISSUER: "http://127.0.0.1:1",
    PROVIDER_A_AUTHORIZATION_ENDPOINT: "http://127.0.0.1:1/authorize",
    PROVIDER_A_TOKEN_ENDPOINT: "http://127.0.0.1:1/token",
    PROVIDER_A_JWKS_URI: "http://127.0.0.1:1/jwks",
    PROVIDER_B_CLIENT_ID: "b",
    PROVIDER_B_TEAM_ID: "t",
    PROVIDER_B_KEY_ID: "k",
    PROVIDER_B_PRIVATE_KEY: PEM,
  });
  expect(providera).toMatchObject({
    clientSecret: "s",
    issuer: "http://127.0.0.1:1",
    authorizationEndpoint: "http://127.0.0.1:1/authorize",
    tokenEndpoint: "http://127.0.0.1:1/token",
    jwksUri: "http://127.0.0.1:1/jwks",
  });
  expect(providerb?.signingKey).toEqual({
    teamId: "t",
    keyId: "k",
    privateKey: "-----BEGIN PRIVATE KEY-----\nY2FuYXJ5\n-----END PRIVATE KEY-----",
  });
});
