/** Which marks the text shows, and where: as the room last reported them, moved by the edits since. */
import type { Thread } from "../../../features/comments/contract.ts";
import { EditorSurface } from "./editor-surface.ts";
import { areaNumbers, compareFilePlaces, filePlaceOf } from "./file-place.ts";
import type { LivePlace } from "./live-places.ts";
import type { Mark, Selected, Surface } from "./surface.ts";

/** The id of the mark for a comment that is being written. */
export const DRAFT_MARK = "new";

const NOWHERE = { from: 0, to: 0, cells: null };

/** Null for a thread without a place in the page. `target` is at the revision of the list. */
function markOf(
  { id, kind, target, state, quote, replacement }: Thread,
  numbers: ReadonlyMap<string, number>,
): Mark | null {
  if (state === "detached") return null;
  const base = { id, kind, isDeletion: kind === "suggestion" && replacement === "" && quote !== "" };
  if (target.kind === "text") return { ...base, from: target.from, to: target.to, cells: null };
  const [file, number] = [filePlaceOf(target), numbers.get(id)];
  if (file) return { ...base, ...NOWHERE, file, ...(number !== undefined && { number }) };
  if (target.kind !== "cells") return null;
  const { row, column, endRow, endColumn } = target;
  return { ...base, ...NOWHERE, cells: { row, column, endRow, endColumn } };
}

export class ShownMarks {
  /** The places of the last report that no view has taken over yet. */
  #fresh: readonly LivePlace[] | null = null;

  place(places: readonly LivePlace[]): void {
    this.#fresh = places;
  }

  show(surface: Surface, open: readonly Thread[], draft: Selected | null): void {
    const fresh = new Map(this.#fresh?.map((place) => [place.id, place]));
    // An editor has moved its marks with the text since they were reported; the list has them as they were.
    const moved = new Map(surface instanceof EditorSurface ? surface.marks.map((mark) => [mark.id, mark]) : []);
    const numbers = areaNumbers(open);
    const marks = open.flatMap((thread) => {
      const [mark, place] = [markOf(thread, numbers), fresh.get(thread.id)];
      if (place) return place.state === "detached" ? [] : [{ ...(mark ?? bare(place)), ...placeOf(place) }];
      return (mark && (moved.get(thread.id) ?? mark)) ?? [];
    });
    const listed = new Set(open.map(({ id }) => id));
    for (const place of fresh.values())
      if (!listed.has(place.id) && place.state !== "detached") marks.push({ ...bare(place), ...placeOf(place) });
    const on = draft && (moved.get(DRAFT_MARK) ?? draftMark(draft));
    if (on) marks.push(on);
    if (surface instanceof EditorSurface) this.#fresh = null;
    surface.mark(marks.toSorted(comparePlaces));
  }
}

const comparePlaces = (a: Mark, b: Mark): number =>
  a.from - b.from || a.to - b.to || (a.file && b.file ? compareFilePlaces(a.file, b.file) : 0);

const bare = ({ id, kind }: LivePlace): Omit<Mark, "from" | "to" | "cells"> => ({ id, kind, isDeletion: false });

const placeOf = ({ from, to, cells }: LivePlace): Pick<Mark, "from" | "to" | "cells"> => ({ from, to, cells });

const draftMark = ({ range, cells, file }: Selected): Mark => ({
  id: DRAFT_MARK,
  kind: "comment",
  isDeletion: false,
  from: range?.[0] ?? 0,
  to: range?.[1] ?? 0,
  cells,
  ...(file && { file }),
});
