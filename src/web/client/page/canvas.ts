/** The preview of a CANVAS page, kept up to date with its text. */
import type { WrittenDocument } from "../document/document-page.ts";
import { need } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";

/** Debounce (ms) before the canvas is redrawn. */
const PAUSE = 400;

/** Returns a function that redraws the canvas. The old preview stays until the new one has loaded. */
export function startCanvas(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): () => void {
  const view = need("[data-canvas]", HTMLElement, root);
  const empty = need("[data-canvas-empty]", HTMLElement, view);
  let timer = 0;

  const draw = (): void => {
    // A reader's view does not have the text; it only learns that the text has changed.
    if (written === null) empty.hidden = true;
    const shown = need("iframe", HTMLIFrameElement, view);
    const next = shown.cloneNode();
    if (!(next instanceof HTMLIFrameElement)) return;
    next.classList.add("coming");
    next.addEventListener("load", () => {
      next.classList.remove("coming");
      for (const other of view.querySelectorAll("iframe")) if (other !== next) other.remove();
    });
    // Only the latest one is awaited.
    for (const other of view.querySelectorAll(".coming")) other.remove();
    view.append(next);
  };

  const hear = async (page: WrittenDocument): Promise<void> => {
    const [editor, { hearChanges }] = await Promise.all([page.editor, import("../editor/base-editor.ts")]);
    const changed = (): void => {
      empty.hidden = editor.state.sliceDoc().trim() !== "";
      clearTimeout(timer);
      timer = window.setTimeout(() => void page.save().then(draw).catch(showError), PAUSE);
    };
    hearChanges(editor, changed);
    // The user may have typed already.
    if (editor.hasFocus) changed();
  };
  if (written) hear(written).catch(showError);
  signal.addEventListener("abort", () => clearTimeout(timer));
  return draw;
}
