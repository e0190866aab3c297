/** Carries what was typed during a save over to the text the save answered. */
import { diffText } from "../../realtime/diff.ts";
import type { Splice } from "../../realtime/splices.ts";

/**
 * `sent` became `typed` here and `answered` there. Returns a text with both changes: what either side took out is gone,
 * what either side put in is kept, theirs first where both stand at one place.
 */
export function rebase(sent: string, typed: string, answered: string): string {
  if (typed === sent) return answered;
  if (answered === sent) return typed;
  const splices = [...diffText(sent, answered), ...diffText(sent, typed)].toSorted((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices satisfies Splice[]) {
    if (at > from) pieces.push(sent.slice(from, at));
    pieces.push(insert);
    from = Math.max(from, at + remove);
  }
  pieces.push(sent.slice(from));
  return pieces.join("");
}
