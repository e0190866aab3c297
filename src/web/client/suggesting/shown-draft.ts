/** The drafts that are shown in place of their pages' text, for code that marks places in the text. Loads no editor. */
import type { EditorView } from "@codemirror/view";

export type ShownDraft = {
  readonly view: EditorView;
  /** Converts an offset in the page's text; `assoc` as in CodeMirror. */
  readonly toDraft: (offset: number, assoc: -1 | 1) => number;
  readonly toPage: ShownDraft["toDraft"];
};

/** By the element of the page. */
const shown = new WeakMap<HTMLElement, ShownDraft>();

export const shownDraft = (root: HTMLElement): ShownDraft | null => shown.get(root) ?? null;

export function setShownDraft(root: HTMLElement, draft: ShownDraft | null): void {
  if (draft) shown.set(root, draft);
  else shown.delete(root);
}
