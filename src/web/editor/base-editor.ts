/** What every editor of a page's text has, whatever its text is: how it is made, taken over by a live connection, and added to. */
import { history, historyKeymap } from "@codemirror/commands";
import { ensureSyntaxTree } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { drawSelection, EditorView, keymap } from "@codemirror/view";
import { acceptedInput } from "./accepted-input.ts";
import { type EditorContext, editorContext } from "./context.ts";
import { translated } from "./phrases.ts";

export type EditorOptions = {
  readonly text: string;
  readonly context: EditorContext;
  /** Where the editor is put; it stays outside the page when left out. */
  readonly parent?: HTMLElement;
  readonly extensions?: Extension;
  /** Shown while nothing is written. */
  readonly placeholder?: string;
  /** Of the page. */
  readonly title?: string;
  /** Takes the focus to what is above the text; false where nothing is. */
  readonly leaveUp?: () => boolean;
};

/** Undo by this editor alone; a live connection puts its own in here, which leaves other people's words in place. */
export const undoHistory = new Compartment();
const lazyFeatures = new Compartment();

const titleChanged = StateEffect.define<string>();

/** The title of the page, which says what language its text is in. */
export const pageTitle = StateField.define<string>({
  create: () => "",
  update: (title, { effects }) =>
    effects.reduce((now, effect) => (effect.is(titleChanged) ? effect.value : now), title),
});

export function createBaseEditor(
  { text, context, parent, extensions, title = "", leaveUp }: EditorOptions,
  own: Extension,
): EditorView {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content;
  const state = EditorState.create({
    doc: text,
    extensions: [
      // Positions are those of the stored text, whatever line ends it has.
      EditorState.lineSeparator.of("\n"),
      // Of all filters this one runs last.
      Prec.highest(acceptedInput),
      EditorState.allowMultipleSelections.of(true),
      translated,
      // A caret of the browser's own is as high as the text before it: at the end of hidden marks nobody would see it.
      drawSelection(),
      nonce === undefined ? [] : EditorView.cspNonce.of(nonce),
      editorContext.of(context),
      pageTitle.init(() => title),
      undoHistory.of([history(), keymap.of(historyKeymap)]),
      extensions ?? [],
      leaveUp === undefined ? [] : keymap.of([{ key: "ArrowUp", run: (view) => isOnFirstRow(view) && leaveUp() }]),
      own,
      lazyFeatures.of([]),
    ],
  });
  const read = withSyntax(state);
  return new EditorView(parent ? { state: read, parent } : { state: read });
}

/** Most ms spent on reading the syntax at once; a longer text is read on while the editor is there. */
const PARSE_MS = 50;

/** Read before the view is made, which would draw what it shows twice otherwise. */
function withSyntax(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, PARSE_MS);
  return state.update({}).state;
}

/** Lines may wrap: then the first one has several rows. */
function isOnFirstRow(view: EditorView): boolean {
  const { main } = view.state.selection;
  if (!main.empty || view.state.doc.lineAt(main.head).number > 1) return false;
  const [caret, start] = [view.coordsAtPos(main.head), view.coordsAtPos(0)];
  return caret !== null && start !== null && caret.top <= start.bottom;
}

export const addFeatures = (view: EditorView, features: Extension): void =>
  view.dispatch({ effects: lazyFeatures.reconfigure(features) });

/** Calls back after each change of the text from now on, whoever makes it. */
export function hearChanges(view: EditorView, changed: () => void): void {
  const listener = EditorView.updateListener.of(({ docChanged }) => docChanged && changed());
  view.dispatch({ effects: StateEffect.appendConfig.of(listener) });
}

export function setTitle(view: EditorView, title: string): void {
  if (view.state.field(pageTitle) !== title) view.dispatch({ effects: titleChanged.of(title) });
}
