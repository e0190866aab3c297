/** Merges what was typed over an older text of a page with the page's current text. */
import type { ChangeSet, Text } from "@codemirror/state";
import { BROWSER_CLIENTS } from "../../../../realtime/clients.ts";
import { diffText } from "../../../../realtime/diff.ts";
import { PageDocument } from "../../../../realtime/document.ts";
import { toChanges, toSplices } from "./text-changes.ts";

/** Client ids of temporary documents, ordered so that the room's lines are not interleaved with text typed next to them. */
const BASE = 1;
const ROOM = 2;
const TYPIST = BROWSER_CLIENTS;

export type Joined = {
  /** From the typed text to the merged one. */
  readonly forEditor: ChangeSet;
  /** From the page's text to the merged one. */
  readonly forPage: ChangeSet;
};

/** `base` became `typed` in the editor and `current` in the page. */
export function joinTyping(base: Text, typed: ChangeSet, current: string): Joined {
  const before = base.toString();
  const theirs = diffText(before, current);
  if (typed.empty) return { forEditor: toChanges(theirs, before.length), forPage: toChanges([], current.length) };
  if (theirs.length === 0) return { forEditor: toChanges([], typed.newLength), forPage: typed };
  const start = new PageDocument().splice([{ at: 0, remove: 0, insert: before }], BASE);
  const fork = (): PageDocument => new PageDocument(start === null ? [] : [start]);
  const [editor, page] = [fork(), fork()];
  const fromEditor = editor.splice(toSplices(typed), TYPIST);
  const fromPage = page.splice(theirs, ROOM);
  return {
    forEditor: toChanges(fromPage === null ? [] : editor.merge(fromPage).splices, typed.newLength),
    forPage: toChanges(fromEditor === null ? [] : page.merge(fromEditor).splices, current.length),
  };
}
