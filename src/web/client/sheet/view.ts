/** The view of a SHEET page: a grid over its text; one button switches to the text. */
import { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Page } from "../../../features/pages/contract.ts";
import { OpenSheet } from "./open-sheet.ts";
import { call, path } from "../api/api.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { need, onClick } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";

export type SheetView = {
  readonly focus: () => void;
  /** Reads the page again. */
  readonly refresh: () => void;
  /** The text of the open sheet, for readers as well; null before it has loaded. */
  readonly text: () => string | null;
};

export function startSheet(root: HTMLElement, signal: AbortSignal, written: WrittenDocument | null): SheetView {
  const host = need("[data-sheet]", HTMLElement, root);
  const pageId = root.dataset["page"] ?? "";
  let open: OpenSheet | null = null;
  let isWanted = false;
  const textOfPage = async (): Promise<Text> =>
    Text.of((await call<Page>("GET", path`/api/pages/${pageId}`)).content.split("\n"));

  async function start(): Promise<void> {
    const view = (await written?.editor) ?? null;
    const doc = view?.state.doc ?? (await textOfPage());
    if (signal.aborted) return;
    open = new OpenSheet({ host, doc, view, pageId, failed: showError });
    if (isWanted) open.focus();
  }
  const focus = (): void => {
    isWanted = true;
    written?.focus();
    open?.focus();
  };
  // A user who presses a cell does not have to wait until the page is idle.
  need("[data-sheet-print]", HTMLElement, root).addEventListener("click", focus, { signal });
  onClick(root, "[data-sheet-text]", (button) => {
    const isText = host.toggleAttribute("data-shows-text");
    button.setAttribute("aria-pressed", String(isText));
    const show = (view: EditorView): void => {
      view.requestMeasure();
      if (isText) view.focus();
      else open?.focus();
    };
    written?.editor.then(show).catch(showError);
  });
  start().catch(showError);
  return {
    focus,
    text: () => open?.text ?? null,
    refresh: () => void textOfPage().then((doc) => open?.replace(doc), showError),
  };
}
