import { expect, test } from "vitest";
import { byDay } from "./timeline.ts";

test("groups versions by day, and names the year if it is not the current one", () => {
  const now = new Date(2026, 2, 10, 12).getTime();
  const at = (...parts: [number, number, number, number]) => ({ until: new Date(...parts).toISOString() });
  const days = byDay(
    [at(2026, 2, 10, 9), at(2026, 2, 10, 8), at(2026, 2, 9, 23), at(2026, 1, 1, 1), at(2025, 5, 2, 1)],
    now,
    "en-GB",
  );
  expect(days.map(({ name, entries }) => [name, entries.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["1 February", 1],
    ["2 June 2025", 1],
  ]);
});
