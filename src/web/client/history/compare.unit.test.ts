import { expect, test } from "vitest";
import { blameOf } from "./blame.ts";
import { compareTexts } from "./compare.ts";

const kinds = (before: string, after: string): string =>
  compareTexts(before, after)
    .map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-", changed: "~" }[kind]}${text}`)
    .join("\n");

test("marks only the changed word of a line", () => {
  expect(compareTexts("first\n\nthe red house\n\nlast", "first\n\nthe green house\n\nlast")[2]).toEqual({
    kind: "changed",
    text: "the green house",
    before: "the red house",
    changes: [{ from: 4, to: 9, removed: "red" }],
    start: 7,
    oldStart: 7,
  });
});

test("marks deleted words at their position", () => {
  expect(compareTexts("one two three", "one three")[0]).toMatchObject({
    changes: [{ from: 4, to: 4, removed: "two " }],
  });
});

test.each([
  ["- one\n- two", "- one\n- new item\n- two", " - one\n+- new item\n - two"],
  ["- one\n  - deep\n- two", "- one\n  - deep\n  - deeper\n- two", " - one\n   - deep\n+  - deeper\n - two"],
  ["- [ ] call Ann", "- [x] call Ann\n- [ ] call Ben", "~- [x] call Ann\n+- [ ] call Ben"],
  ["|a|b|\n|-|-|\n|1|2|", "|a|b|\n|-|-|\n|1|7|\n|3|4|", " |a|b|\n |-|-|\n~|1|7|\n+|3|4|"],
  ["```\na\nb\n```", "```\na\nc d e\nb\n```", " ```\n a\n+c d e\n b\n ```"],
  ["> quoted words here\n> more", "> quoted words there\n> more", "~> quoted words there\n > more"],
])("compares %j with %j by items, rows and lines", (before, after, expected) => {
  expect(kinds(before, after)).toBe(expected);
});

test("treats an unrelated line as removed and added", () => {
  expect(kinds("alpha beta\nend", "entirely different words\nend")).toBe(
    "+entirely different words\n-alpha beta\n end",
  );
});

test("marks everything as added to an empty text, and as removed from a text that becomes empty", () => {
  expect(kinds("", "a\nb")).toBe("+a\n+b");
  expect(kinds("a\nb", "")).toBe("-a\n-b");
});

test("attributes every added and removed character to its author", () => {
  const { added, removed } = blameOf("the red house\nold line", [
    { text: "the green house\nold line", author: 0 },
    { text: "the green tall house", author: 1 },
  ]);
  const by = (text: string, authors: readonly number[], author: number): string =>
    Array.from(text)
      .filter((_, at) => authors[at] === author)
      .join("");
  expect(by("the green tall house", added, 0)).toBe("green");
  expect(by("the green tall house", added, 1).trim()).toBe("tall");
  expect(by("the red house\nold line", removed, 0)).toBe("red");
  expect(by("the red house\nold line", removed, 1).trim()).toBe("old line");
});
