/** Remembers where the user closed a menu with Escape: the trigger is plain text from then on. */
import { closeCompletion, completionStatus } from "@codemirror/autocomplete";
import { type EditorState, type Extension, Prec, StateEffect, StateField } from "@codemirror/state";
import { type EditorView, keymap } from "@codemirror/view";

const dismiss = StateEffect.define<number>();

/** The trigger's range, as long as it exists. */
const dismissed = StateField.define<readonly [from: number, to: number] | null>({
  create: () => null,
  update(value, { changes, effects }) {
    for (const effect of effects) if (effect.is(dismiss)) return [effect.value, effect.value + 1];
    if (value === null || changes.empty) return value;
    const [from, to] = [changes.mapPos(value[0], 1), changes.mapPos(value[1], -1)];
    return to > from ? [from, to] : null;
  },
});

export const isDismissed = (state: EditorState, from: number): boolean => state.field(dismissed, false)?.[0] === from;

/** `signBefore` finds the trigger of the menu at a position. */
export function dismissal(signBefore: (state: EditorState, pos: number) => number | null): Extension {
  const run = (view: EditorView) => {
    if (completionStatus(view.state) === null) return false;
    const from = signBefore(view.state, view.state.selection.main.head);
    closeCompletion(view);
    if (from !== null) view.dispatch({ effects: dismiss.of(from) });
    return true;
  };
  return [dismissed, Prec.highest(keymap.of([{ key: "Escape", run }]))];
}
