/** What of the vector index is searched for a caller. Pure. */
import { FILTER_BYTES, type VectorFilter } from "../../../platform/vectors.ts";

/** Where to search: in `drives` without the pages `hidden` there, and in the drives `guests` for the pages `shown`. */
export type VectorScope = {
  readonly drives: readonly string[];
  readonly hidden: readonly string[];
  readonly guests: readonly string[];
  /** Null if there are too many to list. */
  readonly shown: readonly string[] | null;
};

/** Each is a query of its own. Drives and shared pages beyond them are searched by words only. */
const MAX_FILTERS = 6;
/** Bytes for the keys around a list of ids, and for the quotes and the comma around an id. */
const FRAME = 60;
const AROUND_ID = 3;
/** Bytes that must remain for the ids of drives. */
const MIN_LIST = 300;

const sizeOf = (ids: readonly string[]): number =>
  ids.reduce((size, id) => size + Buffer.byteLength(id) + AROUND_ID, 0);

/** Lists of ids that fit into so many bytes. */
function listsOf(ids: readonly string[], bytes: number): string[][] {
  const lists: string[][] = [];
  let left = 0;
  for (const id of ids) {
    const size = sizeOf([id]);
    if (size > left) {
      lists.push([]);
      left = bytes;
    }
    left -= size;
    lists.at(-1)?.push(id);
  }
  return lists;
}

/**
 * Only what the caller can see takes part: among the nearest vectors, those of hidden pages would displace others, which
 * would reveal what the hidden pages are about. Empty if the hidden pages do not fit into a filter.
 */
export function filtersOf({ drives, hidden, shown }: Omit<VectorScope, "guests">): VectorFilter[] {
  const space = FILTER_BYTES - FRAME - sizeOf(hidden);
  const withoutHidden = hidden.length === 0 ? {} : { pageId: { $nin: [...hidden] } };
  const inDrives = space < MIN_LIST ? [] : listsOf(drives, space);
  return [
    ...inDrives.map((list) => ({ driveId: { $in: list }, ...withoutHidden })),
    ...listsOf(shown ?? [], FILTER_BYTES - FRAME).map((list) => ({ pageId: { $in: list } })),
  ].slice(0, MAX_FILTERS);
}
