/** Every part of a CSRF token is required, even if the signature over the remaining parts is valid. */
import { expect, test } from "vitest";
import { isValidCsrfToken, makeCsrfToken } from "./csrf-token.ts";
import { createKeys } from "./keys.ts";

const NOW = 1_800_000_000_000;
const keys = createKeys("a root secret for tests only, 0123456789");
const signed = (nonce: string, issued: string): string =>
  `v1.${nonce}.${issued}.${keys.sign("csrf", "session", nonce, issued)}`;
const holds = (token: string): boolean => isValidCsrfToken(keys, token, "session", NOW);
const AT = NOW.toString(36);

test("builds a CSRF token of twelve random bytes, a base-36 time and a signature over both and the session", () => {
  const asked: number[] = [];
  const { csrfToken, expiresAt } = makeCsrfToken(keys, "session", NOW, (length) => {
    asked.push(length);
    return new Uint8Array(length).fill(251);
  });
  expect([asked, expiresAt]).toEqual([[12], NOW + 86_400_000]);
  expect(csrfToken).toBe(signed("-_v7-_v7-_v7-_v7", AT));
  expect(holds(csrfToken)).toBe(true);
});

test("rejects a signed token without a nonce or a valid time", () => {
  expect([signed("", AT), signed("n", ""), signed("n", "?"), signed("n", "-1")].map(holds)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("requires exactly four parts and the current version", () => {
  const good = signed("n", AT);
  expect(holds(good)).toBe(true);
  for (const token of [`${good}.`, `${good}.x`, good.slice(3), good.replace("v1", "v2"), good.replace("v1", ""), ""])
    expect(holds(token)).toBe(false);
  expect(holds(`v1.n.${AT}.`)).toBe(false);
});

test("rejects a token longer than 200 characters", () => {
  const rest = signed("", AT).length;
  const [longest, longer] = [signed("n".repeat(200 - rest), AT), signed("n".repeat(201 - rest), AT)];
  expect([longest.length, holds(longest)]).toEqual([200, true]);
  expect([longer.length, holds(longer)]).toEqual([201, false]);
});
