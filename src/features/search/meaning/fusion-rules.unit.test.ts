/** Reciprocal rank fusion, and paging through results of which the first were merged. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { continueByWords, fuse } from "./fusion-rules.ts";

test("without pages found by meaning, the order is that of the words", () => {
  expect(fuse(["a", "b"], [])).toEqual(["a", "b"]);
});

test("pages in both lists come first, and the others alternate, words first", () => {
  expect(fuse(["a", "b", "c"], ["c", "x"])).toEqual(["c", "a", "b", "x"]);
  expect(fuse(["a", "b"], ["x", "y"])).toEqual(["a", "x", "b", "y"]);
  expect(fuse([], ["x", "y"])).toEqual(["x", "y"]);
});

const page = fc.nat(60).map((n) => `p${n}`);
const lists = fc.record({
  byWords: fc.uniqueArray(page, { maxLength: 40 }),
  byMeaning: fc.uniqueArray(page, { maxLength: 20 }),
  hidden: fc.uniqueArray(page, { maxLength: 20 }),
  limit: fc.integer({ min: 1, max: 12 }),
});

test("the merged list has every page once, and words alone keep their order", () => {
  fc.assert(
    fc.property(lists, ({ byWords, byMeaning }) => {
      const merged = fuse(byWords, byMeaning);
      expect(merged.toSorted()).toEqual([...new Set([...byWords, ...byMeaning])].toSorted());
      const alone = (ids: readonly string[]) => ids.filter((id) => byWords.includes(id) && !byMeaning.includes(id));
      expect(alone(merged)).toEqual(alone(byWords));
    }),
  );
});

test("reading on shows every visible page that contains the words exactly once, and carries only pages found by meaning", () => {
  fc.assert(
    fc.property(lists, ({ byWords, byMeaning, hidden, limit }) => {
      const merged = fuse(byWords, byMeaning);
      const visible = merged.filter((id) => !hidden.includes(id));
      const first = visible.slice(0, limit);
      const last = merged.indexOf(first.at(-1) ?? "");
      const { passed, shownEarly } = continueByWords(byWords, merged, last, first);
      expect(shownEarly.filter((id) => !byMeaning.includes(id))).toEqual([]);
      const rest = byWords.slice(passed).filter((id) => !hidden.includes(id) && !shownEarly.includes(id));
      const all = [...first, ...rest];
      expect(new Set(all).size).toBe(all.length);
      if (first.length > 0) expect(byWords.filter((id) => !hidden.includes(id) && !all.includes(id))).toEqual([]);
    }),
  );
});
