/** Translations of CodeMirror's own texts. */
import { EditorState, type Extension } from "@codemirror/state";

/**
 * A single object for all editors, which parts loaded later extend: a changed phrases facet would make CodeMirror
 * redraw the whole text, which would shift under the reader.
 */
const phrases: Record<string, string> = {};

export const translated: Extension = EditorState.phrases.of(phrases);

export const addPhrases = (more: Readonly<Record<string, string>>): void => {
  Object.assign(phrases, more);
};
