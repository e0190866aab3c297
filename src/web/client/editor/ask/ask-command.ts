/** The commands that ask for a suggestion. What they open is loaded on first use. */
import type { EditorView } from "@codemirror/view";
import { words } from "../../../../words/editor-tools.ts";
import type { ViewCommand } from "../commands/command.ts";
import { editorContext } from "../context.ts";

export const ASK_KEY = "Mod-j";

export function ask(view: EditorView): boolean {
  if (view.state.readOnly) return false;
  // What is typed until it has loaded must not replace the selection.
  view.contentDOM.blur();
  import("./ask.tsx")
    .then(({ openAsk }) => openAsk(view))
    .catch((error: unknown) => {
      view.focus();
      view.state.facet(editorContext)?.showError(error);
    });
  return true;
}

/** In the toolbar of a selection, and by its key also for the caret's line. */
export const askCommand: ViewCommand = {
  id: "ask",
  label: () => words.ask,
  keyLabel: () => words.askForSuggestion,
  key: ASK_KEY,
  menu: "toolbar",
  run: ask,
};

export const askInLine: ViewCommand = {
  id: "ask-here",
  label: () => words.askForSuggestion,
  icon: "bot",
  keywords: ["ask", "ai", "agent", "continue", "write"],
  menu: "insert",
  run: (view) => void ask(view),
};
