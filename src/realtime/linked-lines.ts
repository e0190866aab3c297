/** Pairs the lines of two texts when some pairs are already known. */
import { alignLines, freshLines, shiftPair, type LinePair } from "./line-alignment.ts";
import type { Hunk } from "./sequence.ts";

/** By line of the later text: the lines of the earlier one, ascending, that share words with it. */
type Links = readonly (readonly number[])[];

/**
 * Lines that share the same kept words, rather than merely similar ones, belong together, regardless of additions or of
 * how similar another line is. Similarity is used only for the other lines, between those.
 */
export function alignLinkedLines(before: readonly string[], after: readonly string[], links: Links): LinePair[] {
  const pairs: LinePair[] = [];
  let [a, b] = [0, 0];
  const alignTo = (aEnd: number, bEnd: number): void => {
    for (const pair of alignLines(before.slice(a, aEnd), after.slice(b, bEnd))) pairs.push(shiftPair(pair, a, b));
  };
  for (const { aStart, aEnd, bStart, bEnd } of joinLinks(links)) {
    alignTo(aStart, bStart);
    const isOld = (line: number): boolean => (links[bStart + line]?.length ?? 0) > 0;
    const fresh = freshLines(before.slice(aStart, aEnd), after.slice(bStart, bEnd), isOld);
    pairs.push({ aStart, aEnd, bStart, bEnd, fresh: new Set(Array.from(fresh, (line) => line + bStart)) });
    [a, b] = [aEnd, bEnd];
  }
  alignTo(before.length, after.length);
  return pairs;
}

/** A line may have been split or joined with others. Splices keep the order, so linked lines ascend on both sides. */
function joinLinks(links: Links): Hunk[] {
  const joined: Hunk[] = [];
  links.forEach((lines, b) => {
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = joined.at(-1);
    if (before === undefined || first >= before.aEnd)
      joined.push({ aStart: first, aEnd: last + 1, bStart: b, bEnd: b + 1 });
    else joined[joined.length - 1] = { ...before, aEnd: Math.max(before.aEnd, last + 1), bEnd: b + 1 };
  });
  return joined;
}
