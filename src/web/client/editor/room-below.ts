/** Keeps a third of the window free below the caret at the end of a page. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Page types whose text does not scroll with the window; page.css excludes the same ones. */
const WITHOUT: ReadonlySet<string> = new Set(["CHANNEL", "AI_CHAT", "SHEET"]);

/** Fraction of the visible window, without the on-screen keyboard, kept free below the caret. */
const SHARE = 1 / 3;

export const roomBelow: Extension = EditorView.scrollMargins.of((view) => {
  const type = view.dom.closest<HTMLElement>("[data-type]")?.dataset["type"] ?? "";
  if (WITHOUT.has(type)) return null;
  const room = (window.visualViewport?.height ?? window.innerHeight) * SHARE;
  const below = view.contentHeight - view.lineBlockAt(view.state.selection.main.head).bottom;
  // Only at the end: elsewhere there is text below.
  return below < room ? { bottom: room } : null;
});
