/**
 * Room between siblings. A page that goes between two others halves the gap between their positions, and doubles run out
 * after some fifty times. So siblings that have come close are spread: as few of them as have room together, the more of
 * them the more room, so that on average a move writes a handful of rows however often pages go to the same place.
 */

export type Sibling = { readonly id: string; readonly position: number };
export type Repositioned = { readonly id: string; readonly from: number; readonly to: number };

/** Gaps below this, in proportion to the positions, are widened: long before doubles run out. */
const LEAST_GAP = 2 ** -30;
/** How much wider than that the gaps of `count` pages have to be once they are spread. */
const SPREAD = 16;
/** Larger positions leave no room for fractions. */
const MOST = 2 ** 40;

const leastGap = (...positions: readonly number[]): number =>
  LEAST_GAP * Math.max(1, ...positions.map((each) => Math.abs(each)));

/** Whether no page could go between these for much longer. Equal positions are in order by id, and stay as they are. */
export function isCrowded(from: number, to: number): boolean {
  const gap = to - from;
  return gap !== 0 && (gap < leastGap(from, to) || Math.max(Math.abs(from), Math.abs(to)) > MOST);
}

/** Of equal positions, too: where somebody wants a page between them. */
export const isFull = (from: number, to: number): boolean => to === from || isCrowded(from, to);

/** New positions for those of `siblings`, in their order, that have to make room for the ones from `first` to `last`. */
export function spread(siblings: readonly Sibling[], first: number, last: number): Repositioned[] {
  const at = (index: number): number | null => siblings[index]?.position ?? null;
  let [low, high] = [first, last];
  for (;;) {
    const [before, after] = [at(low - 1), at(high + 1)];
    const count = high - low + 1;
    if (Math.max(Math.abs(before ?? 0), Math.abs(after ?? 0)) > MOST) {
      [low, high] = [0, siblings.length - 1];
    } else if (before === null || after === null) break;
    else if ((after - before) / (count + 1) >= leastGap(before, after) * SPREAD * count) break;
    // On the side where they stand closer, so that what stands apart stays.
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

/** What a caller says of where a page stands, beside its position: after this sibling, and before that one. */
export type Between = { readonly after?: string | undefined; readonly before?: string | undefined };

/** The siblings with these pages where they are wanted: next to a sibling that is named, else where their positions are. */
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
