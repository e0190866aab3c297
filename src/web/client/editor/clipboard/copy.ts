/** Copying from a document: its Markdown as text, and formatted HTML for other programs. */
import type { Extension } from "@codemirror/state";
import { type EditorView, type PluginValue, ViewPlugin } from "@codemirror/view";
import { formattedHtml } from "./formatted-html.tsx";

/** Longer copies contain text only: rendering more would delay keystrokes. */
const MAX_FORMATTED = 300_000;

/**
 * Adds to what the editor's own listener, on an inner element, put on the clipboard: the selection, or the caret's
 * line.
 */
function addFormatted(event: ClipboardEvent): void {
  const data = event.clipboardData;
  const text = event.defaultPrevented && data !== null ? data.getData("text/plain") : "";
  if (data === null || text === "") return;
  data.setData("text/markdown", text);
  if (text.length <= MAX_FORMATTED) data.setData("text/html", formattedHtml(text));
}

class Copier implements PluginValue {
  constructor(private readonly view: EditorView) {
    for (const type of ["copy", "cut"] as const) view.dom.addEventListener(type, addFormatted);
  }

  destroy(): void {
    for (const type of ["copy", "cut"] as const) this.view.dom.removeEventListener(type, addFormatted);
  }
}

export const copy = (): Extension => ViewPlugin.fromClass(Copier);
