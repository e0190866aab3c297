import { expect, test } from "vitest";
import { findAgain } from "./find-own.ts";

const LONG = `Call ${"x".repeat(600)}`;

test.each([
  ["Call", 1, ["Call", "Call Ann"], 1],
  ["Call", 1, ["Call Ann", "Call"], 2],
  ["Call", 1, ["Call Ann", "Pay"], null],
  ["Call", 2, ["Call", "Call"], 2],
  ["Call", 3, ["Call", "Call"], null],
  [LONG.slice(0, 500), 1, ["Pay", LONG], 2],
])("finds %j of line %i again", (source, line, tasks, expected) => {
  expect(
    findAgain(
      tasks.map((each) => `- [ ] ${each}`),
      { source, line },
    )?.line ?? null,
  ).toBe(expected);
});
