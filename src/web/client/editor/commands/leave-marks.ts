/** Enter at the end of formatted text, or within it where each line is a separate block. */
import { insertNewlineAndIndent } from "@codemirror/commands";
import {
  type EditorState,
  type Extension,
  Prec,
  type StateCommand,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { lineLead, nodeAround } from "../line-lead.ts";
import { continueMarkup } from "../list-keys.ts";
import { treeTo } from "./command.ts";
import { type Marked, markedAround } from "./inline.ts";

/**
 * Moves the line break after the closing marks of text that ends at the caret, since they would have no effect on the next
 * line. Text split by the break stays formatted in both list items, or in a heading and the text below it.
 */
export const leaveMarks: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (!main.empty || state.readOnly) return false;
  if (lowerHeading({ state, dispatch })) return true;
  const isBlock = startsBlock(state, main.head);
  const pieces = [...markedAround(state, main), ...(isBlock ? linksAround(state, main.head) : [])].toSorted(
    (a, b) => a.from - b.from,
  );
  const behind = pieces
    .toReversed()
    .reduce((at, { start, end, to }) => (end === at && start < end ? to : at), main.head);
  const cut = isBlock ? pieces.filter(({ from, to }) => from < behind && behind < to) : [];
  if (cut.length > 0) return breakBetween(state.update(split(state, behind, cut)), dispatch);
  if (behind !== main.head) dispatch(state.update({ selection: { anchor: behind } }));
  // The next key binding breaks the line.
  return false;
};

/** Before the first letter of a heading, the line is broken before its mark, so that the text stays a heading. */
function lowerHeading({ state, dispatch }: Parameters<StateCommand>[0]): boolean {
  const { head } = state.selection.main;
  const heading = nodeAround(state, head, /^ATXHeading\d$/, 1) ?? nodeAround(state, head, /^ATXHeading\d$/);
  const mark = heading?.firstChild;
  const line = state.doc.lineAt(head);
  const isAtStart = mark?.name === "HeaderMark" && head >= mark.from && state.sliceDoc(mark.to, head).trim() === "";
  if (!heading || !mark || !isAtStart || state.sliceDoc(mark.to, heading.to).trim() === "") return false;
  const lead = state.sliceDoc(line.from, heading.from);
  if (!/^[ \t>]*$/.test(lead)) return false;
  const changes = state.changes({ from: line.from, insert: `${lead.trimEnd()}\n` });
  const selection = { anchor: changes.mapPos(head, 1) };
  dispatch(state.update({ changes, selection, scrollIntoView: true, userEvent: "input" }));
  return true;
}

/** As a single step for undo. */
function breakBetween(apart: Transaction, dispatch: (tr: Transaction) => void): boolean {
  const target = {
    state: apart.state,
    dispatch: ({ changes, newSelection: selection }: Transaction) =>
      dispatch(
        apart.startState.update({
          changes: apart.changes.compose(changes),
          selection,
          scrollIntoView: true,
          userEvent: "input",
        }),
      ),
  };
  return continueMarkup(target) || insertNewlineAndIndent(target);
}

/** Whether a line break here starts another block, in which marks opened before it have no effect. */
const startsBlock = (state: EditorState, at: number): boolean =>
  nodeAround(state, at, /^ATXHeading\d$/) !== null || (lineLead(state, at)?.mark ?? "") !== "";

/** `[text](address)`, whose closing mark is everything from `]` on; mentions are never split. */
function linksAround(state: EditorState, at: number): Marked[] {
  const found: Marked[] = [];
  treeTo(state, at).iterate({
    from: at,
    to: at,
    enter: ({ name, node, from, to }) => {
      const [open, close] = name === "Link" ? node.getChildren("LinkMark") : [];
      if (open && close && at <= close.from && state.sliceDoc(from - 1, from) !== "@")
        found.push({ name, from, to, start: open.to, end: close.from });
    },
  });
  return found;
}

/** Closes the marks before the position and reopens them after it; marks must not touch spaces. */
function split(state: EditorState, at: number, cut: readonly Marked[]): TransactionSpec {
  const [start, end] = [Math.max(...cut.map((each) => each.start)), Math.min(...cut.map((each) => each.end))];
  const before = start + state.sliceDoc(start, Math.max(start, at)).trimEnd().length;
  const rest = state.sliceDoc(Math.min(at, end), end);
  const after = end - rest.trimStart().length;
  // If all the text is on one side, break before or after the marks.
  const outer = { from: Math.min(...cut.map(({ from }) => from)), to: Math.max(...cut.map(({ to }) => to)) };
  if (before === start) return { selection: { anchor: outer.from } };
  if (after === end) return { selection: { anchor: outer.to } };
  const close = cut.toReversed().map((each) => state.sliceDoc(each.end, each.to));
  const open = cut.map((each) => state.sliceDoc(each.from, each.start));
  return {
    changes: [
      { from: before, to: at, insert: close.join("") },
      { from: at, to: after, insert: open.join("") },
    ],
    selection: { anchor: before + close.join("").length },
  };
}

export const leaveMarksOnEnter = (): Extension => Prec.high(keymap.of([{ key: "Enter", run: leaveMarks }]));
