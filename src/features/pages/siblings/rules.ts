/**
 * Spacing between sibling positions. Inserting a page between two others halves the gap between their positions, and
 * doubles run out after about fifty halvings. So siblings that are too close are spread: as few as have enough room
 * together, with more room the more of them there are. On average a move then writes a handful of rows, however often
 * pages are inserted at the same place.
 */

export type Sibling = { readonly id: string; readonly position: number };
export type Repositioned = { readonly id: string; readonly from: number; readonly to: number };

/** Gaps below this, relative to the positions, are widened, long before doubles run out. */
const MIN_GAP = 2 ** -30;
/** After spreading `count` pages, their gaps must be at least `SPREAD * count` times the minimum. */
const SPREAD = 16;
/** Larger positions leave too little precision for fractions. */
const MAX_POSITION = 2 ** 40;

const minGap = (...positions: readonly number[]): number =>
  MIN_GAP * Math.max(1, ...positions.map((each) => Math.abs(each)));

/** Whether there will soon be no room between these. Equal positions are ordered by id and are not crowded. */
export function isCrowded(from: number, to: number): boolean {
  const gap = to - from;
  return gap !== 0 && (gap < minGap(from, to) || Math.max(Math.abs(from), Math.abs(to)) > MAX_POSITION);
}

/** Like `isCrowded`, but includes equal positions: used when a page has to go between them. */
export const isFull = (from: number, to: number): boolean => to === from || isCrowded(from, to);

/** New positions for the siblings that have to make room for those from `first` to `last`. The order does not change. */
export function spread(siblings: readonly Sibling[], first: number, last: number): Repositioned[] {
  const at = (index: number): number | null => siblings[index]?.position ?? null;
  let [low, high] = [first, last];
  for (;;) {
    const [before, after] = [at(low - 1), at(high + 1)];
    const count = high - low + 1;
    if (Math.max(Math.abs(before ?? 0), Math.abs(after ?? 0)) > MAX_POSITION) {
      [low, high] = [0, siblings.length - 1];
    } else if (before === null || after === null) break;
    else if ((after - before) / (count + 1) >= minGap(before, after) * SPREAD * count) break;
    // Extend to the side where siblings are closer, so that well-spaced ones stay.
    else if (before - (at(low - 2) ?? -Infinity) < (at(high + 2) ?? Infinity) - after) low--;
    else high++;
  }
  return positionsIn(at(low - 1), at(high + 1), high - low + 1).flatMap((to, index) => {
    const sibling = siblings[low + index];
    return sibling && sibling.position !== to ? [{ id: sibling.id, from: sibling.position, to }] : [];
  });
}

function positionsIn(before: number | null, after: number | null, count: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  if (before === null) return after === null ? numbers : numbers.map((number) => after - (count + 1 - number));
  if (after === null) return numbers.map((number) => before + number);
  return numbers.map((number) => before + ((after - before) * number) / (count + 1));
}

/** Siblings that the caller wants the page between, in addition to its position. */
export type Between = { readonly after?: string | undefined; readonly before?: string | undefined };

/** The siblings with these pages in the requested place: next to a named sibling, otherwise ordered by position. */
export function arranged(
  siblings: readonly Sibling[],
  ids: readonly string[],
  { after, before }: Between,
): { readonly siblings: readonly Sibling[]; readonly first: number } {
  const placed = siblings.filter(({ id }) => ids.includes(id));
  const others = siblings.filter(({ id }) => !ids.includes(id));
  const [next, previous] = [others.findIndex(({ id }) => id === before), others.findIndex(({ id }) => id === after)];
  const own = others.findIndex(({ position, id }) => {
    const [page] = placed;
    return page !== undefined && (position > page.position || (position === page.position && id > page.id));
  });
  const end = own === -1 ? others.length : own;
  const first = next !== -1 ? next : previous !== -1 ? previous + 1 : end;
  const inOrder = ids.flatMap((id) => placed.find((each) => each.id === id) ?? []);
  return { siblings: others.toSpliced(first, 0, ...inOrder), first };
}
