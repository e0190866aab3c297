/**
 * Keeps blocks that are drawn as a whole separated by a blank line. Typing on that line starts a paragraph, so blank
 * lines are added around it and the block stays as it is.
 */
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export type Beside = {
  /** Whether a block ends here that would absorb a line below it. */
  endsAt(state: EditorState, position: number): boolean;
  /** Whether a block starts here that would absorb a line above it. */
  startsAt(state: EditorState, position: number): boolean;
};

/** The sides of a blank line that need another blank line before it is typed on. */
function sidesOf(state: EditorState, position: number, beside: Beside) {
  const line = state.doc.lineAt(position);
  if (line.text.trim() !== "") return { line, above: false, below: false };
  return {
    line,
    above: line.from > 0 && beside.endsAt(state, line.from - 1),
    below: line.to < state.doc.length && beside.startsAt(state, line.to + 1),
  };
}

export const blockSeparation = (beside: Beside): Extension => [
  EditorState.transactionFilter.of((tr) => {
    if (!tr.docChanged || !tr.isUserEvent("input") || tr.isUserEvent("input.table")) return tr;
    const breaks: { from: number; insert: string }[] = [];
    tr.changes.iterChanges((from, to, fromB, toB, inserted) => {
      const { line, above, below } = sidesOf(tr.startState, from, beside);
      const text = inserted.toString();
      if (to > line.to || text.trim() === "" || text.includes("\n")) return;
      if (above) breaks.push({ from: fromB - (from - line.from), insert: "\n" });
      if (below) breaks.push({ from: toB + (line.to - to), insert: "\n" });
    });
    return breaks.length === 0 ? tr : [tr, { changes: breaks, sequential: true }];
  }),
  EditorView.domEventHandlers({
    // Done at the start, since nothing around the text may change during a composition.
    compositionstart(_, view) {
      const { line, above, below } = sidesOf(view.state, view.state.selection.main.head, beside);
      const changes = [
        ...(above ? [{ from: line.from, insert: "\n" }] : []),
        ...(below ? [{ from: line.to, insert: "\n" }] : []),
      ];
      if (changes.length === 0) return false;
      const selection = { anchor: view.state.selection.main.head + (above ? 1 : 0) };
      view.dispatch({ changes, selection, userEvent: "input" });
      return false;
    },
  }),
];
