import { expect, test } from "vitest";
import { blameOf } from "./blame.ts";
import { compareTexts } from "./compare.ts";

const kinds = (before: string, after: string): string =>
  compareTexts(before, after)
    .map(({ kind, text }) => `${{ same: " ", added: "+", removed: "-", changed: "~" }[kind]}${text}`)
    .join("\n");

test("a changed word is marked in its line, what stays is left alone", () => {
  expect(compareTexts("first\n\nthe red house\n\nlast", "first\n\nthe green house\n\nlast")[2]).toEqual({
    kind: "changed",
    text: "the green house",
    before: "the red house",
    changes: [{ from: 4, to: 9, removed: "red" }],
    start: 7,
    oldStart: 7,
  });
});

test("words that only went stand where they were", () => {
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
])("%j that becomes %j changes by its items, rows and lines", (before, after, expected) => {
  expect(kinds(before, after)).toBe(expected);
});

test("a line that has nothing in common with what was there is another one", () => {
  expect(kinds("alpha beta\nend", "entirely different words\nend")).toBe(
    "+entirely different words\n-alpha beta\n end",
  );
});

test("from nothing all is new, to nothing all is gone", () => {
  expect(kinds("", "a\nb")).toBe("+a\n+b");
  expect(kinds("a\nb", "")).toBe("-a\n-b");
});

test("every letter is known by who added it, and every one that is gone by who removed it", () => {
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
