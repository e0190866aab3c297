/** Secrets anywhere in a text are redacted; information useful for debugging stays. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { redactText } from "./redact.ts";
import { makeToken, TOKEN_KINDS } from "./tokens.ts";

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const around = fc.string({ unit: fc.constantFrom(...Array.from(" \n\"'<>(){}[],;:=&?|`")), maxLength: 4 });

test("redacts tokens of every kind in any surrounding text", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TOKEN_KINDS), bytes(32), around, around, (kind, drawn, before, after) => {
      const token = makeToken(kind, () => drawn);
      const clean = redactText(`failed${before}${token}${after}at work`, 1_000);
      expect(clean).not.toContain(token.slice(4));
    }),
  );
});

test("redacts random bytes in hex and base64url", () => {
  fc.assert(
    fc.property(bytes(32), fc.constantFrom("hex" as const, "base64url" as const), around, (drawn, encoding, by) => {
      // Skip values that happen to look like words or zeros; random secrets do not.
      fc.pre(new Set(drawn).size > 16);
      const secret = Buffer.from(drawn).toString(encoding);
      expect(redactText(`key${by} ${secret}${by}`, 1_000)).not.toContain(secret);
    }),
  );
});

test.each([
  ["Authorization: Bearer short.one", "short.one"],
  ["authorization: Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ["sent with bearer abc123", "abc123"],
  ["Cookie: session=plain; theme=dark", "plain"],
  ['{"set-cookie":"__Host-session=plain"}', "plain"],
  ["X-CSRF-Token: v1.plain", "v1.plain"],
  ["GET /auth/verify?token=plain&sig=other", "plain"],
  ["GET /auth/verify?token=plain&sig=other", "other"],
  ["https://example.com/cb?state=x&code=4%2Fplain", "4%2Fplain"],
  ["POST /oauth/token?refresh_token=plain", "plain"],
  ["https://example.com/device?user_code=BCDF-GHJK", "BCDF-GHJK"],
  ["near grant_type=x&code_verifier=plain", "plain"],
  ['{"code_verifier":"plain"}', "plain"],
  ["eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "eyJzdWIiOiIxIn0"],
  ["password: 'hunter2'", "hunter2"],
  ["no mailbox for mia.o'neil+tag@mail.example.com today", "neil+tag@mail.example.com"],
  ["UNIQUE constraint failed for zoë@bücher.example", "zoë@bücher.example"],
])("redacts the secret in %s", (text, secret) => {
  expect(redactText(text, 1_000)).not.toContain(secret);
});

test.each([
  "D1_ERROR: no such table: pages: SQLITE_ERROR",
  "page 01997d31-9d3e-7c2e-8a5b-0f0e6f6a7b11 has no room",
  "    at editWithCachedAccess (src/features/pages/content/service.ts:51:17)",
  "    at async Array.map (file:///srv/node_modules/hono/dist/hono-base.js:299:12)",
  "some-very-long-name-of-a-module-with-words-only",
])("keeps %s unchanged", (text) => {
  expect(redactText(text, 1_000)).toBe(text);
});

test("returns text that D1 accepts and that fits the length limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), fc.nat(200), (text, longest) => {
      const clean = redactText(text, longest);
      expect(clean.length).toBeLessThanOrEqual(longest);
      expect(clean.isWellFormed() && !clean.includes("\0")).toBe(true);
    }),
  );
});
