/** Pairs the rows or columns of two versions of a sheet. A pairing has, for every item before, its index after or -1. */

export type Pairing = Int32Array;

export const identity = (length: number, lengthAfter: number): Pairing =>
  Int32Array.from({ length }, (_, i) => (i < lengthAfter ? i : -1));

/** Equal keys are paired in their order. Blank ones are paired only if there are equally many. */
export function pairEqual(before: readonly string[], after: readonly string[]): Pairing {
  const places = Map.groupBy(after.keys(), (i) => after[i] ?? "");
  const counts = Map.groupBy(before, (key) => key);
  const used = new Map<string, number>();
  return Int32Array.from(before, (key) => {
    const found = places.get(key);
    if (found === undefined || (key === "" && found.length !== counts.get(key)?.length)) return -1;
    const next = used.get(key) ?? 0;
    used.set(key, next + 1);
    return found[next] ?? -1;
  });
}

/** Pairs what has no partner with the item next to its neighbour's partner, if that has none either and is alike. */
export function pairNeighbours(
  pairing: Pairing,
  length: number,
  isAlike: (before: number, after: number) => boolean,
): void {
  const used = new Set(pairing);
  const pairNext = (i: number, neighbour: number, step: number, edge: number): void => {
    if (at(pairing, i) !== -1) return;
    const isEdge = neighbour < 0 || neighbour >= pairing.length;
    const partner = isEdge ? edge : at(pairing, neighbour);
    if (!isEdge && partner === -1) return;
    const next = partner + step;
    if (next < 0 || next >= length || used.has(next) || !isAlike(i, next)) return;
    pairing[i] = next;
    used.add(next);
  };
  for (let i = 0; i < pairing.length; i++) pairNext(i, i - 1, 1, -1);
  for (let i = pairing.length - 1; i >= 0; i--) pairNext(i, i + 1, -1, length);
}

/** Pairs each list of values with the one that has most of them, if that is at least half. */
export function pairByValues(before: readonly (readonly string[])[], after: readonly (readonly string[])[]): Pairing {
  const columns = new Map<string, Map<number, number>>();
  after.forEach((values, i) => {
    for (const [value, count] of countsOf(values)) columns.set(value, (columns.get(value) ?? new Map()).set(i, count));
  });
  const candidates: { readonly i: number; readonly j: number; readonly common: number }[] = [];
  before.forEach((values, i) => {
    const common = new Map<number, number>();
    for (const [value, count] of countsOf(values)) {
      const having = columns.get(value);
      if (having === undefined || having.size > MAX_SHARED) continue;
      for (const [j, other] of having) common.set(j, (common.get(j) ?? 0) + Math.min(count, other));
    }
    const filled = values.filter((value) => value !== "").length;
    for (const [j, count] of common) if (2 * count >= filled) candidates.push({ i, j, common: count });
  });
  candidates.sort((a, b) => b.common - a.common || Math.abs(a.i - a.j) - Math.abs(b.i - b.j));
  const pairing = new Int32Array(before.length).fill(-1);
  const used = new Set<number>();
  for (const { i, j } of candidates) {
    if (at(pairing, i) !== -1 || used.has(j)) continue;
    pairing[i] = j;
    used.add(j);
  }
  return pairing;
}

/** A value in more columns tells nothing of a column. */
const MAX_SHARED = 20;

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Share of the items that have a partner. */
export function shareOf(pairing: Pairing): number {
  return pairing.length === 0 ? 0 : pairing.filter((partner) => partner !== -1).length / pairing.length;
}

export const at = (pairing: Pairing, index: number): number => pairing[index] ?? -1;
