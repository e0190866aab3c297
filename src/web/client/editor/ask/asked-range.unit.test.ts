/** The place of a suggestion: what it is asked for, and where that is after others have written. */
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { stateOf } from "../commands/testing.ts";
import { askedRange, hasChanged, rangeToAsk, setAsked, textsOf } from "./asked-range.ts";

const textAt = (marked: string): string => rangeToAsk(stateOf(marked)).text;

test("asks about the selection, else about the caret's line", () => {
  expect(textAt("one «two» three")).toBe("two");
  expect(textAt("one\ntw‸o\nthree")).toBe("two");
  expect(textAt("one\n‸\nthree")).toBe("");
  expect(rangeToAsk(stateOf("one\n ‸ \nthree"))).toEqual({ from: 5, to: 5, text: "" });
});

/** The state after a change, with the range that was asked about before it. */
function changed(marked: string, from: number, to: number, insert: string) {
  const state = stateOf(marked, askedRange);
  const asked = state.update({ effects: setAsked.of(rangeToAsk(state)) }).state;
  const next = asked.update({ changes: { from, to, insert } }).state;
  const range = next.field(askedRange);
  if (range === null) throw new Error("no range");
  return { now: next.sliceDoc(range.from, range.to), isStale: hasChanged(next, range) };
}

test.each([
  ["before", 0, 0, "zero ", "two", false],
  ["behind", 13, 13, " four", "two", false],
  ["directly before", 4, 4, "x", "two", false],
  ["directly behind", 7, 7, "x", "two", false],
  ["inside", 5, 5, "x", "txwo", true],
  ["over a part of it", 6, 10, "", "tw", true],
  ["over all of it", 0, 13, "", "", true],
])("a change %s", (_, from, to, insert, now, isStale) => {
  expect(changed("one «two» three", from, to, insert)).toEqual({ now, isStale });
});

test("an empty line that is written in has changed", () => {
  expect(changed("one\n‸\nthree", 4, 4, "two")).toEqual({ now: "two", isStale: true });
  expect(changed("one\n‸\nthree", 3, 3, "!")).toEqual({ now: "", isStale: false });
});

test("sends at most 2,000 characters around the text, and no half of a character", () => {
  const state = EditorState.create({ doc: `${"🙂".repeat(1_500)}x${"🙂".repeat(1_500)}y` });
  const { before, text, after } = textsOf(state, { from: 3_000, to: 3_001, text: "x" });
  expect([before.length, text, after.length]).toEqual([2_000, "x", 2_000]);
  const odd = textsOf(state, { from: 3_000, to: 3_000, text: "" });
  expect([odd.before.isWellFormed(), odd.after.isWellFormed(), odd.after.length]).toEqual([true, true, 1_999]);
});
