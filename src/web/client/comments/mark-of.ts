/** The marks of threads at the places that the service reported. */
import type { Thread } from "../../../features/comments/contract.ts";
import { compareFilePlaces, filePlaceOf } from "./file-place.ts";
import type { Mark, Selected } from "./surface.ts";

/** The id of the mark for a comment that is being written. */
export const DRAFT_MARK = "new";

/** In the order of their places. `on` is what a comment is being written on. */
export function marksOf(
  threads: readonly Thread[],
  on: Selected | null,
  numbers: ReadonlyMap<string, number>,
): readonly Mark[] {
  const marks = threads.flatMap((thread) => markOf(thread, numbers.get(thread.id)) ?? []);
  if (on) marks.push(markOfDraft(on));
  return marks.toSorted(
    (a, b) => a.from - b.from || a.to - b.to || (a.file && b.file ? compareFilePlaces(a.file, b.file) : 0),
  );
}

const markOfDraft = ({ range, cells, file }: Selected): Mark => ({
  id: DRAFT_MARK,
  kind: "comment",
  isDeletion: false,
  from: range?.[0] ?? 0,
  to: range?.[1] ?? 0,
  cells,
  ...(file && { file }),
});

/** Null for threads without a place in the page. */
function markOf(thread: Thread, number: number | undefined): Mark | null {
  const { id, kind, target, state, quote, replacement } = thread;
  if (state === "detached") return null;
  const base = { id, kind, isDeletion: kind === "suggestion" && replacement === "" && quote !== "" };
  if (target.kind === "text") return { ...base, from: target.from, to: target.to, cells: null };
  const file = filePlaceOf(target);
  if (file) return { ...base, from: 0, to: 0, cells: null, file, ...(number !== undefined && { number }) };
  if (target.kind !== "cells") return null;
  const { row, column, endRow, endColumn } = target;
  return { ...base, from: 0, to: 0, cells: { row, column, endRow, endColumn } };
}
