/** Costs of calls and their upper bounds, and which daily limit a reservation exceeds. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundOf, budgetExceeded, costOf, dayOf, exceededBy, type Reservation } from "./rules.ts";

const PRICE = { input: 3, cached: 0.3, output: 15, written: 3.75 };
const LIMITS = {
  person: { questions: 2, dollars: 1, tokens: 1_000 },
  drive: { dollars: 2 },
  all: { dollars: 3, tokens: 5_000 },
};
const RESERVATION: Reservation = { day: 1, userId: "u", driveId: "d", cost: 100, tokens: 10, questions: 1 };
const row = (scope: string, values: object) => ({ scope, questions: 0, cost: 0, tokens: 0, ...values });

test("charges cached, stored and plain input at their own prices, rounded up", () => {
  expect(costOf({ input: 1_000, cached: 600, written: 100, output: 10 }, PRICE)).toBe(1_605);
  expect(costOf({ input: 1, cached: 1, output: 0 }, PRICE)).toBe(1);
  expect(costOf({ input: 10, cached: 0, output: 10 }, { input: 0, cached: 0, output: 0 })).toBe(0);
  expect(costOf({ input: 10, cached: 0, output: 10 }, null)).toBeNull();
});

test("a call never costs more than its bound", () => {
  const tokens = fc.nat(100_000);
  fc.assert(
    fc.property(tokens, tokens, tokens, tokens, (input, cached, written, output) => {
      const part = Math.min(input, cached);
      const usage = { input, cached: part, written: Math.min(input - part, written), output };
      return (costOf(usage, PRICE) ?? 0) <= (boundOf(input, output, PRICE).cost ?? 0);
    }),
  );
  expect(boundOf(100, 10, null)).toEqual({ cost: null, tokens: 110 });
});

test.each([
  [[], null],
  [[row("user:u", { questions: 1, cost: 999_900, tokens: 990 }), row("user:v", { questions: 9 })], null],
  [[row("user:u", { questions: 2 })], { scope: "person", measure: "questions", limit: 2, used: 2 }],
  [[row("user:u", { cost: 999_901 })], { scope: "person", measure: "cost", limit: 1_000_000, used: 999_901 }],
  [[row("user:u", { tokens: 991 })], { scope: "person", measure: "tokens", limit: 1_000, used: 991 }],
  [[row("drive:d", { cost: 2_000_000 })], { scope: "drive", measure: "cost", limit: 2_000_000, used: 2_000_000 }],
  [[row("all", { cost: 3_000_000 })], { scope: "all", measure: "cost", limit: 3_000_000, used: 3_000_000 }],
  [[row("all", { tokens: 5_000 })], { scope: "all", measure: "tokens", limit: 5_000, used: 5_000 }],
])("%j exceeds %j", (rows, exceeded) => {
  expect(exceededBy(RESERVATION, rows, LIMITS)).toEqual(exceeded);
});

test("an unknown price and a question that was counted leave only the limits on tokens", () => {
  const full = [row("user:u", { questions: 2, cost: 9_000_000 }), row("all", { cost: 9_000_000 })];
  expect(exceededBy({ ...RESERVATION, cost: null, questions: 0 }, full, LIMITS)).toBeNull();
});

test("says which limit was reached, and when the next day begins", () => {
  const now = Date.UTC(2026, 1, 3, 23, 59, 30);
  const error = budgetExceeded({ scope: "drive", measure: "cost", limit: 2_500_000, used: 0 }, now);
  expect([error.code, error.detail]).toEqual(["rate_limited", { retryAfter: 30 }]);
  expect(error.message).toBe(
    "This drive has reached the daily limit of US$2.5 for models. It starts again at midnight UTC.",
  );
  expect([dayOf(now), dayOf(now + 30_000)]).toEqual([20_487, 20_488]);
});
