/**
 * Puts the editor in the place of the print without a word moving. What people do with the print before that is kept:
 * a selection there is waited for, a click or tap becomes a caret, and keys typed after it become text.
 */
import { forceParsing } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { pasteInto } from "./copied-data.ts";
import { hasSelection, isField, type Intent, type Point, type PrintIntent } from "./print-intent.ts";
import { measureNow, seedHeights } from "./seed-heights.ts";

/** A long text is read in pieces of so many ms, at most so many of them: in between, the page answers. */
const PIECE_MS = 50;
const MOST_PIECES = 40;
/** More source lines are not measured: somebody would wait for it. Where they are not, words below the first screen move. */
const MOST_LINES = 20_000;

/** What a press means in an editor that has more than words. */
export type Presses = {
  /** Of a box in the text. */
  box(view: EditorView, at: number): void;
  /** What is selected, and how what is typed there is written. */
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

/** `intent` has listened to the print since the page was there. */
export async function takeOverPrint(
  print: HTMLElement,
  intent: PrintIntent,
  make: () => EditorView,
  presses: Presses = words,
): Promise<EditorView> {
  await Promise.race([untilIdle(), intent.wanted]);
  // Outside the page: in it, CodeMirror would scroll to keep what it takes to be in view.
  const view = make();
  await readSyntax(view, intent);
  await document.fonts.ready;
  await Promise.race([untilIdle(), intent.wanted]);
  await Promise.race([untilNothingIsSelected(print), intent.wanted]);
  swap(print, view);
  follow(view, intent.take(), presses);
  return view;
}

/** All of it: the height of what is below, a table for instance, is known when it is known what is there. */
async function readSyntax(view: EditorView, intent: PrintIntent): Promise<void> {
  let isWanted = false;
  void intent.wanted.then(() => (isWanted = true));
  for (let piece = 0; piece < MOST_PIECES && !isWanted; piece++) {
    if (forceParsing(view, view.state.doc.length, PIECE_MS)) return;
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function swap(print: HTMLElement, view: EditorView): void {
  const around = print.parentElement;
  const [left, top] = [scrollX, scrollY];
  const boxes = [...print.querySelectorAll<HTMLElement>(".cm-line, .md-tw, .md-figure-block")];
  const heights = boxes.length <= MOST_LINES ? boxes.map((box) => box.getBoundingClientRect().height) : [];
  // The page keeps its height until the editor has its own, else the browser would scroll.
  if (around) around.style.height = `${around.offsetHeight}px`;
  print.replaceWith(view.dom);
  seedHeights(view, heights);
  // CodeMirror keeps a line in its place while the heights it knows change; here they change to what is on the screen.
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
  // Who has gone to the title meanwhile goes on writing there.
  if (!isField(document.activeElement)) view.focus();
  if (find) view.contentDOM.dispatchEvent(new KeyboardEvent("keydown", find));
}

async function untilNothingIsSelected(print: HTMLElement): Promise<void> {
  while (hasSelection(print))
    // oxlint-disable-next-line no-await-in-loop -- each change is looked at when it comes
    await new Promise((resolve) => document.addEventListener("selectionchange", resolve, { once: true }));
}

/** A quiet moment, or after a second whatever moment it is. */
const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 });
    else setTimeout(resolve, 50);
  });
