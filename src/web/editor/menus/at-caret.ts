/** The menus that open at the caret while typing, and their keys. */
import { autocompletion, type CompletionSource, completionStatus } from "@codemirror/autocomplete";
import { type Extension, Prec } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { choiceParts } from "./choices.ts";
import { dismissal } from "./dismissed.ts";
import { mentionBefore, mentionSource } from "./mention.ts";
import { pickFirst, slashBefore, slashSource } from "./slash.ts";

/** One source: while another is asked, which it is at each letter, CodeMirror takes no key for the menu that is open. */
function sourceAtCaret(): CompletionSource {
  const mentions = mentionSource();
  return (context) => slashSource(context) ?? mentions(context);
}

/** What is typed at once may have no answer for a letter or two: Enter is meant for the answer to all of it. */
const pickEarly = (view: EditorView): boolean => completionStatus(view.state) === "pending" && pickFirst(view);

export const menusAtCaret = (): Extension => [
  // Hears of Escape before CodeMirror does.
  dismissal((state, pos) => slashBefore(state, pos)?.from ?? mentionBefore(state, pos)?.from ?? null),
  Prec.highest(
    keymap.of([
      { key: "Enter", run: pickEarly },
      { key: "Tab", run: pickEarly },
    ]),
  ),
  autocompletion({
    override: [sourceAtCaret()],
    activateOnTypingDelay: 0,
    // Enter right behind a slash is meant for the menu, however fast it comes.
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
