/** Restricts everything that enters an editor to text that the page's room accepts. */
import { EditorState, type Extension, type Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { repairsOf, withoutControls } from "../../../kernel/text.ts";
import { splitsCharacter } from "../../../realtime/text.ts";

/** Yjs replaces both halves of a surrogate pair that an edit splits, so the remaining half is replaced here too. */
const REPLACEMENT = "\ufffd";

/**
 * Repairs the inserted text in the same transaction, so that the selection, effects and undo steps refer to the repaired
 * text. Transactions from the room and from undo skip filters: they show what the page contains.
 */
const repair = EditorState.transactionFilter.of((tr) => {
  if (!tr.docChanged) return tr;
  const { doc } = tr.startState;
  const changes: { from: number; to: number; insert: string }[] = [];
  const replace = (at: number, insert: string): void => void changes.push({ from: at, to: at + 1, insert });
  tr.changes.iterChanges((fromA, toA, fromB, toB, inserted) => {
    if (dividesCharacter(doc, fromA) && (changes.at(-1)?.to ?? 0) < fromB) replace(fromB - 1, REPLACEMENT);
    for (const { at, insert } of repairsOf(inserted.toString())) replace(fromB + at, insert);
    if (dividesCharacter(doc, toA)) replace(toB, REPLACEMENT);
  });
  return changes.length === 0 ? tr : [tr, { changes, sequential: true }];
});

const dividesCharacter = (doc: Text, at: number): boolean =>
  at > 0 && at < doc.length && splitsCharacter(doc.sliceString(at - 1, at + 1), 1);

/** Repairs pasted and dropped text before CodeMirror splits it among several selections. */
export const acceptedInput: Extension = [repair, EditorView.clipboardInputFilter.of((text) => withoutControls(text))];
