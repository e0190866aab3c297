/** An open page: its title, its text, and its actions. */
import { words } from "../../../words/page.ts";
import type { startCanvas } from "./canvas.ts";
import { codeOf } from "../document/code-text.ts";
import type { startConversation } from "../conversation/conversation.tsx";
import { ask } from "../ui/dialog.ts";
import { startDocument, type WrittenDocument } from "../document/document-page.ts";
import { find, onClick } from "../ui/dom.ts";
import type { startFile } from "../files/file.ts";
import type { startFolder } from "../folder/start.ts";
import { fitHeight } from "../ui/fit-height.ts";
import { attempt, announce } from "../ui/notice.ts";
import { openPicturesOnClick } from "../ui/open-pictures.ts";
import type { startSheet } from "../sheet/view.ts";
import type { startTasks } from "../tasks/view.ts";
import type { PageBody } from "./page-actions.ts";
import { startPrinting } from "../document/printing.ts";
import { changeInTree } from "../shell/side.tsx";
import { showTabTitle } from "../shell/tab-title.ts";
import { startStar } from "./star.ts";
import { uploadsSoon } from "../uploads/uploads-soon.ts";
import type { View } from "../view.ts";
import { whenIdle } from "../ui/when-idle.ts";

/** Parts for pages of certain types. */
export type PageParts = {
  readonly startFile?: typeof startFile;
  readonly startFolder?: typeof startFolder;
  readonly startCanvas?: typeof startCanvas;
  readonly startSheet?: typeof startSheet;
  readonly startTasks?: typeof startTasks;
  readonly startConversation?: typeof startConversation;
};

/** A view over the text of a page, such as a sheet. */
type PageView = { readonly focus: () => void; readonly refresh: () => void; readonly text?: () => string | null };

export function startPage(root: HTMLElement, signal: AbortSignal, parts: PageParts): View {
  const id = root.dataset["page"] ?? "";
  const title = find("[data-title]", HTMLTextAreaElement, root);
  let showTitle = (text: string): void => showCurrentTitle(root, text);
  const file = parts.startFile?.(root, id, signal) ?? null;
  const isFile = file !== null;
  const show = (text: string): void => showTitle(text);
  const written = isFile ? null : startDocument(root, signal, show);
  const conversation = parts.startConversation?.(root, signal) ?? null;
  parts.startFolder?.(root, signal, written);
  const showCanvas = parts.startCanvas?.(root, signal, written) ?? null;
  const sheet: PageView | null = (parts.startSheet ?? parts.startTasks)?.(root, signal, written) ?? null;
  if (!isFile && !written) {
    openPicturesOnClick(root);
    // Users who can edit the page do not need it.
    import("../document/document-reader.ts")
      .then(({ followDocument }) => followDocument(root, signal, show, showCanvas ?? sheet?.refresh))
      .catch(reportError);
  }
  startPrinting(root, signal, {
    ready: written?.editor ?? Promise.resolve(),
    text: () => written?.text() ?? sheet?.text?.() ?? null,
  });
  const uploads = uploadsSoon(root, signal, () => file?.watch());
  const toText = sheet ? sheet.focus : written ? () => written.select(0, 0) : null;
  if (title) showTitle = startTitle(root, title, toText, signal);
  onClick(root, ".page-more :is(button, a)", (control) => control.closest<HTMLElement>("[popover]")?.hidePopover());
  startStar(root, id, signal);
  const body = { written, file, signal };
  whenIdle(() => {
    import("./page-actions.ts").then(({ startSoon }) => startSoon(root, body)).catch(reportError);
  });
  onClick(root, "[data-act]", (control) => act(control, root, id, body));
  if (location.hash === "#write" || location.hash === "#title") {
    // A new page is ready for its first words, or for its name.
    if (location.hash === "#title") title?.select();
    else if (document.activeElement !== title) (sheet ?? written)?.focus();
    history.replaceState(history.state, "", location.pathname);
  }
  const showFragment = (): void => {
    if (location.hash === "") return;
    import("../document/named-place.ts")
      .then(({ showPlace }) => showPlace(root, written?.editor ?? null))
      .catch(reportError);
  };
  showFragment();
  addEventListener("hashchange", showFragment, { signal });
  return {
    async flush() {
      // A title is saved on blur.
      title?.blur();
      if (conversation?.hasDraft() === true && !(await leaveDraft())) return false;
      return (await uploads.flush()) && (written === null || saveBefore(written));
    },
    // A live document is already up to date, and its editor may be in use.
    ...(written && { refresh: () => undefined }),
    saveState: () => written?.caret() ?? null,
    restoreState(caret) {
      conversation?.release();
      if (Array.isArray(caret)) written?.select(Number(caret[0]), Number(caret[1]));
    },
  };
}

