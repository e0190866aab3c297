import { expect, test } from "vitest";
import { areaNumbers, compareFilePlaces, type FilePlace } from "./file-place.ts";

const area = (x: number, y: number) => ({ kind: "picture", x, y, width: 0.1, height: 0.1 }) as const;
const pdf = (page: number, occurrence: number): FilePlace => ({ kind: "pdf", page, quote: "tide", occurrence });

test("numbers areas from the top, and those of one row from the left", () => {
  const threads = [
    { id: "low", target: area(0, 0.9) },
    { id: "right", target: area(0.5, 0.2) },
    { id: "left", target: area(0.1, 0.2) },
    { id: "page", target: { kind: "page" } as const },
  ];
  expect([...areaNumbers(threads)]).toEqual([
    ["left", 1],
    ["right", 2],
    ["low", 3],
  ]);
});

test("gives equal areas the same numbers whatever their order", () => {
  const threads = ["b", "a"].map((id) => ({ id, target: area(0, 0) }));
  expect(areaNumbers(threads)).toEqual(areaNumbers(threads.toReversed()));
});

test("orders words of a PDF by page", () => {
  const places = [pdf(10, 0), pdf(2, 1), pdf(2, 0)];
  expect(places.toSorted(compareFilePlaces)).toEqual([pdf(2, 0), pdf(2, 1), pdf(10, 0)]);
});
