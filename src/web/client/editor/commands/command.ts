/** An editor command: an action run by key, menu or toolbar. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { type EditorState, Facet, type TransactionSpec } from "@codemirror/state";
import type { EditorView, KeyBinding } from "@codemirror/view";
import type { Tree } from "@lezer/common";
import type { CommandInfo } from "../../ui/command.ts";

type EditorCommandInfo = CommandInfo & {
  /** The menu that offers it. The slash menu and the menu of a block have several sections. */
  readonly menu?: "toolbar" | "turnInto" | "insert" | "callouts" | "block";
  /** The Markdown for it. */
  readonly hint?: string;
  /** Whether the formatting is already applied to the selection. */
  readonly isOn?: (state: EditorState) => boolean;
};

/** A command whose effect is a pure transaction. */
export type TextCommand = EditorCommandInfo & {
  /** Returns null if there is nothing to do. */
  readonly edit: (state: EditorState) => TransactionSpec | null;
};

/** A command that needs the view, for example to open a panel. */
export type ViewCommand = EditorCommandInfo & {
  /** The label in the list of keys, where the one for menus would be unclear. */
  readonly keyLabel?: () => string;
  /** Returns false to pass the key on. */
  readonly run: (view: EditorView) => boolean | void;
  /** How its key is bound, if not like those of text commands. */
  readonly binding?: Pick<KeyBinding, "scope" | "preventDefault">;
};

export type EditorCommand = TextCommand | ViewCommand;

/** The commands of an editor; its menus, its toolbar and its keys show those that are meant for them. */
export const editorCommands = Facet.define<readonly EditorCommand[], readonly EditorCommand[]>({
  combine: (lists) => lists.flat(),
});

/** In ms: how long a command may spend on parsing the text up to where it works. */
const PARSE_MS = 300;

export const treeTo = (state: EditorState, to: number): Tree =>
  ensureSyntaxTree(state, to, PARSE_MS) ?? syntaxTree(state);

/** Returns false if the command had nothing to do, so that the key is passed on. */
export function runCommand(view: EditorView, command: EditorCommand): boolean {
  if ("run" in command) return command.run(view) !== false;
  const spec = view.state.readOnly || view.composing ? null : command.edit(view.state);
  if (spec === null) return false;
  view.dispatch({ scrollIntoView: true, ...spec });
  return true;
}
