/**
 * Backspace, Delete and Tab at the edges of blocks with hidden marks: a rule is deleted as a whole, and no line is
 * joined with a code fence. Also places the caret for a click below the text.
 */
import type { EditorState, Extension, Line, StateCommand } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { nodeAround } from "./line-lead.ts";

const FENCED = /^(?:FencedCode|BlockMath)$/;
const CLOSED = /^(?:FencedCode|BlockMath|Table|HTMLBlock)$/;

const caretAt = (anchor: number) => ({ selection: { anchor }, scrollIntoView: true, userEvent: "select" });

/** The fenced block around a line, including its edges. */
const fencedAt = (state: EditorState, line: Line): SyntaxNode | null =>
  nodeAround(state, line.to, FENCED) ?? nodeAround(state, line.from, FENCED, 1);

/** `-1` joins with the line above, `1` with the one below. */
const join =
  (direction: -1 | 1): StateCommand =>
  ({ state, dispatch }) => {
    const { main, ranges } = state.selection;
    const line = state.doc.lineAt(main.head);
    const atEdge = main.head === (direction < 0 ? line.from : line.to);
    const number = line.number + direction;
    if (state.readOnly || !main.empty || ranges.length > 1 || !atEdge || number < 1 || number > state.doc.lines)
      return false;
    const other = state.doc.line(number);
    if (nodeAround(state, other.to, /^HorizontalRule$/)) {
      const [from, to] = direction < 0 ? [other.from, line.from] : [line.to, other.to];
      dispatch(state.update({ changes: { from, to }, userEvent: "delete", scrollIntoView: true }));
      return true;
    }
    return stopAtFence({ state, dispatch }, line, other);
  };

function stopAtFence({ state, dispatch }: Parameters<StateCommand>[0], line: Line, other: Line): boolean {
  const [own, its] = [fencedAt(state, line), fencedAt(state, other)];
  if (own !== null && own.from === its?.from) {
    const isFence = (each: Line): boolean =>
      own
        .getChildren(own.name === "BlockMath" ? "MathMark" : "CodeMark")
        .some(({ from }) => each.from <= from && each.to >= from);
    // Lines within the code are joined as usual; an empty block is removed with its fences.
    return isFence(line) || isFence(other);
  }
  if (its === null) return false;
  // Next to a block: moves the caret into it, removing an empty line in between.
  const isAbove = other.number < line.number;
  const inside = state.doc.line(Math.max(1, Math.min(state.doc.lines, other.number + (isAbove ? -1 : 1))));
  const isEmpty = line.text.trim() === "";
  const changes = !isEmpty ? [] : isAbove ? { from: other.to, to: line.to } : { from: line.from, to: other.from };
  const anchor = isAbove ? inside.to : inside.from;
  const moved = isEmpty && !isAbove ? anchor - (other.from - line.from) : anchor;
  dispatch(state.update({ changes, ...caretAt(moved), userEvent: "delete" }));
  return true;
}

const SPACES = "  ";

/** In code, Tab inserts spaces; elsewhere it does nothing. Escape followed by Tab leaves the text. */
const tab: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  if (nodeAround(state, state.selection.main.head, FENCED))
    dispatch(state.update(state.replaceSelection(SPACES), { userEvent: "input.indent", scrollIntoView: true }));
  return true;
};

const shiftTab: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false;
  const line = state.doc.lineAt(state.selection.main.head);
  const spaces = /^(?:\t| {1,2})/.exec(line.text)?.[0].length ?? 0;
  if (spaces > 0 && nodeAround(state, line.to, FENCED))
    dispatch(state.update({ changes: { from: line.from, to: line.from + spaces }, userEvent: "delete.dedent" }));
  return true;
};

/** Moves the caret to the end; if the last block cannot be continued, adds a line below it. */
export function writeBelow(view: EditorView): void {
  const { state } = view;
  const end = state.doc.length;
  const line = state.doc.lineAt(end);
  const isClosed =
    !state.readOnly &&
    line.text.trim() !== "" &&
    (nodeAround(state, end, CLOSED) !== null || /^!\[[^\]]*\]\([^)]*\)$/.test(line.text));
  const insert = isClosed ? "\n\n" : "";
  view.dispatch({
    changes: { from: end, insert },
    selection: { anchor: end + insert.length },
    scrollIntoView: true,
    userEvent: isClosed ? "input" : "select",
  });
  view.focus();
}

/** The editor is taller than its text: a click below the last line means writing at the end. */
const clickBelow = EditorView.domEventHandlers({
  mousedown(event, view) {
    const last = view.contentDOM.lastElementChild;
    const isBelow = last !== null && event.clientY > last.getBoundingClientRect().bottom;
    if (event.target !== view.contentDOM || event.button !== 0 || event.shiftKey || !isBelow) return false;
    event.preventDefault();
    writeBelow(view);
    return true;
  },
});

export const joinAbove = join(-1);
export const joinBelow = join(1);

export const blockEdges: Extension = [
  keymap.of([
    { key: "Backspace", run: joinAbove },
    { key: "Delete", run: joinBelow },
    { key: "Tab", run: tab, shift: shiftTab },
  ]),
  clickBelow,
];
