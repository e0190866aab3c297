/** Task checkboxes: toggled by a click, or by Mod-Enter on the line. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** Returns null if the line at `at` has no checkbox. */
export function toggleTask(state: EditorState, at: number): TransactionSpec | null {
  const line = state.doc.lineAt(at);
  let change: TransactionSpec | null = null;
  syntaxTree(state).iterate({
    from: line.from,
    to: line.to,
    enter({ name, from }) {
      if (name !== "TaskMarker" || from < line.from || from > line.to) return;
      const isDone = /x/i.test(state.sliceDoc(from + 1, from + 2));
      change = { changes: { from: from + 1, to: from + 2, insert: isDone ? " " : "x" }, userEvent: "input.toggle" };
    },
  });
  return change;
}

export function toggleTaskAt(view: EditorView, at: number): void {
  toggle(view, at);
}

function toggle(view: EditorView, at: number): boolean {
  if (view.state.readOnly) return false;
  const change = toggleTask(view.state, at);
  if (change) view.dispatch(change);
  return change !== null;
}

export const taskBoxes = [
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const box = event.target instanceof Element ? event.target.closest(".md-check") : null;
      if (!box || event.button !== 0 || !toggle(view, view.posAtDOM(box))) return false;
      event.preventDefault();
      return true;
    },
  }),
  keymap.of([{ key: "Mod-Enter", run: (view) => toggle(view, view.state.selection.main.head) }]),
];
