/**
 * Merges two changes of one text by lines, so that what neither side touched stays byte for byte.
 *
 * Both changes are exact: splices of the same base, not guesses from comparing texts. Each side is read as what became
 * of every base line (kept, changed, gone) and which lines came in between. Lines that one side changed are taken from
 * it; lines that came in stay lines of their own; a line that one side changed and the other took out stays, because
 * the one who took it out had not seen the change. Only where both changed the same line are words merged inside it.
 */
import { diffText } from "./diff.ts";
import { readSide, type Side } from "./side.ts";
import { splitLines } from "./text.ts";
import { applySplices, type Splice } from "./splices.ts";

/** The change from one whole text to another, as `mergeChanges` takes it: every line is compared with its line feed. */
export const changeBetween = (base: string, after: string): Splice[] => diffText(`${base}\n`, `${after}\n`);

/**
 * The text that has both sides' changes. Where both put something at one place, `theirs` comes first. Offsets are those
 * of the base with a line feed after its last line, so that the last line is one like the others.
 */
export function mergeChanges(base: string, theirs: readonly Splice[], mine: readonly Splice[]): string {
  const lines = splitLines(base);
  const [t, m] = [readSide(`${base}\n`, lines, theirs), readSide(`${base}\n`, lines, mine)];
  const merged: string[] = [];
  for (let start = 0; start < lines.length;) {
    merged.push(...mergeGap(t.gaps[start] ?? [], m.gaps[start] ?? []));
    const end = endOfGroup(t, m, start);
    const text = mergeGroup(lines.slice(start, end).join("\n"), textOf(t, start, end), textOf(m, start, end));
    if (text !== null) merged.push(text);
    start = end;
  }
  merged.push(...mergeGap(t.gaps[lines.length] ?? [], m.gaps[lines.length] ?? []));
  return merged.join("\n");
}

/** Base lines that either side joined are merged as one. */
function endOfGroup(t: Side, m: Side, start: number): number {
  let end = start + 1;
  while (end < t.homes.length && ((t.homes[end] ?? end) < end || (m.homes[end] ?? end) < end)) end += 1;
  return end;
}

/** What the side has of the base lines from `start` to before `end`, with what came in between; null when nothing. */
function textOf(side: Side, start: number, end: number): string | null {
  const parts: string[] = [];
  for (let i = start; i < end; i += 1) {
    if (i > start) parts.push(...(side.gaps[i] ?? []));
    const text = side.texts[i];
    if (text !== null && text !== undefined) parts.push(text);
  }
  return parts.length === 0 ? null : parts.join("\n");
}

const WORD = /[\p{L}\p{N}]/u;

/** The same lines in both, at the same place, came from a retry or from two who agree: they stand once. */
function mergeGap(theirs: readonly string[], mine: readonly string[]): readonly string[] {
  if (mine.length === 0 || contains(theirs, mine)) return theirs;
  return contains(mine, theirs) ? mine : [...theirs, ...mine];
}

const contains = (lines: readonly string[], part: readonly string[]): boolean =>
  lines.some((_, i) => part.every((line, j) => lines[i + j] === line));

function mergeGroup(base: string, theirs: string | null, mine: string | null): string | null {
  if (theirs === mine || mine === base) return theirs;
  if (theirs === base) return mine;
  if (theirs === null || mine === null) return theirs ?? mine;
  return mergeWords(base, theirs, mine);
}

/** Both changed the same line: what either took out is out, what either put in is in, and no two words stick together. */
function mergeWords(base: string, theirs: string, mine: string): string {
  const terminated = `${base}\n`;
  const sides = [changeBetween(base, theirs), changeBetween(base, mine)] as const;
  // A new line for the old one, or none, is no rewording: what it has in common with the other side's is chance.
  const isRewritten = (splices: readonly Splice[]): boolean =>
    !WORD.test(
      applySplices(
        terminated,
        splices.map((splice) => ({ ...splice, insert: "" })),
      ),
    );
  if (sides.some(isRewritten)) return `${theirs}\n${mine}`;
  const isOut = new Uint8Array(terminated.length);
  const puts = new Map<number, [string, string]>();
  sides.forEach((splices, side) => {
    for (const { at, remove, insert } of splices) {
      isOut.fill(1, at, at + remove);
      const put = puts.get(at) ?? ["", ""];
      put[side === 0 ? 0 : 1] = insert;
      puts.set(at, put);
    }
  });
  let merged = "";
  let lastSide = -1;
  const put = (text: string, side: number): void => {
    if (text === "") return;
    if (lastSide !== -1 && lastSide !== side && /\S$/.test(merged) && /^\S/.test(text)) merged += " ";
    merged += text;
    lastSide = side;
  };
  for (let at = 0; at <= terminated.length; at += 1) {
    const [a, b] = puts.get(at) ?? ["", ""];
    put(a, 0);
    if (a !== b) put(b, 1);
    if (at === terminated.length || isOut[at] === 1) continue;
    merged += terminated[at];
    lastSide = -1;
  }
  return merged.endsWith("\n") ? merged.slice(0, -1) : merged;
}
