/** Creates a subpage and mentions it at the caret. */
import type { EditorView } from "@codemirror/view";
import { makeMention } from "../../../../formats/mentions.ts";
import { editorContext } from "../context.ts";

export function newPage(view: EditorView): void {
  const context = view.state.facet(editorContext);
  context
    ?.makePage(({ id, title }) =>
      view.dispatch({
        ...view.state.replaceSelection(makeMention({ kind: "page", id, label: title })),
        userEvent: "input.complete",
      }),
    )
    .catch((error: unknown) => context.showError(error));
}
