/** What all text editors of a page share: creation, binding to a live connection, and lazily added features. */
import { history, historyKeymap } from "@codemirror/commands";
import { ensureSyntaxTree } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { acceptedInput } from "./accepted-input.ts";
import { type EditorContext, editorContext } from "./context.ts";
import { translated } from "./phrases.ts";
import { isOnFirstRow } from "./rows.ts";

export type EditorOptions = {
  readonly text: string;
  readonly context: EditorContext;
  /** Where the editor is inserted; if omitted, it stays detached. */
  readonly parent?: HTMLElement;
  readonly extensions?: Extension;
  /** Shown while the text is empty. */
  readonly placeholder?: string;
  /** Title of the page. */
  readonly title?: string;
  /** Moves the focus to what is above the text; returns false if there is nothing. */
  readonly leaveUp?: () => boolean;
};

/** This editor's local history; a live connection replaces it with an undo that leaves other users' edits alone. */
export const undoHistory = new Compartment();
const lazyFeatures = new Compartment();

const titleChanged = StateEffect.define<string>();

/** The page title, which helps to detect the language of the text. */
export const pageTitle = StateField.define<string>({
  create: () => "",
  update: (title, { effects }) =>
    effects.reduce((now, effect) => (effect.is(titleChanged) ? effect.value : now), title),
});

export function createBaseEditor(
  { text, context, parent, extensions, title = "", leaveUp }: EditorOptions,
  own: Extension,
): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce;
  const state = EditorState.create({
    doc: text,
    extensions: [
      // Offsets match the stored text, whatever its line endings.
      EditorState.lineSeparator.of("\n"),
      // Runs after all other filters.
      Prec.highest(acceptedInput),
      EditorState.allowMultipleSelections.of(true),
      translated,
      // The browser sizes its native caret by the text before it, so at the end of hidden marks it would be invisible.
      drawSelection(),
      nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
      editorContext.of(context),
      pageTitle.init(() => title),
      undoHistory.of([history(), keymap.of(historyKeymap)]),
      extensions ?? [],
      leaveUp === undefined ? [] : keymap.of([{ key: "ArrowUp", run: (view) => isOnFirstRow(view, 0) && leaveUp() }]),
      own,
      lazyFeatures.of([]),
    ],
  });
  const read = withSyntax(state);
  return new EditorView(parent ? { state: read, parent } : { state: read });
}

/** Maximum time (ms) for the initial parse; a longer text is parsed further once the editor is shown. */
const PARSE_MS = 50;

/** Parsed before the view is created, which would otherwise draw twice. */
function withSyntax(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return state.update({}).state;
}

export const addFeatures = (view: EditorView, features: Extension): void =>
  view.dispatch({ effects: lazyFeatures.reconfigure(features) });

/** Calls `changed` after every change of the text from now on, whoever makes it. */
export function hearChanges(view: EditorView, changed: () => void): void {
  const listener = EditorView.updateListener.of(({ docChanged }) => docChanged && changed());
  view.dispatch({ effects: StateEffect.appendConfig.of(listener) });
}

export function setTitle(view: EditorView, title: string): void {
  if (view.state.field(pageTitle) !== title) view.dispatch({ effects: titleChanged.of(title) });
}
