/** Chooses the view that shows the marks: the print, the editor, the rows of tasks, the cells of a sheet, or a file. */
import type { EditorView } from "@codemirror/view";
import type { Page } from "../../../features/pages/contract.ts";
import { call, path } from "../api/api.ts";
import type { WrittenDocument } from "../document/document-page.ts";
import { find } from "../ui/dom.ts";
import { showError } from "../ui/notice.ts";
import { shownDraft } from "../suggesting/shown-draft.ts";
import { DraftSurface } from "./draft-surface.ts";
import { EditorSurface } from "./editor-surface.ts";
import { PrintSurface, type PrintedSource } from "./print-surface.ts";
import { SheetSurface } from "./sheet-surface.ts";
import type { Lit, Mark, Surface, SurfaceEvents } from "./surface.ts";
import { TasksSurface } from "./tasks-surface.ts";

type Host = { readonly root: HTMLElement; readonly signal: AbortSignal; readonly written: WrittenDocument | null };

export class Surfaces {
  current: Surface | null = null;
  readonly #host: Host;
  readonly #events: SurfaceEvents;
  /** The marks have to be shown again: in another view, or in another text. */
  readonly #changed: () => void;
  readonly #observer: MutationObserver;
  #view: EditorView | null = null;
  #lit: Lit = { active: null, hovered: null };
  #source: PrintedSource | null = null;
  #choosing: Promise<void> | null = null;

  constructor(host: Host, events: SurfaceEvents, changed: () => void) {
    this.#host = host;
    this.#events = events;
    this.#changed = changed;
    this.#observer = new MutationObserver((records) => this.#mutated(records));
    const { root, written, signal } = host;
    for (const text of root.querySelectorAll("[data-doc], [data-tasks], [data-sheet], .column:has(> [data-file])"))
      this.#observer.observe(text, { childList: true, subtree: true, attributeFilter: ["data-shows-text"] });
    const edited = async (): Promise<void> => {
      const view = (await written?.editor) ?? null;
      if (signal.aborted) return;
      this.#view = view;
      this.#choose();
    };
    edited().catch(reportError);
    this.#choose();
  }

  mark(marks: readonly Mark[]): void {
    this.current?.mark(marks);
  }

  light(lit: Lit): void {
    this.#lit = lit;
    this.current?.light(lit);
  }

  /** The text of the page. */
  async text(): Promise<string> {
    return this.#view?.state.sliceDoc() ?? (await this.#read()).text;
  }

  end(): void {
    this.#observer.disconnect();
    this.current?.end();
    this.current = null;
  }

  #mutated(records: readonly MutationRecord[]): void {
    const { current } = this;
    if (current instanceof EditorSurface && current.element.isConnected) {
      if (records.some(({ target }) => target instanceof Element && target.closest(".md-tw, [data-shows-text]")))
        current.drawn();
      if (!records.some(({ type }) => type === "attributes")) return;
    }
    // A reader's print has been updated to a newer text.
    if (current instanceof PrintSurface && records.some(({ target }) => current.element.contains(target)))
      this.#source = null;
    this.#choose();
  }

  /** Resolves once the view that is on the screen shows the marks. */
  async ready(): Promise<Surface | null> {
    await this.#choosing;
    return this.current;
  }

  #choose(): void {
    this.#choosing ??= Promise.resolve()
      .then(() => this.#make())
      .catch(showError)
      .finally(() => (this.#choosing = null));
  }

  async #make(): Promise<void> {
    const { signal } = this.#host;
    const next = await this.#next();
    if (next === this.current) return;
    if (signal.aborted) return next?.end();
    this.current?.end();
    this.current = next;
    if (!next) return;
    this.#changed();
    next.light(this.#lit);
  }

  /** Returns the current one if it is still shown. */
  async #next(): Promise<Surface | null> {
    const { root, written } = this.#host;
    const { current } = this;
    const file = find("[data-file]", HTMLElement, root);
    if (file) {
      const { surfaceOf } = await import("./file-surface.ts");
      return surfaceOf(file, current, this.#events);
    }
    const sheet = find("[data-sheet]:not([data-shows-text])", HTMLElement, root);
    if (sheet)
      return current instanceof SheetSurface && current.isShown ? current : SheetSurface.in(sheet, this.#events);
    const tasks = find("[data-tasks]:not([data-shows-text]) [data-tasks-view]", HTMLElement, root);
    if (tasks) {
      const text = await this.text();
      if (current instanceof TasksSurface && current.element === tasks) {
        current.update(text);
        return current;
      }
      return new TasksSurface(tasks, text, async () => written?.save(), this.#events);
    }
    const draft = shownDraft(root);
    if (draft)
      return current instanceof DraftSurface && current.element === draft.view.dom
        ? current
        : new DraftSurface(draft, this.#events);
    const view = this.#view;
    if (view?.dom.isConnected) {
      if (current instanceof EditorSurface && current.element === view.dom) return current;
      return new EditorSurface(view, async () => written?.save(), this.#events);
    }
    const print = find("[data-doc] [data-print]", HTMLElement, root);
    if (!print) return null;
    const source = view ? { text: view.state.sliceDoc(), revision: null } : await this.#read();
    return current instanceof PrintSurface && current.shows(print, source)
      ? current
      : new PrintSurface(print, source, this.#events);
  }

  /** As the Worker has printed it, or from the service. */
  async #read(): Promise<PrintedSource> {
    if (this.#source) return this.#source;
    const { root } = this.#host;
    const printed = find("[data-doc-source]", HTMLTemplateElement, root)?.content.textContent;
    if (printed !== undefined) return (this.#source = JSON.parse(printed) as PrintedSource); // printed by the Worker
    const { content, revision } = await call<Page>("GET", path`/api/pages/${root.dataset["page"] ?? ""}`);
    return (this.#source = { text: content, revision });
  }
}
