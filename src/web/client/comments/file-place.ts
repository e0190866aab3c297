/** Places on the page of a file: areas of a picture, and words of a PDF. */
import type { Thread } from "../../../features/comments/contract.ts";
import type { ThreadTarget } from "../../../kernel/comment.ts";

export type FilePlace = Extract<ThreadTarget, { kind: "picture" | "pdf" }>;

export const filePlaceOf = (target: Thread["target"]): FilePlace | null =>
  target.kind === "picture" || target.kind === "pdf" ? target : null;

const keyOf = (place: FilePlace): readonly [number, number] =>
  place.kind === "pdf" ? [place.page, place.occurrence] : [place.y, place.x];

/** From the top, as the service lists them. */
export function compareFilePlaces(a: FilePlace, b: FilePlace): number {
  const [[majorA, minorA], [majorB, minorB]] = [keyOf(a), keyOf(b)];
  return majorA - majorB || minorA - minorB;
}

/** The numbers (from 1) of the threads on areas of a picture, by their ids. */
export function areaNumbers(threads: readonly Pick<Thread, "id" | "target">[]): ReadonlyMap<string, number> {
  const areas = threads.flatMap(({ id, target }) => (target.kind === "picture" ? [{ id, target }] : []));
  const ordered = areas.toSorted((a, b) => compareFilePlaces(a.target, b.target) || (a.id < b.id ? -1 : 1));
  return new Map(ordered.map(({ id }, index) => [id, index + 1]));
}
