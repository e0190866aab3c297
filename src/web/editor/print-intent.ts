/**
 * What people do with the print of a document before its editor is there: it is kept for the editor. Part of what a page
 * loads at once, so it knows nothing of the editor.
 */

export type Intent = {
  /** The place clicked last, from the corner of the element around the print; null where only the focus is wanted. */
  readonly point: { readonly x: number; readonly y: number } | null;
  /** What was typed since. */
  readonly keys: readonly string[];
  /** A task's box was clicked. */
  readonly isBox: boolean;
};

export type PrintIntent = {
  /** Settles when somebody wants to write: then nothing is waited for. */
  readonly wanted: Promise<void>;
  /** As a click at the start of the text would. */
  focus(): void;
  /** Ends listening. */
  take(): Intent | null;
};

export function listenToPrint(print: HTMLElement): PrintIntent {
  const around = print.parentElement ?? print;
  const ended = new AbortController();
  const listen = { signal: ended.signal };
  const { promise: wanted, resolve } = Promise.withResolvers<void>();
  let intent: Intent | null = null;

  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("a, button, input") || hasSelection(print)) return;
    const box = around.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    const isBox = target?.closest(".md-check") !== null;
    intent = { point, keys: [], isBox };
    resolve();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (!intent || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key !== "Enter" && event.key !== "Backspace" && !/^.$/u.test(event.key)) return;
    // A view that has just come has the focus on its heading.
    if (event.target !== document.body && !(event.target instanceof HTMLHeadingElement)) return;
    event.preventDefault();
    intent = { ...intent, keys: event.key === "Backspace" ? intent.keys.slice(0, -1) : [...intent.keys, event.key] };
  };
  around.addEventListener("click", onClick, listen);
  document.addEventListener("keydown", onKey, listen);

  return {
    wanted,
    focus() {
      intent ??= { point: null, keys: [], isBox: false };
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
