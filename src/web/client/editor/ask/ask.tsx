/** Asks for a suggestion for the selected text or the caret's line, and applies it if the user accepts it. */
import { StateEffect } from "@codemirror/state";
import { EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { createRef, render } from "preact";
import { MAX_ASKED_TEXT } from "../../../../kernel/suggestion.ts";
import { diffText } from "../../../../realtime/diff.ts";
import { words } from "../../../../words/editor-ask.ts";
import { type Layer, openLayer } from "../../ui/layer.ts";
import { announceForScreenReaders } from "../../ui/notice.ts";
import { rove } from "../../ui/roving.ts";
import { editorContext } from "../context.ts";
import { anchorAt } from "../menus/typing.ts";
import { type AskedRange, askedRange, hasChanged, rangeToAsk, setAsked, textsOf } from "./asked-range.ts";
import { type Choice, Choices } from "./choices.tsx";
import { diffPieces, suggestedText } from "./suggested-text.ts";
import { type Shown, SuggestionCard } from "./suggestion-card.tsx";

const NOTHING: AskedRange = { from: 0, to: 0, text: "" };

class Ask implements PluginValue {
  readonly #view: EditorView;
  readonly #main = createRef<HTMLButtonElement>();
  #layer: Layer | null = null;
  /** Aborted when the card closes. */
  #open = new AbortController();
  #choice: Choice | null = null;
  /** Null while the user chooses what to ask for. */
  #shown: Shown | null = null;
  #suggested = "";

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** Offers the actions, below the text that they are about. */
  start(): void {
    this.#drop();
    const view = this.#view;
    view.dispatch({ effects: setAsked.of(rangeToAsk(view.state)) });
    const anchor = anchorAt(view, () => [this.#range.from, this.#range.to]);
    const layer = openLayer("ed-ask-card", anchor, "bottom-start", 8);
    const { element } = layer;
    this.#layer = layer;
    element.role = "dialog";
    element.ariaLabel = words.ask;
    element.addEventListener("keydown", (event) => this.#onKey(event));
    const leave = ({ target }: Event): void => {
      // A suggestion stays while the user looks at their text.
      if (this.#shown === null && !(target instanceof Node && element.contains(target))) this.#close(false);
    };
    document.addEventListener("pointerdown", leave, { capture: true, signal: this.#open.signal });
    const { text } = this.#range;
    if (text.length > MAX_ASKED_TEXT) this.#show({ kind: "failed", message: words.tooLong, canRetry: false });
    else render(<Choices hasText={text.trim() !== ""} choose={(choice) => void this.#ask(choice)} />, element);
  }

  update({ docChanged, state }: ViewUpdate): void {
    const shown = this.#shown;
    if (!docChanged || shown?.kind !== "ready") return;
    const isStale = hasChanged(state, state.field(askedRange) ?? NOTHING);
    if (isStale !== shown.hasChanged) queueMicrotask(() => this.#show({ ...shown, hasChanged: isStale }));
  }

  destroy(): void {
    this.#drop();
  }

  get #range(): AskedRange {
    return this.#view.state.field(askedRange) ?? NOTHING;
  }

  get #isCode(): boolean {
    return !this.#view.contentDOM.classList.contains("md");
  }

  async #ask(choice: Choice): Promise<void> {
    const view = this.#view;
    const { signal } = this.#open;
    this.#choice = choice;
    // What is asked for again is asked for the text as it is now.
    const { from, to } = this.#range;
    const range = { from, to, text: view.state.sliceDoc(from, to) };
    view.dispatch({ effects: setAsked.of(range) });
    let reply = "";
    this.#show({ kind: "writing", text: "" });
    announceForScreenReaders(words.writing);
    const write = (text: string): void => {
      reply += text;
      if (!signal.aborted) this.#show({ kind: "writing", text: reply });
    };
    try {
      const request = { ...choice, ...textsOf(view.state, range) };
      const isCut = await view.state.facet(editorContext)?.suggest(request, signal, write);
      if (!signal.aborted) this.#offer(choice, reply, isCut ?? false);
    } catch (error) {
      if (signal.aborted) return;
      this.#show({ kind: "failed", message: error instanceof Error ? error.message : words.failed, canRetry: true });
    }
  }

  #offer({ action }: Choice, reply: string, isCut: boolean): void {
    if (reply.trim() === "") return this.#show({ kind: "failed", message: words.nothing, canRetry: true });
    const { text } = this.#range;
    this.#suggested = suggestedText(action, text, reply, this.#isCode);
    const pieces = diffPieces(text, this.#suggested);
    this.#show({ kind: "ready", pieces, isCut, hasChanged: hasChanged(this.#view.state, this.#range) });
    announceForScreenReaders(words.ready);
  }

  #show(shown: Shown): void {
    const layer = this.#layer;
    if (layer === null) return;
    const isNew = shown.kind !== this.#shown?.kind;
    // While the user writes in their text, the focus stays there.
    const holdsFocus = this.#shown === null || layer.element.contains(document.activeElement);
    this.#shown = shown;
    render(
      <SuggestionCard
        shown={shown}
        isCode={this.#isCode}
        main={this.#main}
        accept={() => this.#accept()}
        copy={() => void this.#copy()}
        again={() => this.#choice && void this.#ask(this.#choice)}
        close={() => this.#close()}
      />,
      layer.element,
    );
    if (holdsFocus && (isNew || !layer.element.contains(document.activeElement))) this.#main.current?.focus();
  }

  /** An ordinary edit of the user, of the words that differ. */
  #accept(): void {
    const view = this.#view;
    const { from, text } = this.#range;
    if (view.state.readOnly || hasChanged(view.state, this.#range)) return;
    const changes = diffText(text, this.#suggested).map(({ at, remove, insert }) => ({
      from: from + at,
      to: from + at + remove,
      insert,
    }));
    const anchor = from + this.#suggested.length;
    view.dispatch({ changes, selection: { anchor }, userEvent: "input.complete", scrollIntoView: true });
    this.#close();
    announceForScreenReaders(words.accepted);
  }

  async #copy(): Promise<void> {
    const context = this.#view.state.facet(editorContext);
    try {
      await navigator.clipboard.writeText(this.#suggested);
    } catch (error) {
      return context?.showError(error);
    }
    this.#close();
    context?.announce(words.copied);
  }

  #onKey(event: KeyboardEvent): void {
    const layer = this.#layer;
    const isOnAccept = this.#shown?.kind === "ready" && document.activeElement === this.#main.current;
    if (event.key === "Escape") this.#close();
    else if (event.key === "Tab" && !event.shiftKey && isOnAccept) this.#main.current?.click();
    else {
      if (layer && document.activeElement?.tagName === "BUTTON" && this.#shown !== null)
        rove(event, layer.element, "horizontal");
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #close(returnsFocus = true): void {
    if (this.#layer === null) return;
    this.#drop();
    this.#view.dispatch({ effects: setAsked.of(null) });
    if (returnsFocus) this.#view.focus();
  }

  #drop(): void {
    this.#open.abort();
    this.#open = new AbortController();
    this.#shown = null;
    const layer = this.#layer;
    this.#layer = null;
    if (layer === null) return;
    render(null, layer.element);
    layer.close();
  }
}

const plugin = ViewPlugin.fromClass(Ask);

/** Opens the actions for the selection, or for the line of the caret. */
export function openAsk(view: EditorView): void {
  if (view.state.readOnly) return;
  if (view.plugin(plugin) === null) view.dispatch({ effects: StateEffect.appendConfig.of([askedRange, plugin]) });
  view.plugin(plugin)?.start();
}

/** Opens them for the editor that `dom` belongs to. */
export function askIn(dom: HTMLElement): void {
  const view = EditorView.findFromDOM(dom);
  if (view) openAsk(view);
}
