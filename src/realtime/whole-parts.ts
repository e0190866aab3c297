/** Splices of a text made to replace parts of its lines as a whole: what others set at the same time is then told apart. */
import type { LineKind } from "./line-kind.ts";
import type { Splice } from "./splices.ts";
import { splitCells } from "./cells.ts";
import { readTask } from "./task-line.ts";

type Span = { readonly from: number; readonly to: number };

/** A text that is rewritten in so many places or whose lines are so long is not one that people set parts of meanwhile. */
const MAX_SPLICES = 500;
const LONGEST_LINE = 20_000;

/** The same change: a fact of a task with the blank before it, or a field of a sheet, is replaced from beginning to end. */
export function wholeParts(kind: LineKind, text: string, splices: readonly Splice[]): Splice[] {
  if (kind === "plain" || splices.length > MAX_SPLICES) return [...splices];
  const widened: Splice[] = [];
  for (const splice of splices) {
    const last = widened.at(-1);
    const { from, to } = widen(kind, text, splice);
    // Another splice of the same part.
    const start = Math.max(from, last === undefined ? 0 : last.at + last.remove);
    const end = Math.max(to, start);
    if (last !== undefined && splice.at < start) {
      const inLast = splice.at - last.at;
      const keptFrom = last.at + last.remove - splice.at - splice.remove;
      const insert = last.insert.slice(0, last.insert.length - keptFrom - splice.remove) + splice.insert;
      widened[widened.length - 1] = { ...last, insert: insert + last.insert.slice(last.insert.length - keptFrom) };
      if (inLast < 0 || keptFrom < 0) return [...splices];
      continue;
    }
    const insert = text.slice(start, splice.at) + splice.insert + text.slice(splice.at + splice.remove, end);
    widened.push({ at: start, remove: end - start, insert });
  }
  return widened;
}

function widen(kind: LineKind, text: string, { at, remove, insert }: Splice): Span {
  const end = at + remove;
  const own = { from: at, to: end };
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const feed = text.indexOf("\n", at);
  const lineEnd = feed < 0 ? text.length : feed;
  if (end > lineEnd || insert.includes("\n") || lineEnd - start > LONGEST_LINE) return own;
  const line = text.slice(start, lineEnd);
  return partsOf(kind, line).reduce<Span>((span, { from, to }) => {
    const [first, last] = [start + from, start + to];
    const isInside = (offset: number): boolean => first < offset && offset < last;
    if (!isInside(at) && !isInside(end)) return span;
    return { from: Math.min(span.from, first), to: Math.max(span.to, last) };
  }, own);
}

function partsOf(kind: LineKind, line: string): readonly Span[] {
  if (kind === "markdown") return readTask(line)?.facts ?? [];
  let at = 0;
  return (splitCells(kind, line)?.cells ?? []).map((cell) => {
    const span = { from: at, to: at + cell.length };
    at = span.to + 1;
    return span;
  });
}
