/** Enter at the end of marked words. */
import { type Extension, Prec, type StateCommand } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { markedAround } from "./inline.ts";

/** The line breaks behind the marks of the words that end at the caret: in the next line they would mark nothing. */
export const leaveMarks: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  const pieces = main.empty ? markedAround(state, main).toReversed() : [];
  const behind = pieces.reduce((at, { start, end, to }) => (end === at && start < end ? to : at), main.head);
  if (behind !== main.head && !state.readOnly) dispatch(state.update({ selection: { anchor: behind } }));
  // What breaks the line comes next.
  return false;
};

export const leaveMarksOnEnter = (): Extension => Prec.high(keymap.of([{ key: "Enter", run: leaveMarks }]));
