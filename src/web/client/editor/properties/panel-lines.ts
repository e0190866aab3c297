/** Shows the lines of the front matter in place of the panel, and the panel again. */
import { Compartment, type EditorState, type Extension } from "@codemirror/state";
import { syntaxTree } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { panelBlocks } from "./panel-widget.ts";

export const LINES_KEY = "Mod-Alt-p";

export const panel = new Compartment();

/** The last position of the drawn front matter; null if there is none, or its lines are shown. */
export function panelEnd(state: EditorState): number | null {
  return panelBlocks.between(state, 0, 0)[0]?.to ?? null;
}

const SHOWN_AS_LINES: Extension = [];

const isShownAsLines = ({ state }: EditorView): boolean => panel.get(state) === SHOWN_AS_LINES;

/** Shows the lines with the caret at `at`, or the panel again. Returns false for a text without front matter. */
export function togglePropertyLines(view: EditorView, at = 4): boolean {
  const { state } = view;
  if (isShownAsLines(view)) {
    const end = syntaxTree(state).topNode.firstChild?.to ?? 0;
    view.dispatch({
      effects: panel.reconfigure(panelBlocks.extension),
      selection: { anchor: Math.min(end + 1, state.doc.length) },
    });
  } else {
    if (panelEnd(state) === null) return false;
    view.dispatch({ effects: panel.reconfigure(SHOWN_AS_LINES) });
    view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, scrollIntoView: true });
  }
  view.focus();
  return true;
}
