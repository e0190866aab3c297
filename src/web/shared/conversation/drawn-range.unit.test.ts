/** A long conversation renders only a bounded range, wherever the reader is. */
import { expect, test } from "vitest";
import type { Message } from "../../../features/messages/contract.ts";
import { ALL, drawNewer, drawNewest, drawnOf, drawOlder, MAX_DRAWN } from "./drawn-range.ts";
import type { Thread } from "./threads.ts";

const thread = (id: number): Thread => ({
  first: { id: String(id).padStart(6, "0") } as Message, // no other field is used
  replies: [],
});
const threads = (from: number, to: number): Thread[] => Array.from({ length: to - from }, (_, at) => thread(from + at));
const ends = (drawn: readonly Thread[]): (number | undefined)[] =>
  [drawn[0], drawn.at(-1)].map((each) => each && Number(each.first.id));

test("draws all of a short conversation, also when messages arrive", () => {
  expect(drawNewest(threads(0, 150))).toEqual(ALL);
  expect(drawnOf(threads(0, 180), ALL)).toHaveLength(180);
});

test("draws a bounded range while scrolling through thousands of messages in both directions", () => {
  let known = threads(9_950, 10_000);
  let range = drawNewest(known);
  while (known.length < 10_000) {
    known = [...threads(10_000 - known.length - 50, 10_000 - known.length), ...known];
    // Newly loaded older threads are included until there are too many.
    range = drawOlder(known, range);
    expect(drawnOf(known, range).length).toBeLessThanOrEqual(MAX_DRAWN);
    expect(drawnOf(known, range)[0]).toBe(known[0]);
  }
  expect(ends(drawnOf(known, range))).toEqual([0, MAX_DRAWN - 1]);
  range = drawNewer(known, range);
  expect(ends(drawnOf(known, range))).toEqual([50, 249]);
  range = drawOlder(known, range);
  expect(ends(drawnOf(known, range))).toEqual([0, 199]);
  while (range.to !== null) range = drawNewer(known, range);
  expect(ends(drawnOf(known, range))).toEqual([9_800, 9_999]);
});

test("keeps the drawn range when new messages arrive during reading, and shows them at the end", () => {
  const known = threads(0, 1_000);
  const range = drawOlder(known, drawNewest(known));
  const before = ends(drawnOf(known, range));
  const more = threads(0, 1_020);
  expect(ends(drawnOf(more, range))).toEqual(before);
  expect(ends(drawnOf(more, drawNewest(more)))).toEqual([820, 1_019]);
});

test("keeps the range when the message at its end is deleted", () => {
  const known = threads(0, 1_000);
  const range = drawOlder(known, drawNewest(known));
  const [first, last] = ends(drawnOf(known, range));
  const left = known.filter(({ first: { id } }) => Number(id) !== first && Number(id) !== last);
  expect(ends(drawnOf(left, range))).toEqual([Number(first) + 1, Number(last) - 1]);
  expect(ends(drawnOf(left, drawNewer(left, range)))).toEqual([Number(first) + 49, Number(last) + 50]);
});
