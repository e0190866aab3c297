/** Somebody who writes at the end of a page sees a third of the window free below the caret. */
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

/** Pages whose text is not what the window scrolls; page.css leaves the same ones out. */
const WITHOUT: ReadonlySet<string> = new Set(["CHANNEL", "AI_CHAT", "SHEET"]);

/** Share of the visible window, without an on-screen keyboard, that stays free below the caret. */
const SHARE = 1 / 3;

export const roomBelow: Extension = EditorView.scrollMargins.of((view) => {
  const type = view.dom.closest<HTMLElement>("[data-type]")?.dataset["type"] ?? "";
  if (WITHOUT.has(type)) return null;
  const room = (window.visualViewport?.height ?? window.innerHeight) * SHARE;
  const below = view.contentHeight - view.lineBlockAt(view.state.selection.main.head).bottom;
  // Elsewhere the text below is read on.
  return below < room ? { bottom: room } : null;
});
