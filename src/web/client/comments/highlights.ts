/** Marks in text that must not change: the browser paints them over it (CSS Custom Highlights). */

const NAMES = { comment: "thread", suggestion: "thread-suggestion", deletion: "thread-deletion", lit: "thread-lit" };
export type Look = keyof typeof NAMES;

/** Each owner has its own ranges; all are painted. */
const owners = new Map<object, ReadonlyMap<Look, readonly Range[]>>();

/** Browsers without highlights show no marks; the cards lead to their words. */
const isSupported = (): boolean => "highlights" in CSS;

function paint(): void {
  if (!isSupported()) return;
  for (const [look, name] of Object.entries(NAMES)) {
    const ranges = [...owners.values()].flatMap((all) => all.get(look as Look) ?? []); // a key of NAMES
    if (ranges.length === 0) CSS.highlights.delete(name);
    else {
      const highlight = new Highlight(...ranges);
      highlight.priority = look === "lit" ? 1 : 0;
      CSS.highlights.set(name, highlight);
    }
  }
}

export function setHighlights(owner: object, ranges: ReadonlyMap<Look, readonly Range[]>): void {
  owners.set(owner, ranges);
  paint();
}

export function removeHighlights(owner: object): void {
  if (owners.delete(owner)) paint();
}

export const lookOf = ({ kind, isDeletion }: { kind: "comment" | "suggestion"; isDeletion: boolean }): Look =>
  isDeletion ? "deletion" : kind;

export function addTo(map: Map<Look, Range[]>, look: Look, range: Range): void {
  map.set(look, [...(map.get(look) ?? []), range]);
}
