/** `/` at the start of a line or after a space offers block conversions and insertions. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSection,
  completionStatus,
  pickedCompletion,
} from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { words } from "../../../../words/editor-commands.ts";
import { iconClass } from "../../../shared/icon-names.ts";
import { type EditorCommand, editorCommands } from "../commands/command.ts";
import { type Choice, piece, section } from "./choices.ts";
import { isDismissed } from "./dismissed.ts";
import { isProse } from "./prose.ts";
import { slashMatches } from "./slash-matches.ts";

const sections = (): Readonly<Partial<Record<NonNullable<EditorCommand["menu"]>, CompletionSection>>> => ({
  turnInto: section(words.turnInto, 0),
  insert: section(words.insert, 1),
  callouts: section(words.callouts, 2),
});

/** Removes the typed query and runs the command; the change of a text command is a single step for undo with it. */
function pick(view: EditorView, command: EditorCommand, choice: Completion, from: number, to: number): void {
  const cleared = view.state.update({ changes: { from, to }, selection: { anchor: from } });
  const done = cleared.state.update(("edit" in command ? command.edit(cleared.state) : null) ?? {});
  view.dispatch({
    changes: cleared.changes.compose(done.changes),
    selection: done.newSelection,
    annotations: pickedCompletion.of(choice),
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  if ("run" in command) command.run(view);
}

function choices(state: EditorState, query: string): Choice[] {
  const named = sections();
  return slashMatches(query, state.facet(editorCommands)).map((command) => {
    const group = command.menu && named[command.menu];
    return {
      label: command.label(),
      icon: () => (command.icon ? piece(iconClass(command.icon)) : null),
      hint: command.hint ?? "",
      // Results for a query are ordered by relevance, regardless of section.
      ...(query === "" && group ? { section: group } : {}),
      apply: (view, choice, from, to) => pick(view, command, choice, from, to),
    };
  });
}

const SLASH = /(?:^|\s)(\/(?:[^\s/][^\n/]{0,30})?)$/u;

export function slashBefore(state: EditorState, pos: number): { from: number; query: string } | null {
  const line = state.doc.lineAt(pos);
  const typed = SLASH.exec(line.text.slice(0, pos - line.from))?.[1];
  if (typed === undefined) return null;
  const from = pos - typed.length;
  return isProse(state, pos) && !isDismissed(state, from) ? { from, query: typed.slice(1) } : null;
}

function result(state: EditorState, pos: number): CompletionResult | null {
  const slash = slashBefore(state, pos);
  const options = slash ? choices(state, slash.query) : [];
  if (!slash || options.length === 0) return null;
  return { from: slash.from, options, filter: false, update: (_, __, to, context) => result(context.state, to) };
}

/** Applies the first result for the query, whether or not the menu shows it yet. */
export function pickFirst(view: EditorView): boolean {
  const { head, empty } = view.state.selection.main;
  const found = empty ? result(view.state, head) : null;
  const [first] = found?.options ?? [];
  if (!found || typeof first?.apply !== "function") return false;
  first.apply(view, first, found.from, head);
  return true;
}

export function slashSource({ state, pos, view }: CompletionContext): CompletionResult | null {
  // Phone keyboards compose every word: an open menu stays open, but none opens.
  if (view?.composing && completionStatus(state) === null) return null;
  return result(state, pos);
}
