/**
 * Text typed over a selection. A browser would keep the look of what it deletes in inline styles, which the page's policy
 * refuses, before CodeMirror reads what was typed: so the editor puts it in itself.
 */
import { EditorView } from "@codemirror/view";

export const replaceSelectionOnInput = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    const { data } = event;
    if (event.inputType !== "insertText" || data === null || view.composing || view.state.readOnly) return false;
    if (main.empty || ranges.length > 1) return false;
    const insert = () =>
      view.state.update({ ...view.state.replaceSelection(data), userEvent: "input.type", scrollIntoView: true });
    const isTaken = view.state
      .facet(EditorView.inputHandler)
      .some((take) => take(view, main.from, main.to, data, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});
