/** Offers text that has lost its place to the user who typed it, with a way to insert it at the cursor. */
import type { EditorView } from "@codemirror/view";
import { asCell } from "../../shared/document/table-model.ts";
import { words } from "../../../words/lost-text.ts";
import type { EditorContext } from "./context.ts";
import { tableAt } from "./tables/table-widget.ts";

/** May be called during an update of the view: the text is shown afterwards. */
export function offerLost(view: EditorView, context: EditorContext | null, message: string, text: string): void {
  const run = (kept: string): boolean => {
    const { state, dom } = view;
    if (!dom.isConnected || state.readOnly) return false;
    const isInTable = tableAt(state, state.selection.main.head) !== null;
    view.dispatch(state.replaceSelection(isInTable ? asCell(kept) : kept), { userEvent: "input.paste" });
    return true;
  };
  queueMicrotask(() => context?.offerText({ message, text, put: { label: words.putAtCursor, run } }));
}
