/** Moves edits made in a page's former document into the text of its current one. */
import { diffText } from "../realtime/diff.ts";
import { mergeChanges } from "../realtime/merge.ts";
import type { Splice } from "../realtime/splices.ts";
import type { UnsavedChange } from "./unsaved-change.ts";

/**
 * Returns splices of `current`. Edits that the room had already stored, although its confirmation was lost, are not applied
 * twice.
 */
export function rebaseUnsaved(current: string, { base, splices }: UnsavedChange): readonly Splice[] {
  const theirs = diffText(base, current);
  return theirs.length === 0 ? splices : diffText(current, mergeChanges(base, theirs, splices));
}
