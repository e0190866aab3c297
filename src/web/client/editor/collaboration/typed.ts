/** Records what is typed before a page's document is loaded. Part of an editor from the start. */
import { ChangeSet, Compartment, type Extension, StateField, type Text } from "@codemirror/state";

/** The text that the editor was opened with, and the changes made since. */
export type Typed = { readonly base: Text; readonly changes: ChangeSet };

export const typedField = StateField.define<Typed>({
  create: ({ doc }) => ({ base: doc, changes: ChangeSet.empty(doc.length) }),
  update: (typed, { docChanged, changes }) =>
    docChanged ? { base: typed.base, changes: typed.changes.compose(changes) } : typed,
});

/** Emptied when the live connection takes over. */
export const beforeLive = new Compartment();

export const earlyTyping = (): Extension => beforeLive.of(typedField);
