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
  /** The editor, once it is there. */
  readonly editor: Promise<EditorView>;
};

/** Milliseconds that what was typed waits for the page's connection when the page is left. */
const JOINING = 3_000;

const loadEditor = (root: HTMLElement) =>
  isSource(root.dataset["type"] ?? "") ? import("../editor/code-editor.ts") : import("../editor/document-editor.ts");

type Editor = Awaited<ReturnType<typeof loadEditor>>;

type Shown = { readonly view: EditorView; readonly module: Editor };

/** Null where the page has no document to write. `onTitle` hears of titles that others gave it. */
export function startDocument(
  root: HTMLElement,
  signal: AbortSignal,
  onTitle: (title: string) => void,
): WrittenDocument | null {
  const source = find("[data-doc-source]", HTMLTemplateElement, root);
  const print = find("[data-print]", HTMLElement, root);
  if (!source || !print) return null;
  const page = new DocumentPage(root, signal, print, source, onTitle);
  addEventListener("beforeunload", (event) => page.isUnsafe && event.preventDefault(), { signal });
  const save = (event: KeyboardEvent): void => {
    // Everything is saved as it is typed; the browser's own way would save the page as a file.
    const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s";
    if (!isSave) return;
    event.preventDefault();
    page.save().catch(() => undefined);
  };
  addEventListener("keydown", save, { signal });
  return page;
}

class DocumentPage implements WrittenDocument {
  readonly editor: Promise<EditorView>;
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #intent: PrintIntent;
  /** As it was printed. */
  readonly #text: string;
  readonly #onTitle: (title: string) => void;
  /** Once it is known whether there is a connection. */
  readonly #joined: Promise<void>;
  #shown: Shown | null = null;
  #wanted: readonly [number, number] | null = null;
  #live: LiveDocument | null = null;

  constructor(
    root: HTMLElement,
    signal: AbortSignal,
    print: HTMLElement,
    source: HTMLTemplateElement,
    onTitle: (title: string) => void,
  ) {
    // Printed by the Worker.
    const { text, revision } = JSON.parse(source.content.textContent ?? "") as { text: string; revision: number };
    this.#root = root;
    this.#signal = signal;
    this.#text = text;
    this.#onTitle = onTitle;
    this.#intent = listenToPrint(print);
    const { promise, resolve } = Promise.withResolvers<Shown>();
    this.editor = promise.then(({ view }) => view);
    const coming = connect(root, signal, revision, (title) => this.#retitle(title));
    // Whether it came is asked once the text can be typed in.
    coming.catch(() => undefined);
    this.#joined = promise.then((shown) => this.#join(coming, shown));
    this.#start(print, resolve).catch(showError);
  }

  get isUnsafe(): boolean {
    return this.#live ? this.#live.isUnsafe : this.#hasTyped;
  }

  focus(): void {
    (this.#shown?.view ?? this.#intent).focus();
  }

  toggleReading(): void {
    const { module, view } = this.#shown ?? {};
    if (module && view && "toggleReading" in module) module.toggleReading(view);
  }

  async save(): Promise<void> {
    if (this.#hasTyped) await Promise.race([this.#joined, new Promise((resolve) => setTimeout(resolve, JOINING))]);
    await this.#live?.save();
    if (this.isUnsafe) throw new Error(words.notConnectedYet);
  }

  caret(): readonly [number, number] | null {
    if (this.#shown?.view.hasFocus !== true) return null;
    const { anchor, head } = this.#shown.view.state.selection.main;
    return [anchor, head];
  }

  select(anchor: number, head: number): void {
    this.#wanted = [anchor, head];
    if (this.#shown) selectIn(this.#shown.view, this.#wanted);
    else this.#intent.focus();
  }

  text(): string | null {
    return this.#shown?.view.state.sliceDoc() ?? null;
  }

  get #hasTyped(): boolean {
    const text = this.text();
    return text !== null && text !== this.#text;
  }

  #retitle(title: string): void {
    this.#shown?.module.setTitle(this.#shown.view, this.#languageName(title));
    this.#onTitle(title);
  }

  #languageName(title: string): string {
    return languageName(this.#root.dataset["type"] ?? "", title);
  }

  async #start(print: HTMLElement, tell: (shown: Shown) => void): Promise<void> {
    const [root, signal] = [this.#root, this.#signal];
    const editor = await loadEditor(root);
    const view = await editor.takeOver(print, this.#intent, () => this.#createEditor(editor, print));
    if (signal.aborted) return view.destroy();
    signal.addEventListener("abort", () => view.destroy());
    this.#shown = { view, module: editor };
    tell(this.#shown);
    writeBelow(root, signal, editor, view);
    const state = find("[data-live] > .muted", HTMLElement, root);
    if (state) state.textContent = words.connecting;
    if (this.#wanted) selectIn(view, this.#wanted);
    await this.#joined;
    const loadFeatures = async (): Promise<void> => {
      if (!signal.aborted) await editor.loadFeatures(view);
    };
    // Without a network they come with the next one.
    await loadFeatures().catch(() =>
      addEventListener("online", () => void loadFeatures().catch(showError), { once: true, signal }),
    );
  }

  #createEditor(editor: Editor, print: HTMLElement): EditorView {
    const placeholder = find("[data-placeholder]", HTMLElement, print)?.dataset["placeholder"];
    return editor.createEditor({
      text: this.#text,
      title: this.#languageName(find("[data-title]", HTMLTextAreaElement, this.#root)?.value ?? ""),
      context: contextOf(this.#root),
      extensions: editor.earlyTyping(),
      ...(placeholder !== undefined && { placeholder }),
      leaveUp: () => focusTitle(this.#root),
    });
  }

  async #join(coming: Promise<LiveDocument | null>, { view, module }: Shown): Promise<void> {
    try {
      const connected = await coming;
      if (this.#signal.aborted) return;
      connected?.join({ view, undoHistory: module.undoHistory });
      this.#live = connected;
    } catch (error) {
      // Without a connection the editor is one all the same.
      showError(error);
    }
  }
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
