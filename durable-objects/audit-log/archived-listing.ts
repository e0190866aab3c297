/** Pages through all entries, newest first: those in the object, then the segments that only the bucket has. */
import type { EntryFilter, EntryPage, ListedEntry, Position } from "../../src/rpc/audit-log.ts";
import type { ArchivedEntries } from "./archived-entries.ts";
import { COMPLETE, listChain, pageSize, positionOf, toListed } from "./listing.ts";
import type { Segment, SegmentStore } from "./segment-store.ts";
import { NO_PERSONAL, type ChainStore, type StoredRow } from "./store.ts";
import { wordMatcher } from "./words.ts";

/** Segments read per call: as many entries as a search reads in the object. */
const MAX_SEGMENTS = 5;

type Chain = { readonly store: ChainStore; readonly segments: SegmentStore; readonly archived: ArchivedEntries };

export async function listWhole(
  chain: Chain,
  filter: EntryFilter,
  after: Position | null,
  limit: number,
): Promise<EntryPage> {
  const { store, segments } = chain;
  const size = pageSize(limit);
  const isPast = after !== null && after.seq < segments.end();
  const stored = isPast ? { entries: [], last: null, ...COMPLETE } : listChain(store, filter, after, size);
  if (stored.last !== null || segments.before(after, filter, 1).length === 0) return stored;
  if (stored.entries.length === size) return { ...stored, last: positionOf(stored.entries.at(-1)) };
  const older = await listArchived(chain, filter, isPast ? after : null, size - stored.entries.length);
  return { ...older, entries: [...stored.entries, ...older.entries] };
}

/** Newest first within a segment, as in the object. Segments follow each other by number, because their times may overlap. */
async function listArchived(
  { segments, archived }: Chain,
  filter: EntryFilter,
  after: Position | null,
  size: number,
): Promise<EntryPage> {
  const found = segments.before(after, filter, MAX_SEGMENTS + 1);
  const entries: ListedEntry[] = [];
  for (const [at, segment] of found.entries()) {
    const last = endOf(segment);
    const next = at + 1 < found.length ? last : null;
    const rows = await archived.read(segment);
    if (rows === null) {
      return { entries, last: next, ...COMPLETE, unreadable: { first: segment.first, last: segment.last } };
    }
    for (const entry of matching(rows, segments.usersOf(segment.first), filter, after)) {
      if (entries.length === size) return { entries, last: positionOf(entries.at(-1)), ...COMPLETE };
      entries.push(entry);
    }
    if (at + 1 === MAX_SEGMENTS) return { entries, last: next, ...COMPLETE, searchedTo: next && segment.since };
  }
  return { entries, last: null, ...COMPLETE };
}

/** A position before every entry of the next older segment, whatever their times. */
const endOf = ({ first }: Segment): Position => ({ ts: Number.MAX_SAFE_INTEGER, seq: first - 1 });

function matching(
  rows: readonly StoredRow[],
  users: ReadonlyMap<number, string>,
  { kind, userId, from = 0, to = Infinity, words = "" }: EntryFilter,
  after: Position | null,
): ListedEntry[] {
  const hasWords = wordMatcher(words) ?? (() => true);
  const isNext = ({ ts, seq }: StoredRow): boolean =>
    after === null || after.seq > (rows.at(-1)?.seq ?? 0) || ts < after.ts || (ts === after.ts && seq < after.seq);
  return rows
    .filter((row) => isNext(row) && (kind === undefined || row.kind === kind) && row.ts >= from && row.ts < to)
    .map((row) => ({ ...row, pii: { ...NO_PERSONAL, uid: users.get(row.seq) ?? null, salt: "" } }))
    .filter((row) => (userId === undefined || row.pii.uid === userId) && hasWords(row))
    .toSorted((a, b) => b.ts - a.ts || b.seq - a.seq)
    .map(toListed);
}
