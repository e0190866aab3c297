/** What a card says of a page. */
import { expect, test } from "vitest";
import { firstWords } from "./first-words.ts";

test("marks are left out, words stay", () => {
  const text =
    "# Plan\n\n- [ ] Buy **bread**, _now_ or by_five\n- Read [the guide](https://example.com/x)\n![a chart](/api/files/1/view)\n> End";
  expect(firstWords(text, 200)).toBe("Plan Buy bread, now or by_five Read the guide End");
});

test("what is cut ends with an ellipsis, and never inside a character", () => {
  expect(firstWords("one two three", 7)).toBe("one two…");
  expect(firstWords("🦀🦀🦀", 2)).toBe("🦀🦀…");
  expect(firstWords("🦀🦀", 2)).toBe("🦀🦀");
});

test("a hyphen inside a line is a word's own", () => {
  expect(firstWords("well-known - and kept", 80)).toBe("well-known - and kept");
});
