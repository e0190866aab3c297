import { expect, test } from "vitest";
import { SECOND } from "./clock.ts";
import { TokenBucket } from "./token-bucket.ts";

const START = 1_700_000_000_000;
const makeBucket = () => new TokenBucket({ burst: 10, refill: 4, everyMs: SECOND });

test("allows the whole burst at once and no more", () => {
  const bucket = makeBucket();
  expect([bucket.take(6, START), bucket.take(4, START), bucket.take(1, START)]).toEqual([true, true, false]);
});

test("is empty when the burst is used up exactly", () => {
  const bucket = makeBucket();
  bucket.take(9, START);
  expect(bucket.hasTokens(START)).toBe(true);
  bucket.take(1, START);
  expect(bucket.hasTokens(START)).toBe(false);
});

test("refills tokens at the rate, also for fractions of the interval", () => {
  const bucket = makeBucket();
  bucket.take(10, START);
  expect(bucket.take(2, START + SECOND / 2)).toBe(true);
  expect(bucket.take(1, START + SECOND / 2)).toBe(false);
  expect(bucket.take(3, START + SECOND + SECOND / 2)).toBe(true);
  expect(bucket.hasTokens(START + SECOND + SECOND / 2)).toBe(false);
});

test("accumulates at most the burst", () => {
  const bucket = makeBucket();
  bucket.take(10, START);
  expect([bucket.take(10, START + 100 * SECOND), bucket.take(1, START + 100 * SECOND)]).toEqual([true, false]);
});

test("refills a deficit before it allows more", () => {
  const bucket = makeBucket();
  expect(bucket.take(18, START)).toBe(false);
  expect(bucket.hasTokens(START + 2 * SECOND)).toBe(false);
  expect(bucket.take(1, START + 3 * SECOND)).toBe(true);
});

test("does not consume tokens when checking for them", () => {
  const bucket = makeBucket();
  for (let i = 0; i < 20; i++) bucket.hasTokens(START);
  expect(bucket.take(10, START)).toBe(true);
});

test("loses no tokens when the clock is set back, and refills from there", () => {
  const bucket = makeBucket();
  bucket.take(9, START);
  expect(bucket.take(1, START - 1000 * SECOND)).toBe(true);
  expect(bucket.take(4, START - 999 * SECOND)).toBe(true);
});
