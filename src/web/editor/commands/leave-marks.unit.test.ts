import type { Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { leaveMarks } from "./leave-marks.ts";
import { stateOf } from "./testing.ts";

test.each([
  ["- **bold‸**", "- **bold**‸"],
  ["***both‸***", "***both***‸"],
  ["a `code‸` b", "a `code`‸ b"],
  ["**bo‸ld**", "**bo‸ld**"],
  ["**bold**‸", "**bold**‸"],
  ["**‸**", "**‸**"],
])("Enter leaves the marks that end at the caret of %j", (before, after) => {
  let state = stateOf(before);
  expect(leaveMarks({ state, dispatch: (tr: Transaction) => void (state = tr.state) })).toBe(false);
  const { head } = state.selection.main;
  expect(`${state.sliceDoc(0, head)}‸${state.sliceDoc(head)}`).toBe(after);
});
