/** Snapshots that shorten the replay of a page's updates: each is the document at a revision. */
import { deleteParts, writeParts } from "./part-store.ts";
import { hasTable } from "./schema.ts";

/** The newest snapshot up to a revision; null if there is none. */
export function newestSnapshot(sql: SqlStorage, upTo: number): number | null {
  if (!hasTable(sql, "parts")) return null;
  const [row] = sql
    .exec<{ seq: number }>(
      `SELECT seq
       FROM parts
       WHERE kind = 'snapshot' AND seq <= ?
       ORDER BY seq DESC
       LIMIT 1`,
      upTo,
    )
    .toArray();
  return row?.seq ?? null;
}

export const listSnapshots = (sql: SqlStorage, upTo: number): number[] =>
  !hasTable(sql, "parts")
    ? []
    : sql
        .exec<{ seq: number }>(
          `SELECT seq
           FROM parts
           WHERE kind = 'snapshot' AND part = 0 AND seq <= ?
           ORDER BY seq`,
          upTo,
        )
        .toArray()
        .map(({ seq }) => seq);

export const insertSnapshot = (sql: SqlStorage, seq: number, bytes: Uint8Array): void =>
  writeParts(sql, "snapshot", seq, bytes);

export const deleteSnapshot = (sql: SqlStorage, seq: number): void => deleteParts(sql, "snapshot", seq);

export const sizeOfSnapshot = (sql: SqlStorage, seq: number | null): number =>
  seq === null
    ? 0
    : sql
        .exec<{ size: number }>(
          `SELECT sum(length(bytes)) AS size
           FROM parts
           WHERE kind = 'snapshot' AND seq = ?`,
          seq,
        )
        .one().size;
