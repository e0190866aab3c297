import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "../language.ts";
import { linkCaret } from "./link-caret.ts";
import { parsed } from "./testing.ts";

/** The caret's position after a move from `from` to `to`. */
function goes(doc: string, from: number, to: number, userEvent = "select"): number {
  const state = EditorState.create({ doc, selection: { anchor: from }, extensions: [documentLanguage, linkCaret] });
  return parsed(state).update({ selection: { anchor: to }, userEvent }).state.selection.main.head;
}

test("places the caret in a link's words or after the link, never before its hidden URL", () => {
  const doc = "see [here](https://example.com) now";
  const [wordsEnd, end] = [doc.indexOf("]"), doc.indexOf(")") + 1];
  expect(goes(doc, 0, wordsEnd + 1)).toBe(end);
  expect(goes(doc, 0, wordsEnd + 5)).toBe(end);
  expect(goes(doc, end, wordsEnd + 1)).toBe(wordsEnd);
  expect(goes(doc, 0, wordsEnd)).toBe(wordsEnd);
  expect(goes(doc, 0, end)).toBe(end);
  expect(goes("[a][b]\n\n[b]: https://example.com", 0, 3)).toBe(6);
  expect(goes("[x] and [a](", 0, 3)).toBe(3);
});

test("places the caret after a link on a click at the end of the line", () => {
  const doc = "see [here](https://example.com)";
  const wordsEnd = doc.indexOf("]");
  expect(goes(doc, 0, wordsEnd, "select.pointer")).toBe(doc.length);
  expect(goes(doc, doc.length, wordsEnd, "select.pointer")).toBe(doc.length);
  expect(goes(doc, doc.length, wordsEnd)).toBe(wordsEnd);
  expect(goes(`${doc} now`, 0, wordsEnd, "select.pointer")).toBe(wordsEnd);
});
