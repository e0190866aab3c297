/** For tests: states written as text, with `‸` for the caret or `«` and `»` around the selection. */
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState, type Extension, type TransactionSpec } from "@codemirror/state";
import { documentLanguage } from "../language.ts";

/** A new state only parses its text for 20 ms; further parsing takes effect in the next state. */
export function parsed(state: EditorState): EditorState {
  ensureSyntaxTree(state, state.doc.length, 5_000);
  return state.update({}).state;
}

export function stateOf(marked: string, extensions: Extension = []): EditorState {
  const [caret, from, to] = [marked.indexOf("‸"), marked.indexOf("«"), marked.indexOf("»")];
  const selection = caret >= 0 ? { anchor: caret } : from >= 0 ? { anchor: from, head: to - 1 } : { anchor: 0 };
  return parsed(
    EditorState.create({ doc: marked.replace(/[‸«»]/g, ""), selection, extensions: [documentLanguage, extensions] }),
  );
}

/** The text after a command, with its caret or selection marked; unchanged if there was nothing to do. */
export function after(marked: string, command: (state: EditorState) => TransactionSpec | null): string {
  const state = stateOf(marked);
  const spec = command(state);
  const next = spec ? state.update(spec).state : state;
  const { from, to, empty } = next.selection.main;
  const text = next.doc.toString();
  if (empty) return `${text.slice(0, from)}‸${text.slice(from)}`;
  return `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`;
}
