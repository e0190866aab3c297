/** Behaves as a set of numbers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { BitSet } from "./bit-set.ts";

test("has the lowest of the numbers that were added and not deleted, like a Set", () => {
  const step = fc.record({ number: fc.nat({ max: 40_000 }), adds: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [set, expected] = [new BitSet(), new Set<number>()];
      for (const { number, adds } of steps) {
        set[adds ? "add" : "delete"](number);
        expected[adds ? "add" : "delete"](number);
        expect(set.lowest()).toBe(expected.size === 0 ? null : Math.min(...expected));
      }
    }),
  );
});
