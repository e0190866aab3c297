import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { currentBlock } from "./focus-mode.ts";
import { currentHeading, depthsOf, headingsOf } from "./headings.ts";
import { countPiece, describeCount, minutesFor, readableText } from "./text-count.ts";
import { parsed } from "../commands/testing.ts";

function stateOf(doc: string, anchor = 0): EditorState {
  const state = EditorState.create({ doc, selection: { anchor }, extensions: documentLanguage });
  return parsed(state);
}

const DOC =
  "## A **bold** [link](https://example.com) \\* `c`\n\ntext\n\nSetext\n===\n\n```\n# no\n```\n\n#### Deep ####\n\n## \n";

test("lists headings as displayed, and none in code", () => {
  const headings = headingsOf(stateOf(DOC));
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [2, "A bold link * c"],
    [1, "Setext"],
    [4, "Deep"],
  ]);
  expect(depthsOf(headings)).toEqual([0, 0, 1]);
});

test("finds the last heading before a position", () => {
  const headings = headingsOf(stateOf(DOC));
  expect(currentHeading(headings, 0)).toBe(0);
  expect(currentHeading(headings, DOC.indexOf("Setext") - 1)).toBe(0);
  expect(currentHeading(headings, DOC.length)).toBe(2);
  expect(currentHeading([], 5)).toBe(-1);
});

test("counts words and characters without Markdown marks and URLs", () => {
  const state = stateOf(
    "## One **two** [three](https://example.com/not-counted)\n\n- [x] four 👨‍👩‍👧\n\n<https://a.example>",
  );
  expect(readableText(state, 0, state.doc.length)).toBe(" One two three\n\n  four 👨‍👩‍👧\n\nhttps://a.example");
  expect(countPiece("It's one, two three\n日本語を話す 👨‍👩‍👧")).toEqual({ words: 7, characters: 27 });
});

test("describes the count in a sentence", () => {
  expect(describeCount({ words: 1_200, characters: 6_000, minutes: minutesFor(1_200) }, false)).toBe(
    "1,200 words, 6,000 characters, 5 minutes to read",
  );
  expect(describeCount({ words: 1, characters: 3, minutes: minutesFor(1) }, true)).toBe(
    "1 word, 3 characters selected",
  );
});

test.each([
  ["a\nb¦c\n\nd", "a\nbc"],
  ["- a\n- b¦\n  c\n- d", "- b\n  c"],
  ["a\n\n¦\n\nb", ""],
  ["> a\n>\n> b¦", "> a\n>\n> b"],
  ["```\na¦\n\nb\n```\nc", "```\na\n\nb\n```"],
])("finds the block around the caret for focus mode: %j", (marked, expected) => {
  const state = stateOf(marked.replace("¦", ""), marked.indexOf("¦"));
  const { from, to } = currentBlock(state);
  expect(state.sliceDoc(from, to)).toBe(expected);
});
