import { expect, test } from "vitest";
import { readMessage } from "./protocol.ts";
import { LONGEST_QUOTE, MAX_PLACES } from "./thread-protocol.ts";

const words = { page: 2, quote: "the tide", occurrence: 0 };

test.each([
  { type: "comment" },
  { type: "pressed", id: "a1" },
  { type: "pressed", id: null },
  { type: "hovered", id: null },
  { type: "selected", words: null },
  { type: "selected", words },
  { type: "places", places: [{ id: "a1", top: -3.5 }] },
])("reads %j", (message) => {
  expect(readMessage({ ...message, more: "ignored" })).toEqual(message);
});

test.each([
  { type: "pressed" },
  { type: "pressed", id: "" },
  { type: "hovered", id: "x".repeat(65) },
  { type: "hovered", id: ["a1"] },
  { type: "selected" },
  { type: "selected", words: { ...words, page: 0 } },
  { type: "selected", words: { ...words, occurrence: -1 } },
  { type: "selected", words: { ...words, occurrence: 0.5 } },
  { type: "selected", words: { ...words, quote: " \n" } },
  { type: "selected", words: { ...words, quote: "x".repeat(LONGEST_QUOTE + 1) } },
  { type: "places", places: {} },
  { type: "places", places: [{ id: "a1", top: Number.NaN }] },
  { type: "places", places: [{ id: "a1", top: "3" }] },
  { type: "places", places: [null] },
  { type: "places", places: Array.from({ length: MAX_PLACES + 1 }, () => ({ id: "a1", top: 0 })) },
])("rejects message %#, which the viewer never sends", (message) => {
  expect(readMessage(message)).toBeNull();
});

test("keeps of a selection only what it is about", () => {
  const read = readMessage({ type: "selected", words: { ...words, html: "<b>" } });
  expect(read).toEqual({ type: "selected", words });
});
