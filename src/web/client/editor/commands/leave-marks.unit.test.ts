import type { Transaction } from "@codemirror/state";
import { expect, test } from "vitest";
import { leaveMarks } from "./leave-marks.ts";
import { stateOf } from "./testing.ts";

function pressed(before: string): { readonly isBroken: boolean; readonly text: string } {
  let state = stateOf(before);
  const isBroken = leaveMarks({ state, dispatch: (tr: Transaction) => void (state = tr.state) });
  const { head } = state.selection.main;
  return { isBroken, text: `${state.sliceDoc(0, head)}‸${state.sliceDoc(head)}` };
}

test.each([
  ["- **bold‸**", "- **bold**‸"],
  ["***both‸***", "***both***‸"],
  ["a `code‸` b", "a `code`‸ b"],
  ["**bo‸ld**", "**bo‸ld**"],
  ["**bold**‸", "**bold**‸"],
  ["**‸**", "**‸**"],
])("moves the caret out of marks that end at it on Enter in %j", (before, after) => {
  expect(pressed(before)).toEqual({ isBroken: false, text: after });
});

test.each([
  ["- a **bo‸ld** b", "- a **bo**\n- ‸**ld** b"],
  ["1. **one ‸two**", "1. **one**\n2. ‸**two**"],
  ["- **one‸ two**", "- **one**\n- ‸**two**"],
  ["- **a *b‸c* d**", "- **a *b***\n- ‸***c* d**"],
  ["- **‸bold**", "- \n- ‸**bold**"],
  ["- [ ] a `co‸de` b", "- [ ] a `co`\n- [ ] ‸`de` b"],
  ["# ==ma‸rk==", "# ==ma==\n‸==rk=="],
  ["- [te‸xt](https://a.example) b", "- [te](https://a.example)\n- ‸[xt](https://a.example) b"],
])("splits marked words of an item or heading into two marked parts on Enter in %j", (before, after) => {
  expect(pressed(before)).toEqual({ isBroken: true, text: after });
});

test.each(["- @[Na‸me](user:1)", "> a **bo‸ld** b", "a **bo‸ld** b"])(
  "leaves Enter to other commands in %j",
  (text) => {
    expect(pressed(text)).toEqual({ isBroken: false, text });
  },
);
