/** Filters on the vector index for what a caller can see. */
import { expect, test } from "vitest";
import { FILTER_BYTES } from "../../../platform/vectors.ts";
import { filtersOf } from "./filter-rules.ts";

const ids = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}`.padEnd(36, "-"));
const sizes = (filters: readonly object[]): number[] => filters.map((filter) => JSON.stringify(filter).length);

test("searches the caller's drives without hidden pages, and of other drives only the shared pages", () => {
  expect(filtersOf({ drives: ["d1", "d2"], hidden: [], shown: [] })).toEqual([{ driveId: { $in: ["d1", "d2"] } }]);
  expect(filtersOf({ drives: ["d1"], hidden: ["h"], shown: ["s"] })).toEqual([
    { driveId: { $in: ["d1"] }, pageId: { $nin: ["h"] } },
    { pageId: { $in: ["s"] } },
  ]);
  expect(filtersOf({ drives: [], hidden: [], shown: null })).toEqual([]);
});

test("divides long lists into filters within the limit of the index", () => {
  const drives = ids(120, "d");
  const filters = filtersOf({ drives, hidden: ids(10, "h"), shown: ids(60, "s") });
  expect(Math.max(...sizes(filters))).toBeLessThan(FILTER_BYTES);
  expect(
    filters.flatMap((filter) => ("driveId" in filter ? Object.values(filter["driveId"] ?? {}).flat() : [])),
  ).toEqual(drives);
  expect(filtersOf({ drives: ids(500, "d"), hidden: [], shown: ids(500, "s") })).toHaveLength(6);
});

test("leaves drives to the words where the hidden pages do not fit into a filter", () => {
  expect(filtersOf({ drives: ["d"], hidden: ids(50, "h"), shown: ["s"] })).toEqual([{ pageId: { $in: ["s"] } }]);
});
