/** Compares two texts by line, for display. */
import { diffSequences, intern, type Hunk } from "./sequence.ts";
import { splitLines } from "./text.ts";

type DiffLine = { kind: "same" | "added" | "removed"; text: string };
/** `lines` begin at line `oldStart` of the old text and `newStart` of the new one, counted from 1. */
export type DiffHunk = { oldStart: number; newStart: number; lines: DiffLine[] };

const CONTEXT = 3;

/** Changed lines with up to three unchanged ones on either side; changes closer together share a hunk. */
export function compareLines(before: string, after: string): DiffHunk[] {
  const [old, now] = [splitLines(before), splitLines(after)];
  const symbols = new Map<string, number>();
  const [a, b] = [intern(old, symbols), intern(now, symbols)];
  const groups: Hunk[][] = [];
  for (const change of diffSequences(a, b, symbols.size)) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.aStart - last.aEnd <= 2 * CONTEXT) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  return groups.map((changes) => hunkOf(old, now, changes));
}

function hunkOf(old: readonly string[], now: readonly string[], changes: readonly Hunk[]): DiffHunk {
  const [first, last] = [changes[0], changes.at(-1)];
  const lead = Math.min(CONTEXT, first?.aStart ?? 0);
  const lines: DiffLine[] = [];
  const put = (kind: DiffLine["kind"], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ kind, text });
  };
  let at = (first?.aStart ?? 0) - lead;
  const oldStart = at + 1;
  for (const { aStart, aEnd, bStart, bEnd } of changes) {
    put("same", old.slice(at, aStart));
    put("removed", old.slice(aStart, aEnd));
    put("added", now.slice(bStart, bEnd));
    at = aEnd;
  }
  put("same", old.slice(at, (last?.aEnd ?? 0) + CONTEXT));
  return { oldStart, newStart: (first?.bStart ?? 0) - lead + 1, lines };
}
