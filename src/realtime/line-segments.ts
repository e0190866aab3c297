/** The lines of a text after a change, each with the parts that it kept of the base. */
import type { Splice } from "./splices.ts";

/**
 * Part of a line: base text from `at` up to but excluding `end`, or new text inserted before base offset `at` if `end`
 * equals `at`.
 */
type LineSegment = { readonly at: number; readonly end: number; readonly text: string };

/** `at`: base offset at which the line begins; `feed`: offset of the base line feed that ends it, -1 for a new one. */
export type SegmentedLine = { readonly at: number; readonly feed: number; readonly stretches: readonly LineSegment[] };

export const textOf = ({ stretches }: SegmentedLine): string => stretches.map(({ text }) => text).join("");

/** The lines of `base` after `splices`; both texts end with a line feed. */
export function segmentLines(base: string, splices: readonly Splice[]): SegmentedLine[] {
  const lines: SegmentedLine[] = [];
  let start = 0;
  let stretches: LineSegment[] = [];
  let from = 0;
  const endLine = (feed: number, next: number): void => {
    lines.push({ at: start, feed, stretches });
    start = next;
    stretches = [];
  };
  const keepTo = (to: number): void => {
    while (from < to) {
      const feed = base.indexOf("\n", from);
      const end = feed === -1 || feed >= to ? to : feed;
      if (end > from) stretches.push({ at: from, end, text: base.slice(from, end) });
      from = end;
      if (end === to) return;
      from = feed + 1;
      endLine(feed, from);
    }
  };
  for (const { at, remove, insert } of splices) {
    if (remove === 0 && insert === "") continue;
    keepTo(at);
    insert.split("\n").forEach((text, part) => {
      if (part > 0) endLine(-1, at);
      if (text !== "") stretches.push({ at, end: at, text });
    });
    from = at + remove;
  }
  keepTo(base.length);
  return lines;
}
