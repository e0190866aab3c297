/** An editor command: an action run by key, menu or toolbar, as a pure transaction. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Tree } from "@lezer/common";

export type EditorCommand = {
  readonly id: string;
  readonly title: string;
  /** A key in CodeMirror's notation: `Mod-b`. */
  readonly key?: string;
  /** Returns null if there is nothing to do. */
  readonly run: (state: EditorState) => TransactionSpec | null;
  /** Whether the formatting is already applied to the selection. */
  readonly isOn?: (state: EditorState) => boolean;
};

/** In ms: how long a command may spend on parsing the text up to where it works. */
const PARSE_MS = 300;

export const treeTo = (state: EditorState, to: number): Tree =>
  ensureSyntaxTree(state, to, PARSE_MS) ?? syntaxTree(state);

/** Returns false if the command had nothing to do, so that the key is passed on. */
export function runCommand(view: EditorView, command: EditorCommand): boolean {
  const spec = view.state.readOnly || view.composing ? null : command.run(view.state);
  if (spec === null) return false;
  view.dispatch({ scrollIntoView: true, ...spec });
  return true;
}
