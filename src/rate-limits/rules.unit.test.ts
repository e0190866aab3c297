/** The table of limits is well formed, and scaling changes every limit without ever disabling one. */
import { expect, test } from "vitest";
import { type LimitRule, scaleLimit } from "../kernel/limit.ts";
import { LIMIT_RULES } from "./rules.ts";

const rules: LimitRule[] = Object.values(LIMIT_RULES);

test("gives rules with one key one limit, and all limits and windows positive integers", () => {
  const keys = new Set(rules.map(({ name, dimension }) => `${name} ${dimension}`));
  const counters = new Set(
    rules.map(({ name, dimension, limit, windowMs }) => [name, dimension, limit, windowMs].join(" ")),
  );
  expect(counters.size).toBe(keys.size);
  for (const rule of rules) {
    expect(Number.isInteger(rule.limit) && rule.limit > 0 && Number.isInteger(rule.windowMs) && rule.windowMs > 0).toBe(
      true,
    );
  }
});

test("silences only limits on mail, per mailbox and in total", () => {
  expect(new Set(rules.filter((rule) => rule.silent).map((rule) => rule.dimension))).toEqual(
    new Set(["email", "service"]),
  );
});

test("rounds a scaled limit down, to at least one and at most a million", () => {
  const rule = LIMIT_RULES.magicLinkSendByEmail;
  expect([1, 0.5, 0.1, 1.5, 100, Infinity].map((scale) => scaleLimit(rule, scale))).toEqual([
    3, 1, 1, 4, 300, 1_000_000,
  ]);
});

test("rejects a scale that is not a positive number", () => {
  const refusal = new RangeError("The rate limit scale must be a number above zero");
  for (const scale of [0, -1, NaN]) expect(() => scaleLimit(LIMIT_RULES.trackByIp, scale)).toThrow(refusal);
});

test("does not scale a fixed limit", () => {
  const watching: LimitRule = { ...LIMIT_RULES.trackByIp, fixed: true };
  expect([0.01, 1, 100].map((scale) => scaleLimit(watching, scale))).toEqual([100, 100, 100]);
});
