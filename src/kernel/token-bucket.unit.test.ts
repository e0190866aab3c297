import { expect, test } from "vitest";
import { SECOND } from "./clock.ts";
import { TokenBucket } from "./token-bucket.ts";

const START = 1_700_000_000_000;
const makeBucket = () => new TokenBucket({ burst: 10, refill: 4, everyMs: SECOND });

test("a burst passes at once, and one token more does not", () => {
  const bucket = makeBucket();
  expect([bucket.take(6, START), bucket.take(4, START), bucket.take(1, START)]).toEqual([true, true, false]);
});

test("nothing is left once the burst is used up exactly", () => {
  const bucket = makeBucket();
  bucket.take(9, START);
  expect(bucket.hasTokens(START)).toBe(true);
  bucket.take(1, START);
  expect(bucket.hasTokens(START)).toBe(false);
});

test("tokens come back at the rate, in parts of its interval as well", () => {
  const bucket = makeBucket();
  bucket.take(10, START);
  expect(bucket.take(2, START + SECOND / 2)).toBe(true);
  expect(bucket.take(1, START + SECOND / 2)).toBe(false);
  expect(bucket.take(3, START + SECOND + SECOND / 2)).toBe(true);
  expect(bucket.hasTokens(START + SECOND + SECOND / 2)).toBe(false);
});

test("time saves up no more than the burst", () => {
  const bucket = makeBucket();
  bucket.take(10, START);
  expect([bucket.take(10, START + 100 * SECOND), bucket.take(1, START + 100 * SECOND)]).toEqual([true, false]);
});

test("what was taken beyond the tokens has to come back first", () => {
  const bucket = makeBucket();
  expect(bucket.take(18, START)).toBe(false);
  expect(bucket.hasTokens(START + 2 * SECOND)).toBe(false);
  expect(bucket.take(1, START + 3 * SECOND)).toBe(true);
});

test("asking whether there are tokens takes none", () => {
  const bucket = makeBucket();
  for (let i = 0; i < 20; i++) bucket.hasTokens(START);
  expect(bucket.take(10, START)).toBe(true);
});

test("a clock that was set back takes nothing away, and goes on filling from there", () => {
  const bucket = makeBucket();
  bucket.take(9, START);
  expect(bucket.take(1, START - 1000 * SECOND)).toBe(true);
  expect(bucket.take(4, START - 999 * SECOND)).toBe(true);
});
