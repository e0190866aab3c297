/**
 * The reading view: replaces the editor with a print of the current text. Screen readers get headings, lists and
 * tables, where an editor is a single text field that only draws what is on screen. Escape switches back.
 */
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import { NO_SCOPE } from "../../shared/properties/context.ts";
import { WithProperties } from "../../shared/properties/panel.tsx";
import { DocumentPrint } from "../../shared/document/print.tsx";
import { words as rare } from "../../../words/editor-rare.ts";
import { words } from "../../../words/editor.ts";
import { element } from "../ui/dom.ts";
import { editorContext } from "./context.ts";
import { finishPrint } from "./finish-print.ts";
import { scopeStore } from "./properties/scope.ts";

/** Restores each hidden editor. */
const ways = new WeakMap<EditorView, () => void>();

/** Switches between the print and the editor. */
export function toggleReading(view: EditorView): void {
  const write = ways.get(view);
  if (write) write();
  else showPrint(view);
}

function showPrint(view: EditorView): void {
  const context = view.state.facet(editorContext);
  const around = element("div", { tabindex: -1, role: "document", "aria-label": words.textOfPage });
  // For reading, properties have no controls.
  const scope = { ...(view.state.field(scopeStore, false)?.value ?? NO_SCOPE), writes: false };
  render(
    <WithProperties scope={scope}>
      <DocumentPrint text={view.state.sliceDoc()} />
    </WithProperties>,
    around,
  );
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
