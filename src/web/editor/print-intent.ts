/**
 * What people do with the print of a document before its editor is there: it is kept for the editor. Part of what a page
 * loads at once, so it knows nothing of the editor.
 */

/** A place of the print, from the corner of the element around it. */
export type Point = { readonly x: number; readonly y: number };

export type Intent = {
  /** Boxes of tasks that were clicked. */
  readonly boxes: readonly Point[];
  /** Somebody wants to write. */
  readonly isWriting: boolean;
  /** The place clicked last; null is the beginning. */
  readonly point: Point | null;
  /** What was typed since. */
  readonly keys: readonly string[];
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
  let intent: Intent = { boxes: [], isWriting: false, point: null, keys: [], find: null };

  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("a, button, input") || hasSelection(print)) return;
    const { left, top } = around.getBoundingClientRect();
    const point = { x: event.clientX - left, y: event.clientY - top };
    intent = target?.closest(".md-check")
      ? { ...intent, boxes: [...intent.boxes, point] }
      : { ...intent, isWriting: true, point, keys: [] };
    resolve();
  };
  const onKey = (event: KeyboardEvent): void => {
    const isMod = event.ctrlKey || event.metaKey;
    if (!intent.isWriting || event.altKey || event.isComposing) return;
    // A view that has just come has the focus on its heading.
    if (event.target !== document.body && !(event.target instanceof HTMLHeadingElement)) return;
    if (isMod && event.key === "f") intent = { ...intent, find: event };
    else if (isMod || (event.key !== "Enter" && event.key !== "Backspace" && !/^.$/u.test(event.key))) return;
    else type(event.key);
    event.preventDefault();
  };
  const type = (key: string): void => {
    intent = { ...intent, keys: key === "Backspace" ? intent.keys.slice(0, -1) : [...intent.keys, key] };
  };
  around.addEventListener("click", onClick, listen);
  document.addEventListener("keydown", onKey, listen);

  return {
    wanted,
    focus() {
      intent = { ...intent, isWriting: true };
      resolve();
    },
    take() {
      ended.abort();
      return intent;
    },
  };
}

export function hasSelection(print: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(print, true);
}
