/** The excerpt of a page shown on its card. */
import { expect, test } from "vitest";
import { excerptOf } from "./excerpt.ts";

test("removes Markdown syntax and keeps the words", () => {
  const text =
    "# Plan\n\n- [ ] Buy **bread**, _now_ or by_five\n- Read [the guide](https://example.com/x)\n![a chart](/api/files/1/view)\n> End";
  expect(excerptOf(text, 200)).toBe("Plan Buy bread, now or by_five Read the guide End");
});

test("truncates with an ellipsis without splitting a character", () => {
  expect(excerptOf("one two three", 7)).toBe("one two…");
  expect(excerptOf("🦀🦀🦀", 2)).toBe("🦀🦀…");
  expect(excerptOf("🦀🦀", 2)).toBe("🦀🦀");
});

test("keeps hyphens inside a line", () => {
  expect(excerptOf("well-known - and kept", 80)).toBe("well-known - and kept");
});

test("leaves out properties and the views of a folder", () => {
  const text = "---\nStatus: Done\n---\nTalks.\n\n```view\nname: All\n```\n\nMore.\n";
  expect(excerptOf(text, 100)).toBe("Talks. More.");
});
