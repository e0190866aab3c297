/** Offers a comment on the selected words: with a button beside them, and with the shortcut. */
import type { PDFDocumentProxy, TextLayer } from "pdfjs-dist";
import { spanOf, textOf } from "./page-text.ts";
import { button as newButton } from "./panel.ts";
import type { FromFrame } from "./protocol.ts";
import { quoteOf } from "./quotes.ts";
import { LONGEST_QUOTE, type PdfWords } from "./thread-protocol.ts";

/** Distance (px) of the button from the words, and its assumed size. */
const BELOW = 6;
const WIDTH = 120;
const HEIGHT = 36;

/** Runs while the frame is open. */
export function offerComments(
  file: PDFDocumentProxy,
  layers: ReadonlyMap<number, TextLayer>,
  label: string,
  say: (message: FromFrame) => void,
): void {
  const comment = (): void => {
    button.hidden = true;
    say({ type: "comment" });
  };
  const button = newButton(label, comment);
  button.className = "comment-words";
  button.hidden = true;
  button.setAttribute("aria-keyshortcuts", "Control+Alt+M Meta+Alt+M");
  // Keeps the selection.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  document.body.append(button);
  let isPressed = false;
  let turn = 0;
  const update = async (): Promise<void> => {
    const now = ++turn;
    const range = selectedRange();
    const words = range && (await selectedWords(file, layers, range));
    if (now !== turn) return;
    say({ type: "selected", words });
    button.hidden = words === null || isPressed;
    if (words !== null && range) place(button, range);
  };
  document.addEventListener("selectionchange", () => void update());
  document.addEventListener("pointerdown", () => (isPressed = true));
  for (const end of ["pointerup", "pointercancel"])
    document.addEventListener(end, () => {
      isPressed = false;
      void update();
    });
  addEventListener("keydown", (event) => {
    if (event.code !== "KeyM" || !(event.ctrlKey || event.metaKey) || !event.altKey || event.shiftKey) return;
    event.preventDefault();
    comment();
  });
  void update();
}

function selectedRange(): Range | null {
  const selection = getSelection();
  return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
}

/** On the first page with selected words. */
async function selectedWords(
  file: PDFDocumentProxy,
  layers: ReadonlyMap<number, TextLayer>,
  range: Range,
): Promise<PdfWords | null> {
  for (const page of [...layers.keys()].toSorted((a, b) => a - b)) {
    const layer = layers.get(page);
    if (!layer?.textDivs.some((piece) => range.intersectsNode(piece))) continue;
    // oxlint-disable-next-line no-await-in-loop -- usually the first page that is selected has words
    const text = await textOf(file, page);
    const span = spanOf(layer, text, range);
    const quoted = span && quoteOf(text.text, span);
    if (quoted) return { ...quoted, quote: quoted.quote.slice(0, LONGEST_QUOTE), page };
  }
  return null;
}

/** Below the end of the selection, or above it where there is no room. */
function place(button: HTMLElement, range: Range): void {
  const end = [...range.getClientRects()].findLast(({ width }) => width > 0) ?? range.getBoundingClientRect();
  const isBelow = end.bottom + BELOW + HEIGHT < innerHeight;
  const top = isBelow ? end.bottom + BELOW : end.top - BELOW - HEIGHT;
  const left = Math.max(BELOW, Math.min(end.right - WIDTH / 2, innerWidth - WIDTH));
  Object.assign(button.style, { top: `${top + scrollY}px`, left: `${left + scrollX}px` });
}
