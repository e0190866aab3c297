/** Key handling at the edges of blocks with hidden marks. `|` is the caret. */
import { EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { joinAbove, joinBelow } from "./block-edges.ts";
import { documentLanguage } from "./language.ts";
import { closeFence, applyInputRule } from "./input-rules.ts";
import { parsed } from "./commands/testing.ts";

function stateOf(marked: string): EditorState {
  const at = marked.indexOf("|");
  const doc = marked.replace("|", "");
  const state = EditorState.create({ doc, selection: { anchor: at }, extensions: [documentLanguage] });
  return parsed(state);
}

function shown(state: EditorState): string {
  const { head } = state.selection.main;
  return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
}

/** The text after the command, or null if it does not handle the key. */
function run(command: StateCommand, marked: string): string | null {
  let state = stateOf(marked);
  const handled = command({ state, dispatch: (tr: Transaction) => void (state = tr.state) });
  return handled ? shown(state) : null;
}

test.each([
  ["a\n\n---\n|b", "a\n\n|b"],
  ["```js\nlet a\n```\n|after", "```js\nlet a|\n```\nafter"],
  ["```js\nlet a\n```\n|", "```js\nlet a|\n```"],
  ["```js\n|let a\n```", "```js\n|let a\n```"],
  ["```js\nlet a\n|let b\n```", null],
  ["$$\nx\n$$\n|after", "$$\nx|\n$$\nafter"],
  ["one\n|two", null],
  ["- one\n|two", null],
])("handles Backspace in %j", (before, after) => {
  expect(run(joinAbove, before)).toBe(after);
});

test.each([
  ["a|\n\n---\n", null],
  ["a\n|\n---\nb", "a\n|\nb"],
  ["a|\n```js\nlet a\n```", "a\n```js\n|let a\n```"],
  ["a\n|\n```js\nlet a\n```", "a\n```js\n|let a\n```"],
  ["```js\nlet a|\n```", "```js\nlet a|\n```"],
  ["```js\nlet a|\nlet b\n```", null],
])("handles Delete in %j", (before, after) => {
  expect(run(joinBelow, before)).toBe(after);
});

test.each([
  ["```js|", "```js\n|\n```"],
  ["> ```|\n> quoted", "> ```\n> |\n> ```\n> quoted"],
  ["$$|", "$$\n|\n$$"],
  ["```js|\na\n```", null],
  ["```js\na\n```|", null],
  ["words|", null],
])("handles Enter in %j", (before, after) => {
  expect(run(closeFence, before)).toBe(after);
});

function typed(marked: string, text: string): string {
  const state = stateOf(marked);
  const spec = applyInputRule(state, state.selection.main.head, text);
  return spec === null ? "as typed" : shown(state.update(spec).state);
}

test.each([
  ["[]|", " ", "- [ ] |"],
  ["a\n> []|", " ", "a\n> - [ ] |"],
  ["- []| x", " ", "- [ ] | x"],
  ["[ ]|", " ", "- [ ] |"],
  ["- [ ]|", " ", "as typed"],
  ["see []|", " ", "as typed"],
  ["```\n[]|\n```", " ", "as typed"],
  ["words\n--|", "-", "words\n\n---|"],
  ["words\n\n--|", "-", "as typed"],
  ["--|", "-", "as typed"],
  ["> [!note]|", "T", "> [!note] T|"],
  ["> [!note]|", " ", "as typed"],
  ["```js\na\n``|\n```\nb", "`", "```js\na\n```|\nb"],
  ["$$\nx\n$|\n$$", "$", "$$\nx\n$$|"],
  ["```js\n``|", "`", "as typed"],
])("converts in %j a typed %j to %j", (before, text, after) => {
  expect(typed(before, text)).toBe(after);
});
