import { expect, test } from "vitest";
import { MINUTE } from "../../src/kernel/clock.ts";
import { PartsBudget, REFUSAL_PARTS } from "./parts-budget.ts";

test("allows each user 120,000 parts at once and 40,000 a minute, independent of other users", () => {
  const [budget, now] = [new PartsBudget(), 1_000_000];
  budget.use("ann", 119_999, now);
  expect(budget.has("ann", now)).toBe(true);
  budget.use("ann", 1, now);
  expect([budget.has("ann", now), budget.has("bob", now)]).toEqual([false, true]);
  expect(budget.has("ann", now + 1)).toBe(true);
  budget.use("ann", 80_000, now + 1);
  expect([budget.has("ann", now + MINUTE), budget.has("ann", now + 2 * MINUTE + 2)]).toEqual([false, true]);
  // Unused time accumulates no more than the initial allowance.
  budget.use("ann", 120_000, now + 100 * MINUTE);
  expect(budget.has("ann", now + 100 * MINUTE)).toBe(false);
});

test("charges rejected updates, because the room may have to reload its document", () => {
  const [budget, now] = [new PartsBudget(), 1_000_000];
  for (let i = 0; i < 24; i++) budget.use("ann", REFUSAL_PARTS, now);
  expect(budget.has("ann", now)).toBe(false);
});

test("stores no entry for updates that cost nothing, and evicts the oldest entries", () => {
  const [budget, now] = [new PartsBudget(), 1_000_000];
  budget.use("ann", 200_000, now);
  for (let i = 0; i < 500; i++) budget.use(`reader ${i}`, 0, now);
  expect(budget.has("ann", now)).toBe(false);
  for (let i = 0; i < 200; i++) budget.use(`writer ${i}`, 1, now);
  expect(budget.has("ann", now)).toBe(true);
});

test("keeps 200 users and evicts the least recently charged one first", () => {
  const [budget, now] = [new PartsBudget(), 1_000_000];
  const forgotten = () => ["ann", "bob"].filter((person) => budget.has(person, now));
  for (const person of ["ann", "bob"]) budget.use(person, 200_000, now);
  for (let i = 0; i < 198; i++) budget.use(`writer ${i}`, 1, now);
  expect(forgotten()).toEqual([]);
  budget.use("ann", 1, now);
  expect(forgotten()).toEqual([]);
  budget.use("another", 1, now);
  expect(forgotten()).toEqual(["bob"]);
});
