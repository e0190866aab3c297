/** Carries what was typed during a save over to the text the save answered. */
import { diffText } from "../../realtime/diff.ts";
import type { Splice } from "../../realtime/splices.ts";

/**
 * `sent` became `typed` here and `answered` there. Returns a text with both changes: what either side took out is gone,
 * what either side put in is kept, theirs first where both stand at one place. A change both made alike counts once.
 */
export function rebase(sent: string, typed: string, answered: string): string {
  if (typed === sent) return answered;
  if (answered === sent) return typed;
  const theirs = diffText(sent, answered);
  const ours = diffText(sent, typed).filter((splice) => !theirs.some((their) => isSame(splice, their)));
  const splices = [...theirs, ...ours].toSorted((a, b) => a.at - b.at);
  const pieces: string[] = [];
  let from = 0;
  for (const { at, remove, insert } of splices) {
    if (at > from) pieces.push(sent.slice(from, at));
    pieces.push(insert);
    from = Math.max(from, at + remove);
  }
  pieces.push(sent.slice(from));
  return pieces.join("");
}

const isSame = (a: Splice, b: Splice): boolean => a.at === b.at && a.remove === b.remove && a.insert === b.insert;
