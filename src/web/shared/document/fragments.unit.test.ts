import { expect, test } from "vitest";
import { fragmentsOf, headingAt } from "./fragments.ts";

test("creates fragments from the words of headings, numbered for duplicates", () => {
  expect(fragmentsOf(["Next steps", "What’s new, in 2.0?", "Übersicht", "Next steps", "next  steps"])).toEqual([
    "next-steps",
    "whats-new-in-20",
    "übersicht",
    "next-steps-1",
    "next-steps-2",
  ]);
});

test.each([
  ["#next-steps", 1],
  ["#next-steps-1", 2],
  ["#%C3%BCbersicht", 0],
  ["#Next-Steps", 1],
  ["#none", -1],
  ["#", -1],
  ["", -1],
  ["#%E0%A4%A", -1],
])("resolves the fragment %j to heading %j", (fragment, index) => {
  expect(headingAt(fragment, ["Übersicht", "Next steps", "Next steps"])).toBe(index);
});
