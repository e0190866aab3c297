/**
 * Puts the editor in the place of the print without a word moving. What people do with the print before that is kept:
 * a selection there is waited for, a click or tap becomes a caret, and keys typed after it become text.
 */
import { forceParsing } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { hasSelection, type Intent, type PrintIntent } from "./print-intent.ts";
import { measureNow, seedHeights } from "./seed-heights.ts";

/** A long text is read in pieces of so many ms, at most so many of them: in between, the page answers. */
const PIECE_MS = 50;
const MOST_PIECES = 40;
/** More source lines are not measured: somebody would wait for it. Where they are not, words below the first screen move. */
const MOST_LINES = 20_000;

/** `intent` has listened to the print since the page was there; `press` is what a click on a box in the text means. */
export async function takeOverPrint(
  print: HTMLElement,
  intent: PrintIntent,
  make: () => EditorView,
  press: (view: EditorView, at: number) => void = () => undefined,
): Promise<EditorView> {
  await Promise.race([untilIdle(), intent.wanted]);
  // Outside the page: in it, CodeMirror would scroll to keep what it takes to be in view.
  const view = make();
  await readSyntax(view, intent);
  await document.fonts.ready;
  await Promise.race([untilIdle(), intent.wanted]);
  await Promise.race([untilNothingIsSelected(print), intent.wanted]);
  swap(print, view);
  const wish = intent.take();
  if (wish) follow(view, wish, press);
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

function follow(view: EditorView, { point, keys, isBox }: Intent, press: (view: EditorView, at: number) => void): void {
  const around = view.dom.getBoundingClientRect();
  const at = point ? view.posAtCoords({ x: around.left + point.x, y: around.top + point.y }, false) : 0;
  if (isBox) return press(view, at);
  const insert = keys.map((key) => (key === "Enter" ? "\n" : key)).join("");
  view.dispatch({
    changes: { from: at, insert },
    selection: { anchor: at + insert.length },
    ...(insert !== "" && { userEvent: "input.type" }),
  });
  view.focus();
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
