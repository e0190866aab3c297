import { expect, test } from "vitest";
import { type CardBox, GAP, placeCards } from "./place-cards.ts";

const cards = (...wanted: readonly number[]): CardBox[] => wanted.map((top) => ({ wanted: top, height: 100 }));

test("puts cards with enough room exactly beside their words", () => {
  expect(placeCards(cards(0, 200, 400), null)).toEqual([0, 200, 400]);
});

test("spreads crowded cards around their words, without overlaps and in order", () => {
  const tops = placeCards(cards(300, 310, 320), null);
  for (const [index, top] of tops.entries())
    if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(100 + GAP);
  expect(tops[0]).toBeLessThan(300);
  expect(tops[1]).toBe(310);
});

test("keeps the active card beside its words and moves the others away", () => {
  const tops = placeCards(cards(300, 310, 320, 900), 0);
  expect(tops[0]).toBe(300);
  expect(tops[1]).toBe(300 + 100 + GAP);
  expect(tops[3]).toBe(900);
  expect(placeCards(cards(300, 310, 320), 2)).toEqual([320 - 2 * (100 + GAP), 320 - (100 + GAP), 320]);
});

test("places nothing above the least top", () => {
  expect(placeCards(cards(0, 5, 10), 2, 0)).toEqual([0, 100 + GAP, 2 * (100 + GAP)]);
  expect(placeCards(cards(0, 5, 10), null, 40)[0]).toBe(40);
});

test("neither loses nor reorders any of five hundred cards on the same line", () => {
  const tops = placeCards(cards(...Array.from({ length: 500 }, () => 1_000)), 250, 0);
  expect(tops).toHaveLength(500);
  for (let index = 1; index < tops.length; index++)
    expect((tops[index] ?? 0) - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(100 + GAP - 1e-6);
});

test("has no cards to place on an empty margin", () => {
  expect(placeCards([], null)).toEqual([]);
});
