/** Changes of a Yjs text as splices. */
import * as Y from "yjs";
import type { Splice } from "./splices.ts";

export function toSplices(delta: Y.YTextEvent["delta"]): Splice[] {
  const splices: Splice[] = [];
  let at = 0;
  for (const { retain = 0, delete: remove = 0, insert = "" } of delta) {
    at += retain;
    if (retain > 0) continue;
    const put = typeof insert === "string" ? insert : "";
    const last = splices.at(-1);
    // A replacement arrives as two operations.
    if (last && last.at + last.remove === at)
      splices[splices.length - 1] = { at: last.at, remove: last.remove + remove, insert: last.insert + put };
    else splices.push({ at, remove, insert: put });
    at += remove;
  }
  return splices;
}

/** What updates added and deleted, by Yjs client: everything from a clock on, and ranges of clocks. */
type News = {
  readonly insertedFrom: ReadonlyMap<number, number>;
  readonly deleted: ReadonlyMap<number, readonly ClockRange[]>;
};
type ClockRange = { readonly from: number; readonly to: number };

/**
 * The splices from the text before `updates` to the present text. The updates are the last ones that were applied, and
 * each has only what was new then. One pass over the text's items, whatever the number of updates.
 */
export function splicesSince(text: Y.Text, updates: readonly Uint8Array[]): Splice[] {
  const { insertedFrom, deleted } = newsOf(updates);
  const delta: Y.YTextEvent["delta"] = [];
  let retain = 0;
  const add = (change: { insert: string } | { delete: number }): void => {
    if (retain > 0) delta.push({ retain });
    retain = 0;
    delta.push(change);
  };
  for (let item = text._start; item !== null; item = item.right) {
    const { client, clock } = item.id;
    const known = Math.max(0, Math.min(item.length, (insertedFrom.get(client) ?? Infinity) - clock));
    if (item.deleted) {
      const remove = overlap(deleted.get(client), clock, clock + known);
      if (remove > 0) add({ delete: remove });
      continue;
    }
    retain += known;
    const insert = known < item.length && item.content instanceof Y.ContentString ? item.content.str.slice(known) : "";
    if (insert !== "") add({ insert });
  }
  return toSplices(delta);
}

function newsOf(updates: readonly Uint8Array[]): News {
  const insertedFrom = new Map<number, number>();
  const deleted = new Map<number, ClockRange[]>();
  for (const update of updates) {
    const { structs, ds } = Y.decodeUpdate(update);
    for (const struct of structs) {
      const { client, clock } = struct.id;
      if (!(struct instanceof Y.Skip) && clock < (insertedFrom.get(client) ?? Infinity))
        insertedFrom.set(client, clock);
    }
    for (const [client, ranges] of ds.clients) {
      const ofClient = deleted.get(client) ?? [];
      for (const { clock, len } of ranges) ofClient.push({ from: clock, to: clock + len });
      deleted.set(client, ofClient);
    }
  }
  for (const [client, ranges] of deleted) deleted.set(client, joined(ranges));
  return { insertedFrom, deleted };
}

/** Ascending, without overlaps. */
function joined(ranges: readonly ClockRange[]): ClockRange[] {
  const all: ClockRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last === undefined || last.to < range.from) all.push(range);
    else if (last.to < range.to) all[all.length - 1] = { from: last.from, to: range.to };
  }
  return all;
}

/** How many clocks from `from` to `to` are in the ranges. */
function overlap(ranges: readonly ClockRange[] | undefined, from: number, to: number): number {
  if (ranges === undefined || from >= to) return 0;
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? Infinity) <= from) low = middle + 1;
    else high = middle;
  }
  let count = 0;
  for (let range = ranges[low]; range !== undefined && range.from < to; range = ranges[++low])
    count += Math.min(to, range.to) - Math.max(from, range.from);
  return count;
}
