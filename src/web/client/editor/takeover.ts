/**
 * Replaces the print with the editor without shifting any text. Interactions with the print are preserved: a selection
 * delays the swap, a click or tap becomes a caret, and keys typed after it become text.
 */
import { forceParsing } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { pasteInto } from "./copied-data.ts";
import { hasSelection, isField, type Intent, type Point, type PrintIntent } from "./print-intent.ts";
import { measureNow, seedHeights } from "./seed-heights.ts";

/** A long text is parsed in slices of PIECE_MS, at most MAX_PIECES of them, so that the page stays responsive. */
const PIECE_MS = 50;
const MAX_PIECES = 40;
/**
 * Above this many source lines, heights are not measured, since the user would notice the delay. Text below the first screen
 * then moves.
 */
const MAX_LINES = 20_000;

/** How an editor with more than text handles clicks. */
export type Presses = {
  /** A click on a checkbox in the text. */
  box(view: EditorView, at: number): void;
  /** The selection for a click, and how text typed there is written. */
  select(
    view: EditorView,
    at: Point,
  ): { readonly anchor: number; readonly head: number; readonly written?: (typed: string) => string };
};

const words: Presses = {
  box: () => undefined,
  select(view, point) {
    const at = view.posAtCoords(point, false);
    return { anchor: at, head: at };
  },
};

/** `intent` has recorded interactions with the print since the page was shown. */
export async function takeOverPrint(
  print: HTMLElement,
  intent: PrintIntent,
  make: () => EditorView,
  presses: Presses = words,
): Promise<EditorView> {
  await Promise.race([untilIdle(), intent.wanted]);
  // Created detached: once attached, CodeMirror would scroll to keep what it believes to be in view.
  const view = make();
  await readSyntax(view, intent);
  await document.fonts.ready;
  await Promise.race([untilIdle(), intent.wanted]);
  await Promise.race([untilNothingIsSelected(print), intent.wanted]);
  swap(print, view);
  follow(view, intent.take(), presses);
  return view;
}

/** Parses the whole text, since the height of, say, a table is only known once the parser has found it. */
async function readSyntax(view: EditorView, intent: PrintIntent): Promise<void> {
  let isWanted = false;
  void intent.wanted.then(() => (isWanted = true));
  for (let piece = 0; piece < MAX_PIECES && !isWanted; piece++) {
    if (forceParsing(view, view.state.doc.length, PIECE_MS)) return;
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function swap(print: HTMLElement, view: EditorView): void {
  const around = print.parentElement;
  const [left, top] = [scrollX, scrollY];
  const boxes = [...print.querySelectorAll<HTMLElement>(".cm-line, .md-tw, .md-figure-block, .md-properties")];
  const heights = boxes.length <= MAX_LINES ? boxes.map((box) => box.getBoundingClientRect().height) : [];
  // Keep the page's height until the editor has its own, or the browser would scroll.
  if (around) around.style.height = `${around.offsetHeight}px`;
  print.replaceWith(view.dom);
  seedHeights(view, heights);
  // CodeMirror anchors a line while its known heights change; here they change to match the screen.
  scrollTo(left, top);
  measureNow(view);
  if (around) around.style.removeProperty("height");
}

function follow(view: EditorView, { boxes, isWriting, point, keys, find }: Intent, presses: Presses): void {
  const { left, top } = view.dom.getBoundingClientRect();
  const onScreen = ({ x, y }: Point): Point => ({ x: left + x, y: top + y });
  for (const box of boxes) presses.box(view, view.posAtCoords(onScreen(box), false));
  if (!isWriting) return;
  const { anchor, head, written } = point ? presses.select(view, onScreen(point)) : { anchor: 0, head: 0 };
  view.dispatch({ selection: { anchor, head } });
  for (const key of keys) {
    if (typeof key !== "string") {
      pasteInto(view.contentDOM, key);
      continue;
    }
    const typed = key === "Enter" ? "\n" : key;
    view.dispatch(view.state.replaceSelection(written?.(typed) ?? typed), { userEvent: "input.type" });
  }
  // A user who has moved to the title keeps the focus there.
  if (!isField(document.activeElement)) view.focus();
  if (find) view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", find));
}

async function untilNothingIsSelected(print: HTMLElement): Promise<void> {
  while (hasSelection(print))
    // oxlint-disable-next-line no-await-in-loop -- each change is looked at when it comes
    await new Promise((resolve) => document.addEventListener("selectionchange", resolve, { once: true }));
}

/** Waits for an idle period, for at most a second. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });
