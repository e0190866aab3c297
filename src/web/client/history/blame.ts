/**
 * Which author added and removed which characters between two versions of a text, found by comparing each version with
 * the one before it.
 */
import { compareTexts } from "./compare.ts";

export type Stage = {
  readonly text: string;
  /** Index of the author who turned the previous text into this one. */
  readonly author: number;
};

export type Blame = {
  /** For each character of the last text, who added it; -1 if it was in the first text. */
  readonly added: readonly number[];
  /** For each character of the first text, who removed it; -1 if it is still there. */
  readonly removed: readonly number[];
};

type Letter = { readonly author: number; /** Offset in the first text, or -1. */ readonly origin: number };

export function blameOf(first: string, stages: readonly Stage[]): Blame {
  const removed = Array.from({ length: first.length }, () => -1);
  let letters: Letter[] = Array.from({ length: first.length }, (_, origin) => ({ author: -1, origin }));
  let text = first;
  for (const stage of stages) {
    letters = followed(letters, text, stage, removed);
    text = stage.text;
  }
  return { added: letters.map(({ author }) => author), removed };
}

function followed(letters: readonly Letter[], before: string, { text, author }: Stage, removed: number[]): Letter[] {
  const next: Letter[] = [];
  const fresh = { author, origin: -1 };
  const add = (count: number): void => {
    for (let at = 0; at < count; at++) next.push(fresh);
  };
  const keep = (from: number, to: number): void => {
    for (let at = from; at < to; at++) next.push(letters[at] ?? fresh);
  };
  const drop = (from: number, to: number): void => {
    for (let at = from; at < to; at++) {
      const origin = letters[at]?.origin ?? -1;
      if (origin >= 0) removed[origin] = author;
    }
  };
  for (const line of compareTexts(before, text)) {
    if (line.kind === "removed") drop(line.oldStart, line.oldStart + line.text.length + 1);
    else if (line.kind === "added") add(line.text.length + 1);
    else if (line.kind === "same") keep(line.oldStart, line.oldStart + line.text.length + 1);
    else {
      let at = line.oldStart;
      let shown = 0;
      for (const change of line.changes) {
        keep(at, at + change.from - shown);
        at += change.from - shown;
        drop(at, at + change.removed.length);
        at += change.removed.length;
        add(change.to - change.from);
        shown = change.to;
      }
      keep(at, line.oldStart + line.before.length + 1);
    }
  }
  // The last line has no line break.
  return next.slice(0, text.length);
}
