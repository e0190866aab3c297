/**
 * The print of what is written now in the place of the editor, for reading: with headings, lists and tables for screen
 * readers, where an editor is one text field, drawn only as far as it is on the screen. Escape leads back.
 */
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import { DocumentPrint } from "../document/print.tsx";
import { words as rare } from "../messages/editor-rare.ts";
import { words } from "../messages/editor.ts";
import { editorContext } from "./context.ts";
import { finishPrint } from "./finish-print.ts";

/** How each editor that is hidden comes back. */
const ways = new WeakMap<EditorView, () => void>();

/** Shows the print in the place of the editor, or the editor again. */
export function toggleReading(view: EditorView): void {
  const write = ways.get(view);
  if (write) write();
  else showPrint(view);
}

function showPrint(view: EditorView): void {
  const context = view.state.facet(editorContext);
  const around = document.createElement("div");
  around.tabIndex = -1;
  around.setAttribute("role", "document");
  around.setAttribute("aria-label", words.textOfPage);
  render(<DocumentPrint text={view.state.sliceDoc()} />, around);
  finishPrint(around).catch((error: unknown) => context?.showError(error));
  const write = (): void => {
    ways.delete(view);
    render(null, around);
    around.replaceWith(view.dom);
    view.focus();
    context?.announce(rare.writing);
  };
  ways.set(view, write);
  around.addEventListener("keydown", (event) => {
    const again = event.code === "KeyR" && event.altKey && (event.ctrlKey || event.metaKey);
    if (event.key !== "Escape" && !again) return;
    event.preventDefault();
    write();
  });
  around.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLImageElement) || target.closest("a")) return;
    context?.openPicture(target.src, target.alt).catch((error: unknown) => context.showError(error));
  });
  view.dom.replaceWith(around);
  around.focus({ preventScroll: true });
  context?.announce(rare.reading);
}
