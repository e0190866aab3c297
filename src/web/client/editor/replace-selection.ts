/**
 * Typing over a selection. A browser would preserve the style of the deleted text with inline styles, which the page's
 * policy rejects, before CodeMirror reads the input: so the editor inserts the text itself.
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
