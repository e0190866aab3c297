/**
 * A page whose text is printed and may be written: its print, the editor that takes over when the page is at rest, and the
 * live connection that takes over from the editor's own memory once it can be typed in.
 */
import type { EditorView } from "@codemirror/view";
import { listenToPrint } from "../editor/print-intent.ts";
import { words } from "../messages/page.ts";
import { find } from "./dom.ts";
import { contextOf } from "./editor-context.ts";
import type { LiveDocument } from "./live-document.tsx";
import { showError } from "./notice.ts";
import { isSource, languageName } from "./page-kinds.ts";
import { prefetchAccess } from "./socket-access.ts";

/** What is done with the text of an open page. */
export type WrittenDocument = {
  /** Sends what waits; rejects when it cannot be saved. */
  save(): Promise<void>;
  focus(): void;
  /** Shows the text as it reads, for screen readers too, or the editor again. */
  toggleReading(): void;
  /** Where the selection is, as offsets in the text; null while the editor has no focus. */
  caret(): readonly [number, number] | null;
  select(anchor: number, head: number): void;
  /** As it is written now; null before the editor is there. */
  text(): string | null;
  /** Lines are broken differently from here on. */
  measure(): void;
  /** Calls back after each change of the text, whoever made it, once the editor is there. */
  onChange(changed: () => void): void;
  /** The editor, once it is there. */
  readonly editor: Promise<EditorView>;
};

/** Milliseconds that what was typed waits for the page's connection when the page is left. */
const JOINING = 3_000;

const loadEditor = (root: HTMLElement) =>
  isSource(root.dataset["type"] ?? "") ? import("../editor/code-editor.ts") : import("../editor/document-editor.ts");

type Editor = Awaited<ReturnType<typeof loadEditor>>;

