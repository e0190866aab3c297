/**
 * What people do with the print of a document before its editor is there: it is kept for the editor. Part of what a page
 * loads at once, so it knows nothing of the editor.
 */

import { copyOf } from "./copied-data.ts";

/** A place of the print, from the corner of the element around it. */
export type Point = { readonly x: number; readonly y: number };

export type Intent = {
  /** Boxes of tasks that were clicked. */
  readonly boxes: readonly Point[];
  /** Somebody wants to write. */
  readonly isWriting: boolean;
  /** The place clicked last; null is the beginning. */
  readonly point: Point | null;
  /** What was typed and pasted since. */
  readonly keys: readonly (string | DataTransfer)[];
  /** The key that looks for something in the text. */
  readonly find: KeyboardEvent | null;
};

export type PrintIntent = {
  /** Settles when somebody wants something of the editor: then nothing is waited for. */
  readonly wanted: Promise<void>;
  /** As a click at the start of the text would. */
  focus(): void;
  /** Ends listening. */
  take(): Intent;
};

export function listenToPrint(print: HTMLElement): PrintIntent {
  const around = print.parentElement ?? print;
  const ended = new AbortController();
  const listen = { signal: ended.signal };
  const { promise: wanted, resolve } = Promise.withResolvers<void>();
  const [boxes, keys]: [Point[], (string | DataTransfer)[]] = [[], []];
  let isWriting = false;
  let clicked: Point | null = null;
  let find: KeyboardEvent | null = null;

  const writeAt = (point: Point): void => {
    isWriting = true;
    // What was written already stays together.
    if (keys.length === 0) clicked = point;
  };
  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("a, button, input") || hasSelection(print)) return;
    const point = pointIn(around, event);
    if (target?.closest(".md-check")) boxes.push(point);
    else writeAt(point);
    resolve();
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey } = event;
    const isMod = ctrlKey || metaKey;
    if (!isWriting || event.altKey || event.isComposing) return;
    // A view that has just come has the focus on its heading.
    if (event.target !== document.body && !(event.target instanceof HTMLHeadingElement)) return;
    if (isMod && key === "f") find = event;
    else if (isMod || !/^(?:Enter|Backspace|.)$/u.test(key)) return;
    else if (key === "Backspace") keys.pop();
    else keys.push(key);
    event.preventDefault();
  };
  const keep = (event: Event, data: DataTransfer | null): void => {
    if (!isWriting || !data || isField(event.target)) return;
    event.preventDefault();
    keys.push(copyOf(data));
    resolve();
  };
  around.addEventListener("click", onClick, listen);
  around.addEventListener("dragover", (event) => event.preventDefault(), listen);
  const onDrop = (event: DragEvent): void => {
    writeAt(pointIn(around, event));
    keep(event, event.dataTransfer);
  };
  around.addEventListener("drop", onDrop, listen);
  document.addEventListener("paste", (event) => keep(event, event.clipboardData), listen);
  document.addEventListener("keydown", onKey, listen);

  return {
    wanted,
    focus() {
      isWriting = true;
      leaveField();
      resolve();
    },
    take() {
      ended.abort();
      return { boxes, isWriting, point: clicked, keys, find };
    },
  };
}

function pointIn(around: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = around.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** The title of the page takes what is pasted into it. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea");

/** Enter in the title goes on to the text: what is typed next is for that. */
function leaveField(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && isField(activeElement)) activeElement.blur();
}

/** One that somebody made: what a search selected is selected again in the editor. */
export function hasSelection(print: HTMLElement): boolean {
  const selection = getSelection();
  return (
    selection !== null &&
    print.dataset["found"] === undefined &&
    !selection.isCollapsed &&
    selection.containsNode(print, true)
  );
}
