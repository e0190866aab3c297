/**
 * A page whose text is printed and may be written: its print, the editor that takes over when the page is at rest, and the
 * live connection that takes over from the editor's own memory once it can be typed in.
 */
import type { EditorView } from "@codemirror/view";
import { listenToPrint, type PrintIntent } from "../editor/print-intent.ts";
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
  const written = new OpenDocument({ root, signal, onTitle, text, revision, intent: listenToPrint(print) });
  written.start(print).catch(showError);
  const leave = (event: Event): void => {
    if (written.isUnsafe) event.preventDefault();
  };
  const save = (event: KeyboardEvent): void => {
    // Everything is saved as it is typed; the browser's own way would save the page as a file.
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!isSave) return;
    event.preventDefault();
    void written.saveNow();
  };
  addEventListener("beforeunload", leave, { signal });
  addEventListener("keydown", save, { signal });
  return written;
}

type Opened = {
  readonly root: HTMLElement;
  readonly signal: AbortSignal;
  readonly onTitle: (title: string) => void;
  /** As it was printed. */
  readonly text: string;
  readonly revision: number;
  readonly intent: PrintIntent;
};

type Editor = Awaited<ReturnType<typeof loadEditor>>;

class OpenDocument implements WrittenDocument {
  readonly #opened: Opened;
  readonly #listeners: (() => void)[] = [];
  readonly #shownLater = Promise.withResolvers<EditorView>();
  readonly #tried = Promise.withResolvers<void>();
  #editor: Editor | null = null;
  #view: EditorView | null = null;
  #wanted: readonly [number, number] | null = null;
  #live: LiveDocument | null = null;

  constructor(opened: Opened) {
    this.#opened = opened;
  }

  get editor(): Promise<EditorView> {
    return this.#shownLater.promise;
  }

  /** What was typed could be lost by leaving now. */
  get isUnsafe(): boolean {
    return this.#live ? this.#live.isUnsafe : this.#hasTyped;
  }

  async start(print: HTMLElement): Promise<void> {
    const { root, signal, revision, onTitle } = this.#opened;
    const coming = connect(root, signal, revision, (title) => {
      if (this.#view) this.#editor?.setTitle(this.#view, this.#named(title));
      onTitle(title);
    });
    // Whether it came is asked once the text can be typed in.
    coming.catch(() => undefined);
    const editor = await loadEditor(root);
    const view = await this.#takeOver(editor, print);
    if (signal.aborted) return view.destroy();
    signal.addEventListener("abort", () => view.destroy());
    this.#editor = editor;
    this.#view = view;
    this.#shownLater.resolve(view);
    writeBelow(this.#opened, editor, view);
    const state = find("[data-live] > .muted", HTMLElement, root);
    if (state) state.textContent = words.connecting;
    if (this.#wanted) selectIn(view, this.#wanted);
    try {
      const connected = await coming;
      if (signal.aborted) return;
      connected?.join({ view, undoHistory: editor.undoHistory });
      this.#live = connected;
    } catch (error) {
      // Without a connection the editor is one all the same.
      showError(error);
    } finally {
      this.#tried.resolve();
    }
    const loadFeatures = async (): Promise<void> => {
      if (!signal.aborted) await editor.loadFeatures(view);
    };
    // Without a network they come with the next one.
    await loadFeatures().catch(() =>
      addEventListener("online", () => void loadFeatures().catch(showError), { once: true, signal }),
    );
  }

  focus(): void {
    if (this.#view) this.#view.focus();
    else this.#opened.intent.focus();
  }

  toggleReading(): void {
    if (this.#view && this.#editor && "toggleReading" in this.#editor) void this.#editor.toggleReading(this.#view);
  }

  async save(): Promise<void> {
    if (this.#hasTyped)
      await Promise.race([this.#tried.promise, new Promise((resolve) => setTimeout(resolve, JOINING))]);
    await this.saveNow();
    if (this.isUnsafe) throw new Error(words.notConnectedYet);
  }

  /** Without waiting for a connection. */
  async saveNow(): Promise<void> {
    await this.#live?.save();
  }

  caret(): readonly [number, number] | null {
    if (this.#view?.hasFocus !== true) return null;
    const { anchor, head } = this.#view.state.selection.main;
    return [anchor, head];
  }

  select(anchor: number, head: number): void {
    this.#wanted = [anchor, head];
    if (this.#view) selectIn(this.#view, this.#wanted);
    else this.#opened.intent.focus();
  }

  text(): string | null {
    return this.#view?.state.sliceDoc() ?? null;
  }

  measure(): void {
    this.#view?.requestMeasure();
  }

  onChange(changed: () => void): void {
    this.#listeners.push(changed);
  }

  get #hasTyped(): boolean {
    return this.#view !== null && this.#view.state.sliceDoc() !== this.#opened.text;
  }

  #takeOver(editor: Editor, print: HTMLElement): Promise<EditorView> {
    const { root, text, intent } = this.#opened;
    const placeholder = find("[data-placeholder]", HTMLElement, print)?.dataset["placeholder"];
    const changed = (): void => this.#listeners.forEach((tell) => tell());
    return editor.takeOver(print, intent, () =>
      editor.createEditor({
        text,
        title: this.#named(find("[data-title]", HTMLTextAreaElement, root)?.value ?? ""),
        context: contextOf(root),
        extensions: [editor.earlyTyping(), editor.tellChanges(changed)],
        ...(placeholder !== undefined && { placeholder }),
        leaveUp: () => focusTitle(root),
      }),
    );
  }

  #named(title: string): string {
    return languageName(this.#opened.root.dataset["type"] ?? "", title);
  }
}

/** Below the text of a short page there is nothing else a click could mean. */
function writeBelow({ root, signal }: Opened, editor: Editor, view: EditorView): void {
  find("main", HTMLElement)?.addEventListener(
    "click",
    ({ target, clientY }) => {
      const { bottom, height } = view.dom.getBoundingClientRect();
      // A view of tasks hides it.
      const isBelow = height > 0 && clientY > bottom;
      if (!isBelow || (target !== root && target !== root.parentElement)) return;
      if ("writeBelow" in editor) editor.writeBelow(view);
      else selectIn(view, [view.state.doc.length, view.state.doc.length]);
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
