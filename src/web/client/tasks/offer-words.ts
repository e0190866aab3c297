/** Offers the text of a task that another user deleted while it was being written. */
import type { EditorView } from "@codemirror/view";
import { words as lost } from "../../../words/lost-text.ts";
import { words } from "../../../words/tasks.ts";
import { offerText } from "../document/lost-text.ts";

type View = { readonly host: HTMLElement; readonly view: EditorView | null; readonly signal: AbortSignal };

/** `add` makes a task of the text. Call this before the field is removed; it is safe during an update of the editor. */
export function offerWords({ host, view, signal }: View, add: (text: string) => void): void {
  const field = host.querySelector<HTMLInputElement | HTMLTextAreaElement>(".task-input, [data-draft]");
  const text = field?.value ?? "";
  if (text === "" || text === words.newTask) return;
  const run = (kept: string): boolean => {
    if (signal.aborted || view === null || view.state.readOnly) return false;
    add(kept.replaceAll(/\s*\n\s*/g, " ").trim());
    return true;
  };
  queueMicrotask(() => offerText({ message: lost.taskDeleted, text, put: { label: lost.addAsTask, run } }));
}
