/** A message that offers to take back what was just done, in place of a question before it. */
import { element, need } from "./dom.ts";
import { words } from "../messages/frame.ts";

/** Time to read it and to decide. It does not run while the pointer or the focus is on the message. */
const SHOWN_MS = 10_000;

let last: (() => void) | null = null;

/** `undo` runs at most once, by the button or by `undoLast`. */
export function offerUndo(message: string, undo: () => void): void {
  const run = (): void => {
    if (last !== run) return;
    last = null;
    note.remove();
    undo();
  };
  const button = element("button", { type: "button", class: "quiet", onclick: run }, words.undo);
  const note = element("p", { class: "notice notice-undo" }, element("span", {}, message), button);
  const close = (): void => {
    if (note.matches(":hover, :focus-within")) setTimeout(close, SHOWN_MS);
    else note.remove();
  };
  last = run;
  need('body > .notices[role="status"]', HTMLElement).replaceChildren(note);
  setTimeout(close, SHOWN_MS);
}

/** Also when the message is gone. */
export const undoLast = (): void => last?.();
