/** What CodeMirror itself says, in the reader's language. */
import { EditorState, type Extension } from "@codemirror/state";

/**
 * One object for every editor, to which parts that load later add: a facet with other phrases than before would make
 * CodeMirror draw the whole text anew, and what is read would move.
 */
const phrases: Record<string, string> = {};

export const translated: Extension = EditorState.phrases.of(phrases);

export const addPhrases = (more: Readonly<Record<string, string>>): void => {
  Object.assign(phrases, more);
};
