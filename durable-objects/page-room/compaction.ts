/** Compacts a long history: old updates are merged per version, and most old snapshots are dropped. */
import { mergeUpdates } from "yjs";
import { listDocuments } from "./document-store.ts";
import { readMeta, writeMeta } from "./schema.ts";
import { deleteSeenBefore } from "./last-seen-store.ts";
import { deleteSnapshot, listSnapshots } from "./snapshot-store.ts";
import {
  deleteUpdates,
  firstUpdateSince,
  insertUpdate,
  newestUpdates,
  readUpdates,
  replayBetween,
  updateFrom,
  updatesBetween,
  type LoggedUpdate,
} from "./update-store.ts";
import { versionStarts } from "./version-store.ts";

/** Every revision of the last day stays exact, and so do the last 500 regardless of age. */
const KEPT_EXACT_MS = 24 * 60 * 60 * 1000;
const KEPT_EXACT_REVISIONS = 500;

/** Limits of one call. */
const UPDATES_PER_CALL = 2000;
const MERGED_BYTES = 500_000;
/** A burst that has not ended yet is merged once this many of its updates are old. */
const UNFINISHED_UPDATES = 200;

/** Maximum replay between two kept snapshots when an old version is read. */
const REPLAY_UPDATES = 4000;
const REPLAY_BYTES = 8_000_000;

export type Compacted = {
  readonly mergedUpdates: number;
  readonly droppedSnapshots: number;
  readonly hasMore: boolean;
};

/** One bounded round, inside the caller's transaction. `now` is ms since the epoch. */
export function compactLog(sql: SqlStorage, now: number): Compacted {
  const horizon = findHorizon(sql, now);
  const done = readMeta(sql, "compacted") ?? readMeta(sql, "birth");
  if (horizon === null || done === null) return { mergedUpdates: 0, droppedSnapshots: 0, hasMore: false };
  const { rows, hasMore } = rowsOfOneCall(updatesBetween(sql, done, horizon - 1, UPDATES_PER_CALL));
  const groups = groupRows(rows, versionStarts(sql, done, horizon), documentStarts(sql));
  let mergedUpdates = 0;
  let compacted = done;
  for (const group of groups) {
    mergedUpdates += mergeRows(sql, group);
    compacted = group[group.length - 1]?.seq ?? compacted;
  }
  if (compacted > done) {
    writeMeta(sql, "compacted", compacted);
    deleteSeenBefore(sql, compacted);
  }
  const droppedSnapshots = thinSnapshots(sql, compacted);
  return { mergedUpdates, droppedSnapshots, hasMore: hasMore && compacted > done };
}

const countOf = ({ isPacked, seq, first }: LoggedUpdate): number => (isPacked ? seq - first + 1 : 1);

/** The rows that one call handles, and whether there are more. */
function rowsOfOneCall(rows: readonly LoggedUpdate[]): {
  readonly rows: readonly LoggedUpdate[];
  readonly hasMore: boolean;
} {
  let updates = 0;
  const end = rows.findIndex((row) => (updates += countOf(row)) >= UPDATES_PER_CALL);
  return end === -1 ? { rows, hasMore: false } : { rows: rows.slice(0, end + 1), hasMore: true };
}

/** The oldest revision that must stay exact; null if there is none older. */
function findHorizon(sql: SqlStorage, now: number): number | null {
  const [newest] = newestUpdates(sql, 1);
  const oldest = newest && updateFrom(sql, newest.seq - KEPT_EXACT_REVISIONS + 1, newest.seq);
  return oldest ? Math.min(oldest.first, firstUpdateSince(sql, now - KEPT_EXACT_MS) ?? oldest.first) : null;
}

/**
 * Groups rows by version, with no group larger than a row may be. The last, unfinished group is included only if it is
 * long.
 */
function groupRows(
  rows: readonly LoggedUpdate[],
  starts: ReadonlySet<number>,
  documents: readonly number[],
): LoggedUpdate[][] {
  const groups: LoggedUpdate[][] = [];
  let group: LoggedUpdate[] = [];
  let size = 0;
  for (const row of rows) {
    // Updates of two documents cannot be merged.
    const isOther = documents.some((since) => (group.at(-1)?.seq ?? Infinity) <= since && since < row.first);
    if (group.length > 0 && (isOther || starts.has(row.first) || size + row.size > MERGED_BYTES)) {
      groups.push(group);
      group = [];
      size = 0;
    }
    group.push(row);
    size += row.size;
  }
  const last = rows[rows.length - 1];
  const isFinished = last !== undefined && [...starts].some((start) => start > last.seq);
  const updates = group.reduce((sum, row) => sum + countOf(row), 0);
  if (group.length > 0 && (isFinished || updates >= UNFINISHED_UPDATES)) groups.push(group);
  return groups;
}

const documentStarts = (sql: SqlStorage): number[] => listDocuments(sql).map(({ since }) => since);

function mergeRows(sql: SqlStorage, group: readonly LoggedUpdate[]): number {
  const first = group[0];
  const last = group[group.length - 1];
  if (first === undefined || last === undefined || group.length === 1) return 0;
  const merged = mergeUpdates([...readUpdates(sql, first.first - 1, last.seq)]);
  deleteUpdates(sql, first.seq, last.seq);
  insertUpdate(sql, { ...last, first: first.first }, merged);
  return group.length;
}

/** Drops every old snapshot whose neighbours are close enough without it. */
function thinSnapshots(sql: SqlStorage, upTo: number): number {
  const snapshots = listSnapshots(sql, upTo);
  const documents = new Set(documentStarts(sql));
  let dropped = 0;
  let kept = -1;
  snapshots.forEach((seq, index) => {
    const next = snapshots[index + 1];
    if (next === undefined) return;
    const replay = replayBetween(sql, kept, next);
    if (documents.has(seq) || replay.count > REPLAY_UPDATES || replay.bytes > REPLAY_BYTES) kept = seq;
    else {
      deleteSnapshot(sql, seq);
      dropped++;
    }
  });
  return dropped;
}
