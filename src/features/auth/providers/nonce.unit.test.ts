import { expect, test } from "vitest";
import { createKeys } from "../../../platform/keys.ts";
import { makeNonce, readNonce } from "./nonce.ts";

const keys = createKeys("a root secret for tests only, 0123456789");
const NOW = 1_800_000_000_000;
const draw = (fill: number) => (length: number) => new Uint8Array(length).fill(fill);

test("creates a URL-safe nonce with an expiry and a unique hash", () => {
  const [one, other] = [makeNonce(keys, NOW, draw(1)), makeNonce(keys, NOW, draw(2))];
  expect(one.expiresAt).toBe(NOW + 300_000);
  expect(one.nonce).toMatch(/^n1\.[\w-]{22}\.[0-9a-z]+\.[\w-]{43}$/);
  expect(readNonce(keys, one.nonce)).toEqual({ hash: expect.stringMatching(/^[\w-]{43}$/), expiresAt: NOW + 300_000 });
  expect(readNonce(keys, one.nonce)?.hash).not.toBe(readNonce(keys, other.nonce)?.hash);
});

test("rejects nonces that this service did not sign", () => {
  const { nonce } = makeNonce(keys, NOW, draw(1));
  const [, drawn = "", until = "", signature = ""] = nonce.split(".");
  const others = createKeys("another root secret for tests, 0123456789");
  for (const text of [
    "",
    "the client's own",
    `${nonce}.`,
    `${nonce}x`,
    `n2.${drawn}.${until}.${signature}`,
    `n1.${drawn}x.${until}.${signature}`,
    `n1.${drawn}.${until}0.${signature}`,
    `n1.${drawn}.${until}.`,
    `n1..${until}.${signature}`,
    `n1.${drawn}..${signature}`,
    makeNonce(others, NOW, draw(1)).nonce,
  ]) {
    expect(readNonce(keys, text), text).toBe(null);
  }
});
