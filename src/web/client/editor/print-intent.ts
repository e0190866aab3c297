/**
 * Records interactions with the printed document until its editor is ready to replay them. Part of the initial page
 * load, so it must not import the editor.
 */

import { copyOf } from "./copied-data.ts";

/** A point in the print, relative to the corner of its parent element. */
export type Point = { readonly x: number; readonly y: number };

export type Intent = {
  /** Task checkboxes that were clicked. */
  readonly boxes: readonly Point[];
  /** The user wants to write. */
  readonly isWriting: boolean;
  /** The last place clicked; null for the start of the text. */
  readonly point: Point | null;
  /** What was typed and pasted since. */
  readonly keys: readonly (string | DataTransfer)[];
  /** The key press that opens find-in-text. */
  readonly find: KeyboardEvent | null;
};

export type PrintIntent = {
  /** Resolves when the user needs the editor, so that it stops waiting for idle time. */
  readonly wanted: Promise<void>;
  /** Same as a click at the start of the text. */
  focus(): void;
  /** Stops listening and returns what was recorded. */
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
    // Text typed so far must not be split.
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
    // A newly shown view has the focus on its heading.
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

/** Text pasted into the page title belongs to the title. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches("input, textarea");

/** Enter in the title moves on to the text, which receives what is typed next. */
function leaveField(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && isField(activeElement)) activeElement.blur();
}

/** Whether the user selected something; a selection made by a search is restored in the editor and does not count. */
export function hasSelection(print: HTMLElement): boolean {
  const selection = getSelection();
  return (
    selection !== null &&
    print.dataset["found"] === undefined &&
    !selection.isCollapsed &&
    selection.containsNode(print, true)
  );
}
