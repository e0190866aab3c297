/** Disjoint, sorted ranges of a document. */
import type { ChangeDesc } from "@codemirror/state";

export type Interval = { readonly from: number; readonly to: number };

export function addInterval(intervals: readonly Interval[], { from, to }: Interval): Interval[] {
  const apart = intervals.filter((each) => each.to < from || each.from > to);
  const joined = intervals.filter((each) => each.to >= from && each.from <= to);
  const whole = {
    from: Math.min(from, ...joined.map((each) => each.from)),
    to: Math.max(to, ...joined.map((each) => each.to)),
  };
  return [...apart, whole].toSorted((a, b) => a.from - b.from);
}

export function removeInterval(intervals: readonly Interval[], { from, to }: Interval): Interval[] {
  return intervals.flatMap((each) => {
    if (each.to <= from || each.from >= to) return [each];
    const rest: Interval[] = [];
    if (each.from < from) rest.push({ from: each.from, to: from });
    if (each.to > to) rest.push({ from: to, to: each.to });
    return rest;
  });
}

/** The parts of a range that no interval covers. */
export const missingIn = (intervals: readonly Interval[], stretch: Interval): Interval[] =>
  intervals.reduce<Interval[]>((missing, each) => removeInterval(missing, each), [stretch]);

export const mapIntervals = (intervals: readonly Interval[], changes: ChangeDesc): Interval[] =>
  intervals.map(({ from, to }) => ({
    from: changes.mapPos(from, 1),
    to: Math.max(changes.mapPos(to, -1), changes.mapPos(from, 1)),
  }));
