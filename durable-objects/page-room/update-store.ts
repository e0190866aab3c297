/** Rows of a page's update log, and the document that they produce. */
import { PageDocument } from "../../src/realtime/document.ts";
import { integerText } from "../../src/db/sql.ts";
import { ROW_PART_BYTES, deleteParts, readParts, toBlob, writeParts } from "./part-store.ts";
import { newestSnapshot } from "./snapshot-store.ts";

/** Author and time (ms since the epoch) of a change. `tokenId` is null for a person at a browser. */
export type Authorship = { readonly author: string; readonly tokenId: string | null; readonly at: number };

export type LoggedUpdate = {
  /** Last revision of the row; `first` is its first. They differ in packed rows, after compaction and in the first row. */
  readonly seq: number;
  readonly first: number;
  readonly by: Authorship;
  /**
   * Stored before D1 decided. The decision can be unknown for the newest row only, because a rejected row is removed
   * before the next is added.
   */
  readonly isPending: boolean;
  readonly note: SeenNote | null;
  /** Names the commit shared with other pages. */
  readonly ticket: string | null;
  readonly size: number;
  /** True for a row that holds one update for each of its revisions; any other holds one update for all of them. */
  readonly isPacked: boolean;
};

/** At most this many updates share a row. */
export const PACKED_UPDATES = 64;

/**
 * The reader who was recorded as having been shown the staged update, and the revision shown to them before; null if
 * none.
 */
export type SeenNote = { readonly reader: string; readonly before: number | null };

type Row = {
  seq: number;
  first: number;
  at: number;
  author: string;
  token: string | null;
  pending: number;
  reader: string | null;
  reader_saw: number | null;
  ticket: string | null;
  size: number;
  packed: number;
};