/** Null where the page has no document to write. `onTitle` hears of titles that others gave it. */
export function startDocument(
  root: HTMLElement,
  signal: AbortSignal,
  onTitle: (title: string) => void,
): WrittenDocument | null {
  const source = find("[data-doc-source]", HTMLTemplateElement, root);
  const print = find("[data-print]", HTMLElement, root);
  if (!source || !print) return null;
  // Printed by the Worker.
  const { text, revision } = JSON.parse(source.content.textContent ?? "") as { text: string; revision: number };
  const intent = listenToPrint(print);
  let shown: EditorView | null = null;
  let used: Editor | null = null;
  const shownLater = Promise.withResolvers<EditorView>();
  let wanted: readonly [number, number] | null = null;
  let live: LiveDocument | null = null;
  const tried = Promise.withResolvers<void>();
  const hasTyped = (): boolean => shown !== null && shown.state.sliceDoc() !== text;
  const listeners: (() => void)[] = [];
  const named = (title: string): string => languageName(root.dataset["type"] ?? "", title);
  const retitled = (title: string): void => {
    if (shown) used?.setTitle(shown, named(title));
    onTitle(title);
  };

  async function start(shownPrint: HTMLElement): Promise<void> {
    const coming = connect(root, signal, revision, retitled);
    // Whether it came is asked once the text can be typed in.
    coming.catch(() => undefined);
    const editor = await loadEditor(root);
    const placeholder = find("[data-placeholder]", HTMLElement, shownPrint)?.dataset["placeholder"];
    const view = await editor.takeOver(shownPrint, intent, () =>
      editor.createEditor({
        text,
        title: named(find("[data-title]", HTMLTextAreaElement, root)?.value ?? ""),
        context: contextOf(root),
        extensions: [editor.earlyTyping(), editor.tellChanges(() => listeners.forEach((changed) => changed()))],
        ...(placeholder !== undefined && { placeholder }),
        leaveUp: () => focusTitle(root),
      }),
    );
    if (signal.aborted) return view.destroy();
    signal.addEventListener("abort", () => view.destroy());
    used = editor;
    shown = view;
    shownLater.resolve(view);
    writeBelow(root, signal, editor, view);
    const state = find("[data-live] > .muted", HTMLElement, root);
    if (state) state.textContent = words.connecting;
    if (wanted) selectIn(view, wanted);
    try {
      const connected = await coming;
      if (signal.aborted) return;
      connected?.join({ view, undoHistory: editor.undoHistory });
      live = connected;
    } catch (error) {
      // Without a connection the editor is one all the same.
      showError(error);
    } finally {
      tried.resolve();
    }
    const loadFeatures = async (): Promise<void> => {
      if (!signal.aborted) await editor.loadFeatures(view);
    };
    // Without a network they come with the next one.
    await loadFeatures().catch(() =>
      addEventListener("online", () => void loadFeatures().catch(showError), { once: true, signal }),
    );
  }
  start(print).catch(showError);

  const isUnsafe = (): boolean => (live ? live.isUnsafe : hasTyped());
  const leave = (event: Event): void => {
    if (isUnsafe()) event.preventDefault();
  };
  const save = (event: KeyboardEvent): void => {
    // Everything is saved as it is typed; the browser's own way would save the page as a file.
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!isSave) return;
    event.preventDefault();
    void live?.save();
  };
  addEventListener("beforeunload", leave, { signal });
  addEventListener("keydown", save, { signal });
  return {
    focus: () => (shown ? shown.focus() : intent.focus()),
    toggleReading() {
      if (shown && used && "toggleReading" in used) used.toggleReading(shown);
    },
    async save() {
      if (hasTyped()) await Promise.race([tried.promise, new Promise((resolve) => setTimeout(resolve, JOINING))]);
      await live?.save();
      if (isUnsafe()) throw new Error(words.notConnectedYet);
    },
    caret() {
      if (shown?.hasFocus !== true) return null;
      const { anchor, head } = shown.state.selection.main;
      return [anchor, head];
    },
    select(anchor, head) {
      wanted = [anchor, head];
      if (shown) selectIn(shown, wanted);
      else intent.focus();
    },
    text: () => shown?.state.sliceDoc() ?? null,
    measure: () => shown?.requestMeasure(),
    onChange: (changed) => void listeners.push(changed),
    editor: shownLater.promise,
  };
}

/** Below the text of a short page there is nothing else a click could mean. */
function writeBelow(root: HTMLElement, signal: AbortSignal, editor: Editor, view: EditorView): void {
  root.closest("main")?.addEventListener(
    "click",
    ({ target, clientY }) => {
      const { bottom, height } = view.dom.getBoundingClientRect();
      // A view of tasks hides it.
      const isBelow = height > 0 && clientY > bottom;
      if (!isBelow || (target !== root && target !== root.parentElement)) return;
      if ("writeBelow" in editor) editor.writeBelow(view);
      else selectIn(view, [Infinity, Infinity]);
    },
    { signal },
  );
}

/** As the arrow up from the first line does. */
function focusTitle(root: HTMLElement): boolean {
  const title = find("[data-title]", HTMLTextAreaElement, root);
  title?.focus();
  title?.setSelectionRange(title.value.length, title.value.length);
  return title !== null;
}

/** Places past the end are the end. */
function selectIn(view: EditorView, [anchor, head]: readonly [number, number]): void {
  const end = view.state.doc.length;
  view.dispatch({ selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) } });
  view.focus();
}

/** Null where the page has no place for what is live. */
async function connect(
  root: HTMLElement,
  signal: AbortSignal,
  revision: number,
  onTitle: (title: string) => void,
): Promise<LiveDocument | null> {
  const slot = find("[data-live]", HTMLElement, root);
  if (!slot) return null;
  const { page: pageId = "", user: userId = "" } = root.dataset;
  const access = prefetchAccess(pageId);
  const live = await import("./live-document.tsx");
  return signal.aborted ? null : new live.LiveDocument({ pageId, userId, revision, access, slot, signal, onTitle });
}
