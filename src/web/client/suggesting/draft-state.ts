/** The draft of an editor in suggestion mode, through typing and others' changes. */
import {
  type ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { keepOnLine } from "../editor/collaboration/text-changes.ts";
import { type Draft, emptyDraft, followBase } from "./draft.ts";
import { drawDraft } from "./draw-draft.ts";
import { changesBetween } from "./text-source.ts";

const setDraft = StateEffect.define<Draft>();

/** An editor that is opened with a draft sets it with `init`. */
export const draftField = StateField.define<Draft>({
  create: ({ doc }) => emptyDraft(doc),
  update(draft, { docChanged, changes, effects }) {
    for (const effect of effects) if (effect.is(setDraft)) return effect.value;
    return docChanged ? { base: draft.base, changes: draft.changes.compose(changes) } : draft;
  },
  provide: (field) => EditorView.decorations.compute([field], (state) => drawDraft(state, state.field(field))),
});

/** The editor has to show exactly this, so no filter may alter it. */
const notTyped = {
  annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)],
  filter: false,
} as const;

/** Shows a change that others have made to the page's text. `isConflict`: within words that the draft removes. */
export function takeBaseChange(
  state: EditorState,
  theirs: ChangeSet,
): { readonly spec: TransactionSpec; readonly isConflict: boolean } {
  const { draft, forEditor, isConflict } = followBase(state.field(draftField), theirs);
  const selection = keepOnLine(state.selection, forEditor, state.doc);
  const effects = setDraft.of(draft);
  return { spec: { changes: forEditor, effects, ...(selection && { selection }), ...notTyped }, isConflict };
}

/** Shows another draft on the page's text. */
export function showDraft(state: EditorState, draft: Draft): TransactionSpec {
  const shown = draft.changes.apply(draft.base).toString();
  return { changes: changesBetween(state.doc.toString(), shown), effects: setDraft.of(draft), ...notTyped };
}