const leaveDraft = (): Promise<boolean> => ask(words.leaveUnsent, words.unsentLost, words.leave);

/** Keeps the view while its text is unsaved, unless the user decides to leave. */
async function saveBefore(written: WrittenDocument): Promise<boolean> {
  try {
    await written.save();
    return true;
  } catch {
    return ask(words.leaveUnsaved, words.unsavedLost, words.leave);
  }
}

/** Most actions are loaded on demand, but some browsers allow copying only while a press is being handled. */
function act(control: HTMLElement, root: HTMLElement, id: string, body: PageBody): void {
  const copy = (text: string, done: string) =>
    attempt(control, async () => {
      await navigator.clipboard.writeText(text);
      announce(done);
    });
  const action = control.dataset["act"];
  if (action === "read") body.written?.toggleReading();
  else if (action === "copy-code") copy(codeOf(root, body.written), words.codeCopied);
  else if (action === "copy-id") copy(id, words.idCopied);
  else attempt(null, async () => (await import("./page-actions.ts")).actOn(control, root, id, body));
}

/** Updates the title everywhere except in its own field. */
function showCurrentTitle(root: HTMLElement, title: string): void {
  changeInTree(root.dataset["page"] ?? "", { title });
  showTabTitle(title);
  for (const shown of root.querySelectorAll("[data-shown-title]"))
    if (shown.textContent !== title) shown.textContent = title;
}

/**
 * The title is saved on blur. Enter, and the down arrow in its last row, move to the text; Escape reverts the change.
 * Returns a function that shows a new title.
 */
function startTitle(
  root: HTMLElement,
  field: HTMLTextAreaElement,
  toText: (() => void) | null,
  signal: AbortSignal,
): (title: string) => void {
  const id = root.dataset["page"] ?? "";
  let known = field.defaultValue;
  let isSaving = false;
  /** The title with which the user has left the field while an earlier one was being saved. */
  let next: string | null = null;
  const show = (title: string): void => {
    if (document.activeElement !== field || field.value === known) field.value = title;
    known = title;
    // Leaving the view may have saved the title.
    if (signal.aborted) return changeInTree(id, { title });
    showCurrentTitle(root, title);
    fitHeight(field);
  };
  const save = (): void => {
    if (isSaving) {
      next = field.value;
      return;
    }
    const title = field.value.replace(/\s+/g, " ").trim();
    if (title === "" || title === known) {
      field.value = known;
      return;
    }
    attempt(field, async () => {
      isSaving = true;
      try {
        show(await (await import("./rename-page.ts")).renamePage(root, id, title));
      } finally {
        isSaving = false;
      }
      announce(words.renamed);
      if (next !== null && document.activeElement !== field) {
        field.value = next;
        // The field is busy until this has ended.
        setTimeout(save);
      }
      next = null;
    });
  };
  // The browser asks before it closes a tab whose new title is not stored yet.
  addEventListener("beforeunload", (event) => isSaving && event.preventDefault(), { signal });
  field.addEventListener("input", () => fitHeight(field));
  field.addEventListener("blur", save);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" && toText) whenStuck(field, toText);
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.key === "Escape") field.value = known;
    if (toText && event.key === "Enter") toText();
    else field.blur();
  });
  fitHeight(field);
  return show;
}

/** Only the browser knows the rows of a field: if the down arrow did not move the caret, it is in the last one. */
function whenStuck(field: HTMLTextAreaElement, goOn: () => void): void {
  const before = field.selectionEnd;
  setTimeout(() => document.activeElement === field && field.selectionEnd === before && goOn());
}
