import { expect, test } from "vitest";
import { failedFiles, failures } from "./failures.ts";

test("lists failed Vitest tests with their errors", () => {
  const output = [
    " ✓ |unit| fine.test.ts (3 tests) 5ms",
    "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯",
    "",
    "\u001b[31m FAIL \u001b[39m |workers| test/a.test.ts > what is written stays",
    "\u001b[31mAssertionError: expected 1 to be 2\u001b[39m",
    "",
    "- Expected",
    "+ Received",
    " ❯ test/a.test.ts:3:4",
    "",
    " FAIL  |workers| test/b.test.ts > one",
    " FAIL  |workers| test/b.test.ts > other",
    "Error: the same for both",
  ].join("\n");
  expect(failures(output)).toEqual([
    "|workers| test/a.test.ts > what is written stays: AssertionError: expected 1 to be 2 - Expected + Received",
    "|workers| test/b.test.ts > one: Error: the same for both",
    "|workers| test/b.test.ts > other: Error: the same for both",
  ]);
});

test("lists a failed node --test test once, from the summary", () => {
  const output = [
    "✔ fine (0.1ms)",
    "✖ bad (0.2ms)",
    "ℹ fail 1",
    "",
    "✖ failing tests:",
    "",
    "test at test/e2e/a.test.ts:4:1",
    "✖ bad (0.2ms)",
    "  Error: boom",
    "      at TestContext.<anonymous>",
  ].join("\n");
  expect(failures(output)).toEqual(["bad (0.2ms): Error: boom"]);
  expect(failedFiles(`${output}\n${output}`)).toEqual(["test/e2e/a.test.ts"]);
});

test("lists at most ten failures and a count, shortens long errors, and lists nothing for a clean run", () => {
  const output = Array.from({ length: 12 }, (_, n) => ` FAIL  test ${n}\n${"x".repeat(900)}`).join("\n");
  const named = failures(output);
  expect(named).toHaveLength(11);
  expect(named[10]).toBe("and 2 more");
  expect(Math.max(...named.map((line) => line.length))).toBe(500);
  expect(failures("5 passed, 0 failed")).toEqual([]);
});
