/** The tuned thresholds of the counters that monitor sign-ins. */
import { expect, test } from "vitest";
import { FAILURE_COUNTERS } from "./rules.ts";

test("raises alarms at 10 failures per account, 20 per address and 10 accounts per address in a window", () => {
  const counted = Object.fromEntries(Object.entries(FAILURE_COUNTERS).map(([what, { limit }]) => [what, limit + 1]));
  expect(counted).toEqual({
    failuresOfAccount: 10,
    failuresFromAddress: 20,
    accountAtAddress: 2,
    accountsFromAddress: 10,
    alarm: 2,
  });
});

test("uses one fixed window for all counters, independent of the limit scale", () => {
  for (const { windowMs, fixed } of Object.values(FAILURE_COUNTERS)) expect([windowMs, fixed]).toEqual([900_000, true]);
});

test("counts each rule under its own key, by account or by address", () => {
  const keys = Object.values(FAILURE_COUNTERS).map(({ name, dimension }) => `${name} ${dimension}`);
  expect(new Set(keys)).toEqual(
    new Set([
      "watch/failures account",
      "watch/failures ip",
      "watch/account-at-address account",
      "watch/accounts ip",
      "watch/alarm account",
    ]),
  );
});
