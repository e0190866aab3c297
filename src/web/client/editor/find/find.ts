/** Find and replace in a document: the search is CodeMirror's, panel and keys are ours. */
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  openSearchPanel,
  search,
  searchPanelOpen,
} from "@codemirror/search";
import {
  type EditorSelection,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  type Transaction,
} from "@codemirror/state";
import { type Command, Decoration, EditorView, type KeyBinding, keymap } from "@codemirror/view";
import { words } from "../../../../words/editor-find.ts";
import { addPhrases } from "../phrases.ts";
import { findPanel } from "./find-panel.tsx";
import { elementAround } from "./matches.ts";

type Find = {
  /** The selection when the panel was opened; null while it is closed. */
  readonly origin: EditorSelection | null;
  readonly replaces: boolean;
};

const setFind = StateEffect.define<Find>();

const findField = StateField.define<Find>({
  create: () => ({ origin: null, replaces: false }),
  update(now, tr: Transaction) {
    const mapped = now.origin === null || !tr.docChanged ? now : { ...now, origin: now.origin.map(tr.changes) };
    return tr.effects.reduce((value, effect) => (effect.is(setFind) ? effect.value : value), mapped);
  },
});

const showsReplace = ({ state }: EditorView): boolean => state.field(findField).replaces && !state.readOnly;

const open =
  (replaces: boolean): Command =>
  (view) => {
    const known = view.state.field(findField, false);
    // Search is loaded shortly after the editor.
    if (!known) return false;
    const { origin } = known;
    const isOpen = searchPanelOpen(view.state);
    view.dispatch({
      effects: setFind.of({ origin: isOpen && origin !== null ? origin : view.state.selection, replaces }),
    });
    return openSearchPanel(view);
  };

export const openFind: Command = open(false);
export const openReplace: Command = open(true);

/** Returns to the previous selection. */
const leaveFind: Command = (view) => {
  const { origin } = view.state.field(findField);
  if (!closeSearchPanel(view)) return false;
  view.dispatch({
    effects: setFind.of({ origin: null, replaces: false }),
    ...(origin !== null && { selection: origin, scrollIntoView: true }),
  });
  view.focus();
  return true;
};

/** Closes the panel and leaves the match selected. */
const stayAtMatch: Command = (view) => {
  if (!closeSearchPanel(view)) return false;
  view.dispatch({ effects: setFind.of({ origin: null, replaces: false }) });
  view.focus();
  return true;
};

const around = Decoration.mark({ class: "ed-match-inside" });

const showHidden = EditorView.decorations.compute(["selection", "doc", findField], (state) => {
  const element = searchPanelOpen(state) && getSearchQuery(state).valid ? elementAround(state) : null;
  return element === null ? Decoration.none : Decoration.set(around.range(element.from, element.to));
});

/** In pixels from the top of the window: keeps matches out from under the panel. */
const BELOW_PANEL = 112;
const BELOW_BOTH_LINES = 152;

/** Other keys for the commands of the panel, as in other programs. */
const KEYS = [
  { key: "Mod-h", mac: "Mod-Alt-f", run: openReplace, scope: "editor search-panel", preventDefault: true },
  { key: "F3", run: findNext, shift: findPrevious, scope: "editor search-panel", preventDefault: true },
  { key: "Escape", run: leaveFind, scope: "editor search-panel" },
] satisfies KeyBinding[];

export function find(): Extension {
  addPhrases(words.phrases);
  return [
    findField,
    search({
      top: true,
      createPanel: (view) => findPanel(view, { showsReplace, openReplace, close: stayAtMatch }),
      scrollToMatch: (range, view) =>
        EditorView.scrollIntoView(range, {
          y: "nearest",
          yMargin: showsReplace(view) ? BELOW_BOTH_LINES : BELOW_PANEL,
        }),
    }),
    showHidden,
    Prec.high(keymap.of(KEYS)),
  ];
}
