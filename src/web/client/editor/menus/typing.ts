/** Hides the controls around the text while the user types, until the pointer moves. */
import type { Extension } from "@codemirror/state";
import { type EditorView, ViewPlugin } from "@codemirror/view";

export const typing: Extension = ViewPlugin.define(
  (view) => ({
    update({ transactions }) {
      if (transactions.some((each) => each.isUserEvent("input.type") || each.isUserEvent("delete"))) {
        view.dom.classList.add("ed-typing");
      }
    },
  }),
  {
    eventHandlers: {
      mousemove: (_, view) => view.dom.classList.remove("ed-typing"),
      pointerdown: (_, view) => view.dom.classList.remove("ed-typing"),
    },
  },
);

/** Runs after the current update, during which the layout must not be read. Several requests are coalesced. */
export function afterUpdate(run: () => void): { readonly request: () => void; readonly cancel: () => void } {
  let asked = false;
  let isCancelled = false;
  return {
    request: () => {
      if (asked) return;
      asked = true;
      queueMicrotask(() => {
        asked = false;
        if (!isCancelled) run();
      });
    },
    cancel: () => {
      isCancelled = true;
    },
  };
}

/** In pixels: space for a toolbar at the edge of the screen. */
const ROOM = 56;

/** The screen rectangle of a range, as far as it is drawn. */
function rangeRect(view: EditorView, from: number, to: number): DOMRect {
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)];
  const box = view.contentDOM.getBoundingClientRect();
  const top = start?.top ?? box.top;
  const bottom = end?.bottom ?? box.bottom;
  const isOneLine = start !== null && end !== null && Math.abs(start.top - end.top) < 4;
  const left = isOneLine ? start.left : box.left;
  const right = isOneLine ? end.right : box.right;
  // For a range taller than the screen, the visible part.
  const upper = bottom > ROOM ? Math.max(top, ROOM) : top;
  const lower = upper < innerHeight - ROOM ? Math.min(bottom, innerHeight - ROOM) : bottom;
  return new DOMRect(left, upper, Math.max(0, right - left), Math.max(0, lower - upper));
}

/** A floating anchor for a range, valid at any scroll position. */
export const anchorAt = (view: EditorView, range: () => readonly [from: number, to: number]) => ({
  getBoundingClientRect: () => rangeRect(view, ...range()),
  contextElement: view.contentDOM,
});
