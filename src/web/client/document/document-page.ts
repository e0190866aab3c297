/**
 * A page with editable text: its print, the editor that replaces the print when the page is idle, and the live
 * connection that takes over from the editor's own state once the text can be edited.
 */
import type { EditorView } from "@codemirror/view";
import { listenToPrint, type PrintIntent } from "../editor/print-intent.ts";
import { words } from "../../../words/page.ts";
import { find } from "../ui/dom.ts";
import { contextOf } from "./editor-context.ts";
import type { LiveDocument } from "../live/live-document.tsx";
import { showError } from "../ui/notice.ts";
import { isSource, languageName } from "../../shared/page-kinds.ts";
import { prefetchAccess } from "../live/socket-access.ts";

/** Operations on the text of an open page. */
export type WrittenDocument = {
  /** Sends pending changes; rejects if they cannot be saved. */
  save(): Promise<void>;
  focus(): void;
  /** Switches between the rendered text, also for screen readers, and the editor. */
  toggleReading(): void;
  /** The selection as offsets in the text; null while the editor has no focus. */
  caret(): readonly [number, number] | null;
  select(anchor: number, head: number): void;
  /** The current text; null before the editor has loaded. */
  text(): string | null;
  /** Resolves once the editor has loaded. */
  readonly editor: Promise<EditorView>;
  /** Resolves once it is known whether there is a connection. */
  readonly live: Promise<LiveDocument | null>;
};

/** How long (ms) unsaved typing may wait for the connection when the user leaves the page. */
const JOINING = 3_000;

const loadEditor = (root: HTMLElement) =>
  isSource(root.dataset["type"] ?? "") ? import("../editor/code-editor.ts") : import("../editor/document-editor.ts");

type Editor = Awaited<ReturnType<typeof loadEditor>>;

/** Drawn from the start if the text has properties; otherwise loaded with the editor's other features. */
const loadProperties = (root: HTMLElement, text: string) =>
  text.startsWith("---") && !isSource(root.dataset["type"] ?? "")
    ? import("../editor/properties/properties.ts")
    : Promise.resolve(null);

type Properties = Awaited<ReturnType<typeof loadProperties>>;

type Shown = { readonly view: EditorView; readonly module: Editor };

/** Null if the page has no editable document. `onTitle` is called when another user changes the title. */
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
    // Changes are saved as they are typed; the browser's default would save the page as a file.
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
  readonly live: Promise<LiveDocument | null>;
  readonly #root: HTMLElement;
  readonly #signal: AbortSignal;
  readonly #intent: PrintIntent;
  /** The text as printed. */
  readonly #text: string;
  readonly #onTitle: (title: string) => void;
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
    // A failure is handled in `#join`, once the text can be edited.
    coming.catch(() => undefined);
    this.live = promise.then((shown) => this.#join(coming, shown));
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
    if (this.#hasTyped) await Promise.race([this.live, new Promise((resolve) => setTimeout(resolve, JOINING))]);
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
    const [editor, drawn] = await Promise.all([loadEditor(root), loadProperties(root, this.#text)]);
    const view = await editor.takeOver(print, this.#intent, () => this.#createEditor(editor, drawn, print));
    if (signal.aborted) return view.destroy();
    signal.addEventListener("abort", () => view.destroy());
    this.#shown = { view, module: editor };
    tell(this.#shown);
    writeBelow(root, signal, editor, view);
    const state = find("[data-live] > .muted", HTMLElement, root);
    if (state) state.textContent = words.connecting;
    if (this.#wanted) selectIn(view, this.#wanted);
    await this.live;
    const loadFeatures = async (): Promise<void> => {
      if (!signal.aborted) await editor.loadFeatures(view);
    };
    // When offline, they are loaded when the network returns.
    await loadFeatures().catch(() =>
      addEventListener("online", () => void loadFeatures().catch(showError), { once: true, signal }),
    );
  }

  #createEditor(editor: Editor, drawn: Properties, print: HTMLElement): EditorView {
    const placeholder = find("[data-placeholder]", HTMLElement, print)?.dataset["placeholder"];
    return editor.createEditor({
      text: this.#text,
      title: this.#languageName(find("[data-title]", HTMLTextAreaElement, this.#root)?.value ?? ""),
      context: contextOf(this.#root),
      extensions: [editor.earlyTyping(), drawn?.properties ?? []],
      ...(placeholder !== undefined && { placeholder }),
      leaveUp: () => focusTitle(this.#root),
    });
  }

  async #join(coming: Promise<LiveDocument | null>, { view, module }: Shown): Promise<LiveDocument | null> {
    try {
      const connected = await coming;
      if (this.#signal.aborted) return null;
      connected?.join({ view, undoHistory: module.undoHistory });
      return (this.#live = connected);
    } catch (error) {
      // The editor works without a connection.
      showError(error);
      return null;
    }
  }
}

/** A click below the text of a short page can only mean the text. */
function writeBelow(root: HTMLElement, signal: AbortSignal, editor: Editor, view: EditorView): void {
  root.closest("main")?.addEventListener(
    "click",
    ({ target, clientY }) => {
      const { bottom, height } = view.dom.getBoundingClientRect();
      // The height is 0 while a task view hides the editor.
      const isBelow = height > 0 && clientY > bottom;
      if (!isBelow || (target !== root && target !== root.parentElement)) return;
      if ("writeBelow" in editor) editor.writeBelow(view);
      else selectIn(view, [Infinity, Infinity]);
    },
    { signal },
  );
}

/** As the up arrow in the first line does. */
function focusTitle(root: HTMLElement): boolean {
  const title = find("[data-title]", HTMLTextAreaElement, root);
  title?.focus();
  title?.setSelectionRange(title.value.length, title.value.length);
  return title !== null;
}

/** Clamps offsets to the end of the text. */
function selectIn(view: EditorView, [anchor, head]: readonly [number, number]): void {
  const end = view.state.doc.length;
  view.dispatch({ selection: { anchor: Math.min(anchor, end), head: Math.min(head, end) } });
  view.focus();
}

/** Null if the page has no element for the live bar. */
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
  const live = await import("../live/live-document.tsx");
  return signal.aborted ? null : new live.LiveDocument({ pageId, userId, revision, access, slot, signal, onTitle });
}
