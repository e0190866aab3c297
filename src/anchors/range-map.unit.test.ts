import fc from "fast-check";
import { expect, test } from "vitest";
import * as Y from "yjs";
import type { Splice } from "../realtime/splices.ts";
import { RangeMap } from "./range-map.ts";

/** A text, a range of it, and ascending splices with unchanged text between them. */
const Case = fc
  .record({
    length: fc.integer({ min: 1, max: 60 }),
    range: fc.tuple(fc.nat(59), fc.nat(59)),
    cuts: fc.array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), remove: fc.nat(6), insert: fc.nat(4) }), {
      maxLength: 6,
    }),
  })
  .map(({ length, range, cuts }) => {
    const [from, to] = range.map((at) => at % length).toSorted((a, b) => a - b);
    const splices: Splice[] = [];
    let end = -1;
    for (const { gap, remove, insert } of cuts) {
      const at = end + gap;
      if (at + remove > length || (remove === 0 && insert === 0)) break;
      splices.push({ at, remove, insert: "+".repeat(insert) });
      end = at + remove;
    }
    return { length, from: from ?? 0, to: (to ?? 0) + 1, splices };
  });

test("gives the range that Yjs positions give, unless it says that it is not sure", () => {
  fc.assert(
    fc.property(Case, ({ length, from, to, splices }) => {
      const doc = new Y.Doc();
      const text = doc.getText("content");
      text.insert(0, "x".repeat(length));
      const start = Y.createRelativePositionFromTypeIndex(text, from, 0);
      const end = Y.createRelativePositionFromTypeIndex(text, to, -1);
      for (const { at, remove, insert } of splices.toReversed()) {
        text.delete(at, remove);
        text.insert(at, insert);
      }
      const mapped = new RangeMap(splices).map({ from, to });
      fc.pre(mapped.isSure);
      const places = [start, end].map((position) => Y.createAbsolutePositionFromRelativePosition(position, doc)?.index);
      expect([mapped.from, mapped.to]).toEqual(places);
    }),
    { numRuns: 2_000 },
  );
});

test("what replaces the words of a range, or a part of them, is in the range", () => {
  const map = (splice: Splice) => {
    const { from, to, replacement } = new RangeMap([splice]).map({ from: 10, to: 20 });
    return [from, to, replacement];
  };
  expect(map({ at: 10, remove: 10, insert: "abc" })).toEqual([10, 13, "abc"]);
  expect(map({ at: 10, remove: 4, insert: "abc" })).toEqual([10, 19, null]);
  expect(map({ at: 16, remove: 4, insert: "abc" })).toEqual([10, 19, null]);
  expect(map({ at: 5, remove: 10, insert: "abc" })).toEqual([8, 13, null]);
  expect(map({ at: 15, remove: 10, insert: "abc" })).toEqual([10, 15, null]);
  expect(map({ at: 5, remove: 20, insert: "abc" })).toEqual([8, 8, null]);
});

test("finds what was inserted, and where a removal joined text", () => {
  const map = new RangeMap([
    { at: 5, remove: 3, insert: "" },
    { at: 20, remove: 0, insert: "new" },
  ]);
  expect(map.inserted.list).toEqual([{ from: 17, to: 20 }]);
  expect([map.appeared.meets({ from: 3, to: 7 }), map.appeared.meets({ from: 5, to: 9 })]).toEqual([true, false]);
  expect([map.appeared.meets({ from: 10, to: 18 }), map.appeared.meets({ from: 10, to: 17 })]).toEqual([true, false]);
});
