/**
 * Keeps lines apart that an edit never meant to join.
 *
 * When somebody types in a line that another writer takes out, the typed words survive without the line feed that
 * ended their line, and would stick to the first word of the next line. A seam marks such an end before the edit; once
 * everything is merged, a seam in the middle of a line gets its line feed back.
 */
import type { Anchor, PageDocument } from "./document.ts";
import type { Splice } from "./splices.ts";

export type Seam = { readonly anchor: Anchor; readonly side: "before" | "after" };

/** Finding a place takes a walk over the document; a change with more seams than this is a rewrite, where they matter less. */
const MOST_SEAMS = 100;

/** Seams of those splices that take out whole lines of `document`, whose text is `text`, found before they are applied. */
export function findSeams(document: PageDocument, text: string, splices: readonly Splice[]): Seam[] {
  const seams: Seam[] = [];
  for (const { at, remove, insert } of splices) {
    if (seams.length === MOST_SEAMS) break;
    if (remove === 0) continue;
    const end = at + remove;
    if (isLineStart(text, at) && text[end - 1] === "\n" && (insert === "" || insert.endsWith("\n")))
      seams.push({ anchor: document.anchor(end, "before"), side: "before" });
    else if (isLineEnd(text, end) && text[at] === "\n" && (insert === "" || insert.startsWith("\n")))
      seams.push({ anchor: document.anchor(at, "after"), side: "after" });
  }
  return seams;
}

/** The seams at which lines are still apart in `document`, whose text is `text`: what others joined stays joined. */
export const keepOpenSeams = (document: PageDocument, text: string, seams: readonly Seam[]): Seam[] =>
  seams.filter((seam) => isApart(text, document.find(seam.anchor), seam));

/** The line feeds that are missing in `document`, whose text is `text` and which has merged the edit. */
export function mendSeams(document: PageDocument, text: string, seams: readonly Seam[]): Splice[] {
  const places = new Set<number>();
  for (const seam of seams) {
    const at = document.find(seam.anchor);
    if (!isApart(text, at, seam)) places.add(at);
  }
  return [...places].toSorted((a, b) => a - b).map((at) => ({ at, remove: 0, insert: "\n" }));
}

const isApart = (text: string, at: number, { side }: Seam): boolean =>
  side === "before" ? isLineStart(text, at) : isLineEnd(text, at);

const isLineStart = (text: string, at: number): boolean => at === 0 || text[at - 1] === "\n";

const isLineEnd = (text: string, at: number): boolean => at === text.length || text[at] === "\n";
