/** What a CANVAS page shows, kept as its text is by now. */
import type { WrittenDocument } from "./document-page.ts";
import { need } from "./dom.ts";
import { showError } from "./notice.ts";

/** Milliseconds without a change after which the canvas is drawn anew. */
const PAUSE = 400;

/** Returns how to draw it anew. The old drawing stays until the new one is there. */
export function startCanvas(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): () => void {
  const view = need("[data-canvas]", HTMLElement, root);
  const empty = need("[data-canvas-empty]", HTMLElement, view);
  let timer = 0;

  const draw = (): void => {
    // Who may only read is not told what the text is, but that it has changed.
    if (written === null) empty.hidden = true;
    const shown = need("iframe", HTMLIFrameElement, view);
    const next = shown.cloneNode();
    if (!(next instanceof HTMLIFrameElement)) return;
    next.classList.add("coming");
    next.addEventListener("load", () => {
      next.classList.remove("coming");
      for (const other of view.querySelectorAll("iframe")) if (other !== next) other.remove();
    });
    // The last one alone is waited for.
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
    // Something may have been typed by now.
    if (editor.hasFocus) changed();
  };
  if (written) hear(written).catch(showError);
  signal.addEventListener("abort", () => clearTimeout(timer));
  return draw;
}
