/** Repeated insertion at one place: the order is kept, and few other pages are repositioned. */
import { expect, test } from "vitest";
import { arranged, isCrowded, isFull, type Sibling, spread } from "./rules.ts";

const INSERTS = 2_000;

/** Index at which the next page is inserted among `siblings`. */
const places: Record<string, (siblings: readonly Sibling[], round: number) => number> = {
  "after the first": () => 1,
  "before the last": (siblings) => siblings.length - 1,
  "in the middle": (siblings) => siblings.length >> 1,
  "before and after the last one alternately": (siblings, round) => Math.min(1 + (round >> 1), siblings.length - 1),
};

test.each(Object.keys(places))("keeps 2,000 pages in order when they are inserted %s", (name) => {
  let siblings: Sibling[] = [1, 2, 3].map((position) => ({ id: `old-${position}`, position }));
  const wanted = siblings.map(({ id }) => id);
  let written = 0;
  for (let round = 0; round < INSERTS; round++) {
    const at = places[name]?.(siblings, round) ?? 0;
    const [before, after] = [siblings[at - 1]?.position ?? 0, siblings[at]?.position ?? 0];
    const page = { id: `new-${round}`, position: (before + after) / 2 };
    siblings = siblings.toSpliced(at, 0, page);
    wanted.splice(at, 0, page.id);
    if (isCrowded(before, page.position) || isCrowded(page.position, after)) {
      const moved = new Map(spread(siblings, at, at).map(({ id, to }) => [id, to]));
      written += moved.size;
      siblings = siblings.map((each) => ({ ...each, position: moved.get(each.id) ?? each.position }));
    }
  }
  const sorted = siblings.toSorted((a, b) => a.position - b.position);
  expect(sorted.map(({ id }) => id)).toEqual(wanted);
  expect(new Set(sorted.map(({ position }) => position)).size).toBe(wanted.length);
  expect(written / INSERTS).toBeLessThan(10);
});

test("keeps equal positions until a page is inserted between them", () => {
  expect(isCrowded(5, 5)).toBe(false);
  expect(isFull(5, 5)).toBe(true);
  const known = [
    { id: "a", position: 5 },
    { id: "b", position: 5 },
    { id: "c", position: 5 },
    { id: "d", position: 6 },
  ];
  const { siblings, first } = arranged(known, ["c"], { after: "a", before: "b" });
  expect(siblings.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  const to = new Map(spread(siblings, first, first).map((moved) => [moved.id, moved.to]));
  const positions = siblings.map(({ id, position }) => to.get(id) ?? position);
  expect(positions).toEqual(positions.toSorted((x, y) => x - y));
  expect(new Set(positions).size).toBe(4);
});

test("renumbers positions that are too large for fractions", () => {
  const known = [1, 1e15, 1e15 + 1].map((position, at) => ({ id: String(at), position }));
  expect(isCrowded(1e15, 1e15 + 1)).toBe(true);
  expect(spread(known, 2, 2).map(({ to }) => to)).toEqual([2, 3]);
});
