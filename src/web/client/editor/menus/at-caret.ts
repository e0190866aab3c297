/** The menus that open at the caret while typing, and their keys. */
import { autocompletion, type CompletionSource, completionStatus } from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { words } from "../../../../words/editor-commands.ts";
import { addPhrases } from "../phrases.ts";
import { choiceParts } from "./choices.ts";
import { dismissal } from "./dismissed.ts";
import { earlyPick } from "./early-pick.ts";
import { mentionBefore, mentionSource } from "./mention.ts";
import { slashBefore, slashSource } from "./slash.ts";

/**
 * A single source: while a second one is queried, which happens on each keystroke, CodeMirror ignores keys for the open
 * menu.
 */
function sourceAtCaret(): CompletionSource {
  const mentions = mentionSource();
  return (context) => slashSource(context) ?? mentions(context);
}

export function menusAtCaret(): Extension {
  addPhrases({ Completions: words.completions });
  return [
    // Handles Escape before CodeMirror does.
    dismissal((state, pos) => slashBefore(state, pos)?.from ?? mentionBefore(state, pos)?.from ?? null),
    earlyPick(),
    autocompletion({
      override: [sourceAtCaret()],
      activateOnTypingDelay: 0,
      // Enter right after a slash is meant for the menu, however fast.
      interactionDelay: 0,
      icons: false,
      maxRenderedOptions: 60,
      tooltipClass: () => "ed-choices",
      addToOptions: choiceParts,
    }),
    EditorView.editorAttributes.of((view) =>
      completionStatus(view.state) === "active" ? { class: "ed-choosing" } : null,
    ),
  ];
}
