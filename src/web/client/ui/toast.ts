/** A message that offers to undo an action, instead of a confirmation before it. */
import { element, need } from "./dom.ts";
import { words } from "../../../words/frame.ts";

/** Time (ms) to read and decide. The message stays while it has the pointer or the focus. */
const SHOWN_MS = 10_000;

let last: (() => void) | null = null;

/** `undo` runs at most once, through the button or `undoLast`. */
export function offerUndo(message: string, undo: () => void): void {
  const run = (): void => {
    if (last !== run) return;
    last = null;
    note.remove();
    undo();
  };
  const button = element("button", { type: "button", class: "quiet", onclick: run }, words.undo);
  const note = element("p", { class: "row wrap notice notice-undo" }, element("span", {}, message), button);
  const close = (): void => {
    if (note.matches(":hover, :focus-within")) setTimeout(close, SHOWN_MS);
    else note.remove();
  };
  last = run;
  need('body > .notices[role="status"]', HTMLElement).replaceChildren(note);
  setTimeout(close, SHOWN_MS);
}

/** Works after the message has disappeared, too. */
export const undoLast = (): void => last?.();
