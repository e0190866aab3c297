import { expect, test } from "vitest";
import type { PlacedAnchor } from "../../kernel/comment.ts";
import { comparePlaces, fittingRows, placeKey, requireTarget } from "./rules.ts";

const at = (from: number, to: number): PlacedAnchor => ({
  id: "",
  state: "anchored",
  from,
  to,
  startLine: 1,
  endLine: 1,
  now: null,
  cells: null,
});

test("orders threads by their places in the text, then those on the whole page, pictures and PDFs", () => {
  const keys = [
    placeKey({ id: "pdf2", target: "pdf", place: '{"page":2,"occurrence":0}' }, undefined),
    placeKey({ id: "pdf1b", target: "pdf", place: '{"page":1,"occurrence":3}' }, undefined),
    placeKey({ id: "pdf1a", target: "pdf", place: '{"page":1,"occurrence":1}' }, undefined),
    placeKey({ id: "low", target: "picture", place: '{"x":0,"y":0.9}' }, undefined),
    placeKey({ id: "top", target: "picture", place: '{"x":0.5,"y":0.1}' }, undefined),
    placeKey({ id: "page-b", target: "page", place: "{}" }, undefined),
    placeKey({ id: "page-a", target: "page", place: "{}" }, undefined),
    placeKey({ id: "nowhere", target: "text", place: "{}" }, undefined),
    placeKey({ id: "late", target: "cells", place: "{}" }, at(10, 12)),
    placeKey({ id: "long", target: "text", place: "{}" }, at(4, 9)),
    placeKey({ id: "short", target: "text", place: "{}" }, at(4, 5)),
  ];
  expect(keys.toSorted(comparePlaces).map(([, , , id]) => id)).toEqual([
    "short", "long", "late", "nowhere", "page-a", "page-b", "top", "low", "pdf1a", "pdf1b", "pdf2",
  ]); // oxfmt-ignore
});

test("takes as many rows as fit a response, and always one", () => {
  const rows = [5, 3, 4].map((textBytes) => ({ textBytes }));
  const taken = (limit: number, bytes: number): number => fittingRows(rows, limit, bytes).length;
  expect([taken(9, 12), taken(9, 11), taken(9, 8), taken(9, 1), taken(2, 99)]).toEqual([3, 2, 2, 1, 2]);
  expect(fittingRows([], 5, 5)).toEqual([]);
});

test("accepts pictures and PDFs only on pages with such a file", () => {
  const picture = { kind: "picture", x: 0, y: 0, width: 1, height: 1 } as const;
  const pdf = { kind: "pdf", page: 1, quote: "a", occurrence: 0 } as const;
  const isTaken = (target: typeof picture | typeof pdf, fileType: string | null): boolean => {
    try {
      requireTarget("FILE", target, fileType, false);
      return true;
    } catch {
      return false;
    }
  };
  expect([isTaken(picture, "image/png"), isTaken(picture, "application/pdf"), isTaken(picture, null)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([isTaken(pdf, "application/pdf"), isTaken(pdf, "image/png")]).toEqual([true, false]);
});
