/** What a command of the editor is: something people ask for by key, menu or toolbar, as a pure transaction. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Tree } from "@lezer/common";

export type EditorCommand = {
  readonly id: string;
  readonly title: string;
  /** As CodeMirror writes keys: `Mod-b`. */
  readonly key?: string;
  /** Null where there is nothing to do. */
  readonly run: (state: EditorState) => TransactionSpec | null;
  /** Whether what it sets is set for the selection already. */
  readonly isOn?: (state: EditorState) => boolean;
};

/** In ms: what a command may take to read the text up to where it works. */
const PARSE_MS = 300;

export const treeTo = (state: EditorState, to: number): Tree =>
  ensureSyntaxTree(state, to, PARSE_MS) ?? syntaxTree(state);

/** False where the command had nothing to do, so that a key goes on to whatever else listens. */
export function runCommand(view: EditorView, command: EditorCommand): boolean {
  const spec = view.state.readOnly || view.composing ? null : command.run(view.state);
  if (spec === null) return false;
  view.dispatch({ scrollIntoView: true, ...spec });
  return true;
}
