/** A long conversation renders only a bounded range, wherever the reader is. */
import { expect, test } from "vitest";
import type { Message } from "../../../features/messages/contract.ts";
import { ALL, drawNewer, drawNewest, drawnOf, drawOlder, MOST_DRAWN } from "./drawn-range.ts";
import type { Thread } from "./threads.ts";

const thread = (id: number): Thread => ({
  first: { id: String(id).padStart(6, "0") } as Message, // no other field is used
  replies: [],
});
const threads = (from: number, to: number): Thread[] => Array.from({ length: to - from }, (_, at) => thread(from + at));
const ends = (drawn: readonly Thread[]): (number | undefined)[] =>
  [drawn[0], drawn.at(-1)].map((each) => each && Number(each.first.id));

test("all of a short conversation is drawn, and stays so as messages come", () => {
  expect(drawNewest(threads(0, 150))).toEqual(ALL);
  expect(drawnOf(threads(0, 180), ALL)).toHaveLength(180);
});

test("as one reads up and down through thousands, what is far away is left out and comes back", () => {
  let known = threads(9_950, 10_000);
  let range = drawNewest(known);
  while (known.length < 10_000) {
    known = [...threads(10_000 - known.length - 50, 10_000 - known.length), ...known];
    // Newly loaded older threads are included until there are too many.
    range = drawOlder(known, range);
    expect(drawnOf(known, range).length).toBeLessThanOrEqual(MOST_DRAWN);
    expect(drawnOf(known, range)[0]).toBe(known[0]);
  }
  expect(ends(drawnOf(known, range))).toEqual([0, MOST_DRAWN - 1]);
  range = drawNewer(known, range);
  expect(ends(drawnOf(known, range))).toEqual([50, 249]);
  range = drawOlder(known, range);
  expect(ends(drawnOf(known, range))).toEqual([0, 199]);
  while (range.to !== null) range = drawNewer(known, range);
  expect(ends(drawnOf(known, range))).toEqual([9_800, 9_999]);
});

test("what others write while older messages are read moves nothing, and is there at the end", () => {
  const known = threads(0, 1_000);
  const range = drawOlder(known, drawNewest(known));
  const before = ends(drawnOf(known, range));
  const more = threads(0, 1_020);
  expect(ends(drawnOf(more, range))).toEqual(before);
  expect(ends(drawnOf(more, drawNewest(more)))).toEqual([820, 1_019]);
});

test("the message at an end may be deleted", () => {
  const known = threads(0, 1_000);
  const range = drawOlder(known, drawNewest(known));
  const [first, last] = ends(drawnOf(known, range));
  const left = known.filter(({ first: { id } }) => Number(id) !== first && Number(id) !== last);
  expect(ends(drawnOf(left, range))).toEqual([Number(first) + 1, Number(last) - 1]);
  expect(ends(drawnOf(left, drawNewer(left, range)))).toEqual([Number(first) + 49, Number(last) + 50]);
});
