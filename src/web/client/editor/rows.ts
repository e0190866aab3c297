/** The screen rows of a line that wraps. */
import type { EditorView } from "@codemirror/view";

/** True if the caret is in the first row of the line that begins at `start`. */
export function isOnFirstRow(view: EditorView, start: number): boolean {
  const { main } = view.state.selection;
  const line = view.state.doc.lineAt(main.head);
  if (!main.empty || line.from > start) return false;
  const [caret, first] = [view.coordsAtPos(main.head), view.coordsAtPos(line.from)];
  return caret !== null && first !== null && caret.top <= first.bottom;
}
