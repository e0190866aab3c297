/**
 * Suggestion mode: an editor of its own in place of the page's text, in which the user writes a draft. Nothing of it reaches
 * the page until the user sends it as suggestions. Others' changes of the page's text are merged into it.
 */
import { history, historyKeymap } from "@codemirror/commands";
import { type ChangeSet, Compartment, EditorState, type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { render } from "preact";
import { plural } from "../../../words/plural.ts";
import { words } from "../../../words/suggesting.ts";
import { contextOf } from "../document/editor-context.ts";
import { isSource, languageName } from "../../shared/page-kinds.ts";
import { ask } from "../ui/dialog.ts";
import { element, find } from "../ui/dom.ts";
import { announce, announceForScreenReaders, attempt, showError } from "../ui/notice.ts";
import { SuggestingBar } from "./bar.tsx";
import { changesOf, type Draft, emptyDraft, followBase } from "./draft.ts";
import { draftField, showDraft, takeBaseChange } from "./draft-state.ts";
import type { DraftStore } from "./draft-store.ts";
import { draftTheme } from "./draft-theme.ts";
import { setShownDraft } from "./shown-draft.ts";
import { sendDraft } from "./send.ts";
import { suggestedChanges } from "./suggested-changes.ts";
import { changesBetween, type TextSource } from "./text-source.ts";

/** Delay (ms) after the last keystroke until the draft is stored and its changes are counted. */
const PAUSE = 250;
export { claimDraft } from "./draft-store.ts";
export { sourceOfEditor, sourceOfPrint } from "./text-source.ts";

/** CodeMirror reads the end of a composition from the DOM shortly after it ends. */
const AFTER_COMPOSITION = 60;

export type SessionOptions = {
  readonly root: HTMLElement;
  readonly source: TextSource;
  readonly store: DraftStore;
  /** Ends the mode. */
  readonly leave: (hasChanges: boolean) => void;
};

const loadEditor = (root: HTMLElement) =>
  isSource(root.dataset["type"] ?? "") ? import("../editor/code-editor.ts") : import("../editor/document-editor.ts");

type Editor = Awaited<ReturnType<typeof loadEditor>>;

/** Opens the mode; `signal` ends it and keeps the draft. */
export async function startSession(options: SessionOptions, signal: AbortSignal): Promise<void> {
  const editor = await loadEditor(options.root);
  if (!signal.aborted) new Session(options, editor).start(signal);
}

class Session {
  readonly #options: SessionOptions;
  readonly #editor: Editor;
  readonly #view: EditorView;
  readonly #bar = element("section", { class: "suggesting-bar", "aria-label": words.suggesting });
  /** Changes that the editor cannot show while a text is being composed. */
  #incoming: ChangeSet | null = null;
  readonly #readOnly = new Compartment();
  #comment: string;
  #count = 0;
  #isSending = false;
  #timer = 0;
  #keeping = Promise.resolve();

  constructor(options: SessionOptions, editor: Editor) {
    const { root, source, store } = options;
    this.#options = options;
    this.#editor = editor;
    this.#comment = store.kept?.comment ?? "";
    const { base, changes } = store.kept ?? emptyDraft(source.text);
    const { draft } = followBase({ base, changes }, changesBetween(base.toString(), source.text.toString()));
    this.#view = editor.createEditor({
      text: draft.changes.apply(draft.base).toString(),
      title: languageName(root.dataset["type"] ?? "", titleOf(root)),
      context: contextOf(root),
      extensions: this.#extensions(draft),
    });
  }

  start(signal: AbortSignal): void {
    const { root, source } = this.#options;
    setShownDraft(root, {
      view: this.#view,
      toDraft: (offset, assoc) => {
        const { base, changes } = this.#draft;
        return changes.mapPos(Math.min(offset, base.length), assoc);
      },
      toPage: (offset, assoc) => this.#draft.changes.invertedDesc.mapPos(offset, assoc),
    });
    // The reading view takes the place of the editor within it.
    const restore = source.show(element("div", {}, this.#view.dom));
    this.#view.requestMeasure();
    // After the text, so that it follows in the order of focus.
    find("[data-doc]", HTMLElement, root)?.after(this.#bar);
    root.toggleAttribute("data-suggesting", true);
    // It would show the page's own editor. The draft has its own reading view, by its key.
    const reading = find("[data-act=read]", HTMLButtonElement, root);
    if (reading) reading.disabled = true;
    source.follow((theirs) => this.#take(theirs), signal);
    addEventListener("pagehide", () => this.#keep(), { signal });
    signal.addEventListener("abort", () => {
      this.#keep();
      setShownDraft(root, null);
      restore();
      render(null, this.#bar);
      this.#bar.remove();
      root.removeAttribute("data-suggesting");
      if (reading) reading.disabled = false;
      this.#view.destroy();
    });
    this.#look();
    this.#view.focus();
    announceForScreenReaders(words.started);
    this.#editor.loadFeatures(this.#view).catch(showError);
  }

  get #draft(): Draft {
    return this.#view.state.field(draftField);
  }

  get #isChanged(): boolean {
    return changesOf(this.#draft, this.#view.state.doc).length > 0;
  }

  #extensions(draft: Draft): Extension {
    return [
      draftField.init(() => draft),
      draftTheme,
      this.#readOnly.of([]),
      Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (this.#send(), true), preventDefault: true }])),
      EditorView.updateListener.of(({ docChanged }) => docChanged && this.#changed()),
      EditorView.domEventHandlers({
        compositionend: () => void setTimeout(() => this.#showIncoming(), AFTER_COMPOSITION),
      }),
      EditorView.contentAttributes.of({ "aria-description": words.howItWorks }),
    ];
  }

  #take(theirs: ChangeSet): void {
    this.#incoming = this.#incoming?.compose(theirs) ?? theirs;
    this.#showIncoming();
  }

  #showIncoming(): void {
    if (this.#incoming === null || this.#view.composing) return;
    const { spec, isConflict } = takeBaseChange(this.#view.state, this.#incoming);
    this.#incoming = null;
    this.#view.dispatch(spec);
    if (isConflict) announce(words.conflict);
  }

  #changed(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#keep();
      this.#look();
    }, PAUSE);
  }

  /** Counts the changes and draws the bar. */
  #look(): void {
    const draft = this.#draft;
    this.#count = suggestedChanges(draft.base.toString(), changesOf(draft, this.#view.state.doc)).changes.length;
    this.#draw();
  }

  /** One after the other, so that the last one stays. */
  #keep(): void {
    clearTimeout(this.#timer);
    const kept = this.#isChanged ? { ...this.#draft, comment: this.#comment } : null;
    this.#keeping = this.#keeping.then(() => this.#options.store.put(kept)).catch(showError);
  }

  #send(): void {
    if (this.#isSending) return;
    if (!this.#isChanged) return announce(words.nothing);
    const { root, source } = this.#options;
    attempt(find("[data-send]", HTMLElement, this.#bar), async () => {
      this.#setSending(true);
      try {
        await source.save();
        const { count, rest, error } = await sendDraft(root.dataset["page"] ?? "", this.#draft, this.#comment.trim());
        this.#comment = "";
        this.#show(followBase(rest, changesBetween(rest.base.toString(), this.#draft.base.toString())).draft);
        announce(plural(count, words.sentCounted));
        if (error !== null) showError(error);
      } finally {
        this.#setSending(false);
      }
    });
  }

  /** What is typed while the draft is being sent would be in neither. */
  #setSending(isSending: boolean): void {
    this.#isSending = isSending;
    const closed = [EditorState.readOnly.of(true), EditorState.changeFilter.of(() => false)];
    this.#view.dispatch({ effects: this.#readOnly.reconfigure(isSending ? closed : []) });
    this.#draw();
  }

  #show(draft: Draft): void {
    const { undoHistory } = this.#editor;
    this.#view.dispatch(showDraft(this.#view.state, draft));
    // What was sent or discarded is not brought back by undo.
    this.#view.dispatch({ effects: undoHistory.reconfigure([]) });
    this.#view.dispatch({ effects: undoHistory.reconfigure([history(), keymap.of(historyKeymap)]) });
    this.#keep();
    this.#look();
  }

  async #discard(): Promise<void> {
    if (this.#count > 0 && !(await ask(words.discardTitle, words.discardSentence, words.discard))) return;
    this.#comment = "";
    this.#show(emptyDraft(this.#draft.base));
    this.#view.focus();
  }

  #draw(): void {
    render(
      <SuggestingBar
        count={this.#count}
        comment={this.#comment}
        isSending={this.#isSending}
        setComment={(comment) => {
          this.#comment = comment;
          this.#changed();
        }}
        send={() => this.#send()}
        discard={() => void this.#discard()}
        leave={() => this.#options.leave(this.#isChanged)}
      />,
      this.#bar,
    );
  }
}

const titleOf = (root: HTMLElement): string =>
  find("[data-title]", HTMLTextAreaElement, root)?.value ??
  find("[data-shown-title]", HTMLElement, root)?.textContent ??
  "";