const COLUMNS = "seq, first, at, author, token, pending, reader, reader_saw, ticket, size";
const SELECTED = `${COLUMNS}, packed IS NOT NULL AS packed`;
const INSERT = `INSERT INTO updates (${COLUMNS}, bytes)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function insertUpdate(sql: SqlStorage, row: Omit<LoggedUpdate, "size" | "isPacked">, bytes: Uint8Array): void {
  const size = bytes.byteLength;
  const { author, tokenId, at } = row.by;
  const inline = size <= ROW_PART_BYTES ? toBlob(bytes) : null;
  sql.exec(
    INSERT,
    row.seq,
    row.first,
    at,
    author,
    tokenId,
    Number(row.isPending),
    row.note?.reader ?? null,
    row.note?.before ?? null,
    row.ticket,
    size,
    inline,
  );
  if (inline === null) writeParts(sql, "update", row.seq, bytes);
}

export function deleteUpdates(sql: SqlStorage, from: number, to: number): void {
  sql.exec("DELETE FROM updates WHERE seq BETWEEN ? AND ?", from, to);
  deleteParts(sql, "update", from, to);
}

export const newestUpdates = (sql: SqlStorage, limit: number): LoggedUpdate[] =>
  sql
    .exec<Row>(
      `SELECT ${SELECTED}
       FROM updates
       ORDER BY seq DESC
       LIMIT ${integerText(limit)}`,
    )
    .toArray()
    .map(toLogged);

/** The newest revision after `after` and up to `to` that was committed through D1; null if there is none. */
export function newestDecided(sql: SqlStorage, after: number, to: number): number | null {
  const [row] = sql
    .exec<{ seq: number }>(
      `SELECT seq
       FROM updates
       WHERE pending = 1 AND seq > ? AND seq <= ?
       ORDER BY seq DESC
       LIMIT 1`,
      after,
      to,
    )
    .toArray();
  return row?.seq ?? null;
}

/** The first revision of the first row written to at or after that time (ms since the epoch); null if there is none. */
export function firstUpdateSince(sql: SqlStorage, time: number): number | null {
  const [row] = sql
    .exec<{ first: number }>(
      `SELECT first
       FROM updates
       WHERE at >= ?
       ORDER BY seq
       LIMIT 1`,
      time,
    )
    .toArray();
  return row?.first ?? null;
}

/** Rows after `after` and up to `to`, which must be committed, oldest first, without their bytes. */
export const updatesBetween = (sql: SqlStorage, after: number, to: number, limit: number): LoggedUpdate[] =>
  sql
    .exec<Row>(
      `SELECT ${SELECTED}
       FROM updates
       WHERE seq > ? AND seq <= ?
       ORDER BY seq
       LIMIT ${integerText(limit)}`,
      after,
      to,
    )
    .toArray()
    .map(toLogged);

/** The row that contains `revision`, or the first row after it up to `to`, which must be committed. */
export function updateFrom(sql: SqlStorage, revision: number, to: number): LoggedUpdate | null {
  return updatesBetween(sql, revision - 1, to, 1)[0] ?? null;
}

/**
 * `revision` if its exact state is kept, otherwise the last revision of the row that it was merged into. `to` is the
 * committed revision; revisions before the first one count as the first.
 */
export function keptFrom(sql: SqlStorage, revision: number, to: number): number {
  const row = updateFrom(sql, revision, to);
  return row !== null && row.first <= revision && !row.isPacked ? row.seq : revision;
}

/** The updates after `after` and up to `to`, which must be committed, oldest first. */
export function* readUpdates(sql: SqlStorage, after: number, to: number): Generator<Uint8Array> {
  const rows = sql
    .exec<{
      seq: number;
      first: number;
      bytes: ArrayBuffer | null;
      packed: ArrayBuffer | null;
      lengths: string | null;
    }>(
      `SELECT seq, first, bytes, packed, lengths
       FROM updates
       WHERE seq > ?1 AND (seq <= ?2 OR (packed IS NOT NULL AND seq < ?2 + ${PACKED_UPDATES} AND first <= ?2))
       ORDER BY seq`,
      after,
      to,
    )
    .toArray();
  for (const { seq, first, bytes, packed, lengths } of rows) {
    if (packed !== null && lengths !== null) yield* unpack(new Uint8Array(packed), lengths, first, after, to);
    else yield bytes === null ? readParts(sql, "update", seq) : new Uint8Array(bytes);
  }
}

/** The updates of a packed row, whose revisions are consecutive from `first`, after `after` and up to `to`. */
function* unpack(packed: Uint8Array, lengths: string, first: number, after: number, to: number): Generator<Uint8Array> {
  let at = 0;
  for (const [index, length] of lengths.split(",").map(Number).entries()) {
    const revision = first + index;
    if (revision > after && revision <= to) yield packed.subarray(at, at + length);
    at += length;
  }
}

/** The tokens that wrote after `after` and up to `to`. */
export const tokensBetween = (sql: SqlStorage, after: number, to: number): string[] =>
  sql
    .exec<{ token: string }>(
      `SELECT DISTINCT token
       FROM updates
       WHERE seq > ? AND seq <= ? AND token IS NOT NULL`,
      after,
      to,
    )
    .toArray()
    .map(({ token }) => token);

/** The document as committed at `revision`: the newest snapshot not after it, and the updates since. */
export function documentAt(sql: SqlStorage, revision: number): PageDocument {
  const snapshot = newestSnapshot(sql, revision);
  const updates = readUpdates(sql, snapshot ?? -1, revision);
  if (snapshot === null) return new PageDocument(updates);
  const base = readParts(sql, "snapshot", snapshot);
  return new PageDocument([base, ...updates]);
}

/** Number and size of the updates to replay between two revisions; a packed row counts in full. */
export function replayBetween(sql: SqlStorage, after: number, to: number): { count: number; bytes: number } {
  return sql
    .exec<{ count: number; bytes: number }>(
      `SELECT coalesce(sum(iif(packed IS NULL, 1, seq - first + 1)), 0) AS count, coalesce(sum(size), 0) AS bytes
       FROM updates
       WHERE seq > ? AND seq <= ?`,
      after,
      to,
    )
    .one();
}

const toLogged = (row: Row): LoggedUpdate => ({
  seq: row.seq,
  first: row.first,
  by: { author: row.author, tokenId: row.token, at: row.at },
  isPending: row.pending === 1,
  note: row.reader === null ? null : { reader: row.reader, before: row.reader_saw },
  ticket: row.ticket,
  size: row.size,
  isPacked: row.packed === 1,
});
