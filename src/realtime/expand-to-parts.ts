/** Widens splices to replace parts of lines as a whole, which makes concurrent changes of the same part detectable. */
import type { LineKind } from "./line-kind.ts";
import type { Splice } from "./splices.ts";
import { splitCells } from "./cells.ts";
import { readTask } from "./task-line.ts";

type Span = { readonly from: number; readonly to: number };

/** A text rewritten in more places or with longer lines is not one whose parts people set concurrently. */
const MAX_SPLICES = 500;
const LONGEST_LINE = 20_000;

/** The same change, but a task's fact with the whitespace before it, or a sheet field, is replaced from start to end. */
export function expandToParts(kind: LineKind, text: string, splices: readonly Splice[]): Splice[] {
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
      const keptTail = last.at + last.remove - splice.at - splice.remove;
      const insert = last.insert.slice(0, last.insert.length - keptTail - splice.remove) + splice.insert;
      widened[widened.length - 1] = { ...last, insert: insert + last.insert.slice(last.insert.length - keptTail) };
      if (inLast < 0 || keptTail < 0) return [...splices];
      continue;
    }
    const insert = text.slice(start, splice.at) + splice.insert + text.slice(splice.at + splice.remove, end);
    widened.push({ at: start, remove: end - start, insert });
  }
  return widened;
}

function widen(kind: LineKind, text: string, { at, remove, insert }: Splice): Span {
  const end = at + remove;
  const original = { from: at, to: end };
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const feed = text.indexOf("\n", at);
  const lineEnd = feed < 0 ? text.length : feed;
  if (end > lineEnd || insert.includes("\n") || lineEnd - start > LONGEST_LINE) return original;
  const line = text.slice(start, lineEnd);
  return partsOf(kind, line).reduce<Span>((span, { from, to }) => {
    const [first, last] = [start + from, start + to];
    const isInside = (offset: number): boolean => first < offset && offset < last;
    if (!isInside(at) && !isInside(end)) return span;
    return { from: Math.min(span.from, first), to: Math.max(span.to, last) };
  }, original);
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
