/** Puts what was typed in a page's former document into the text of its present one. */
import { diffText } from "../../realtime/diff.ts";
import { mergeChanges } from "../../realtime/merge.ts";
import type { Splice } from "../../realtime/splices.ts";
import type { UnsavedChange } from "./unsaved-change.ts";

/** Splices of `current`. What is there already, because the room had stored it and the answer was lost, is not put in again. */
export function carryOver(current: string, { base, splices }: UnsavedChange): readonly Splice[] {
  const theirs = diffText(base, current);
  return theirs.length === 0 ? splices : diffText(current, mergeChanges(base, theirs, splices));
}
