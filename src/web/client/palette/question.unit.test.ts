/** Where the palette offers to ask the workspace. */
import { expect, test } from "vitest";
import { words as messages } from "../../../words/palette.ts";
import { tokenIn } from "./filters.ts";
import { withQuestion } from "./question.ts";

const section = (name: string) => ({ name, entries: [] });
const [PAGES, FIND, CREATE] = [messages.pages, messages.thisPage, messages.makeNew].map(section);
const THERE = { state: "there" } as const;

type Part = ReturnType<typeof section> | undefined;

const names = (
  parts: readonly Part[],
  words: string,
  state: "there" | "asked" | "failed" = "there",
  index: unknown = {},
) =>
  withQuestion(
    parts.filter((part) => part !== undefined),
    { words, token: tokenIn(words), index, found: { state } },
  ).map(({ name }) => name);

test("comes after what was found", () => {
  expect(names([PAGES, FIND], "bees")).toEqual([messages.pages, messages.thisPage, messages.askTitle]);
});

test("comes first if nothing was found", () => {
  expect(names([FIND, CREATE], "bees")).toEqual([messages.askTitle, messages.thisPage, messages.makeNew]);
  expect(names([], "bees")).toEqual([messages.askTitle]);
});

test.each([
  ["asked", {}],
  ["failed", {}],
  ["there", null],
] as const)("does not come first while something may still be found: %s, index %j", (state, index) => {
  expect(names([FIND], "bees", state, index)).toEqual([messages.thisPage, messages.askTitle]);
});

test.each(["", "> history", "type:sh"])("is not offered for “%s”", (words) => {
  expect(names([PAGES], words)).toEqual([messages.pages]);
});

test("repeats the question", () => {
  const asked = { words: "why bees?", token: null, index: {}, found: THERE };
  expect(withQuestion([], asked)[0]?.entries[0]).toMatchObject({ kind: "ask", title: "Ask the workspace: why bees?" });
});
