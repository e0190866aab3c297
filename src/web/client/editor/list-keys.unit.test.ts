/** Enter, Backspace and Tab in lists and quotes. `|` is the caret. */
import { EditorState, type StateCommand, type Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { documentLanguage } from "./language.ts";
import { continueMarkup, indent, listKeys, outdent, removeLevel } from "./list-keys.ts";
import { listNumbers } from "./list-numbers.ts";
import { toggleTask } from "./task-boxes.ts";
import { parsed } from "./commands/testing.ts";

function stateOf(marked: string): EditorState {
  const at = marked.indexOf("|");
  const doc = marked.replace("|", "");
  const state = EditorState.create({
    doc,
    selection: { anchor: at },
    extensions: [documentLanguage, listKeys, listNumbers],
  });
  return parsed(state);
}

/** The text with the caret after the command, or null if it does not handle the key. */
function run(command: StateCommand, marked: string): string | null {
  let state = stateOf(marked);
  const handled = command({ state, dispatch: (tr: Transaction) => void (state = tr.state) });
  if (!handled) return null;
  const text = state.sliceDoc();
  const { head } = state.selection.main;
  return `${text.slice(0, head)}|${text.slice(head)}`;
}

test.each([
  ["- one|", "- one\n- |"],
  ["* one|\n* two", "* one\n* |\n* two"],
  ["- [x] done|", "- [x] done\n- [ ] |"],
  ["1. one|\n2. two\n3. three", "1. one\n2. |\n3. two\n4. three"],
  ["9) one|", "9) one\n10) |"],
  ["> quoted|", "> quoted\n> |"],
  ["> - deep|", "> - deep\n> - |"],
  ["- one\n  - nested|", "- one\n  - nested\n  - |"],
  ["* one\n    * nested|", "* one\n    * nested\n    * |"],
  ["  1. indented|", "  1. indented\n  2. |"],
  ["- split| here", "- split\n- | here"],
  ["- one\n- |", "- one\n\n|"],
  ["- one\n  - two\n  - |", "- one\n  - two\n- |"],
  ["> quoted\n> |", "> quoted\n\n|"],
  ["plain|", null],
  ["- ```\n  - code|\n  ```", null],
  ["**bold**|", null],
])("handles Enter in %j", (before, after) => {
  expect(run(continueMarkup, before)).toBe(after);
});

test.each([
  ["- |one", "|one"],
  ["- [ ] |task", "|task"],
  ["- one\n- |two", "- one\n\n|two"],
  ["- one\n  - |two", "- one\n- |two"],
  ["- one\n    - |two", "- one\n- |two"],
  ["> |quoted", "|quoted"],
  ["> > |quoted", "> |quoted"],
  ["## |Title", "|Title"],
  ["|## Title", "|Title"],
  ["> |[!note] Title\n> b", "> |Title\n> b"],
  ["- on|e", null],
  ["|plain", null],
])("handles Backspace in %j", (before, after) => {
  expect(run(removeLevel, before)).toBe(after);
});

test.each([
  ["- one\n- |two", "- one\n  - |two"],
  ["10. one\n11. |two", "10. one\n    1. |two"],
  ["1. one\n2. |two\n3. three\n4. four", "1. one\n   1. |two\n2. three\n3. four"],
  ["1. one\n   1. a\n2. |two\n3. three", "1. one\n   1. a\n   2. |two\n2. three"],
  ["1) one\n2) |two", "1) one\n   1) |two"],
  ["1. one\n1. |two\n1. three", "1. one\n   1. |two\n1. three"],
  ["- one\n- |two\n\n3. a\n5. b", "- one\n  - |two\n\n3. a\n5. b"],
  ["- one\n- |two\n  more\n\n  ```\n  x\n  ```", "- one\n  - |two\n    more\n\n    ```\n    x\n    ```"],
  ["> - one\n> - |two", "> - one\n>   - |two"],
  ["- one\n    - two\n    - |three", "- one\n    - two\n      - |three"],
  ["- |first", "- |first"],
  ["plain|", null],
])("handles Tab in %j", (before, after) => {
  expect(run(indent, before)).toBe(after);
});

test.each([
  ["- one\n  - |two", "- one\n- |two"],
  ["1. one\n   1. |two\n2. three", "1. one\n2. |two\n3. three"],
  ["1. one\n   1. a\n   2. |b\n   3. c\n2. two", "1. one\n   1. a\n2. |b\n   1. c\n3. two"],
  ["1. one\n   4. |a\n   9. b", "1. one\n4. |a\n   9. b"],
  ["- one\n  - |two\n    - three", "- one\n- |two\n  - three"],
  ["> - one\n>   - |two", "> - one\n> - |two"],
  ["- one\n    - |two\n      - three", "- one\n- |two\n  - three"],
  ["1. one\n    - |two", "1. one\n- |two"],
  ["- |one", "- |one"],
])("handles Shift-Tab in %j", (before, after) => {
  expect(run(outdent, before)).toBe(after);
});

test("places the caret after the line's list or quote marker", () => {
  const state = stateOf("- one\n> two|");
  expect(state.update({ selection: { anchor: 0 } }).state.selection.main.head).toBe(2);
  expect(state.update({ selection: { anchor: 6 } }).state.selection.main.head).toBe(8);
});

test("toggles a task's checkbox and changes nothing else", () => {
  const state = stateOf("- [ ] one|\n- [x] two");
  const toggled = (at: number) => state.update(toggleTask(state, at) ?? {}).state.sliceDoc();
  expect(toggled(8)).toBe("- [x] one\n- [x] two");
  expect(toggled(15)).toBe("- [ ] one\n- [ ] two");
  expect(toggleTask(stateOf("plain|"), 2)).toBeNull();
});
