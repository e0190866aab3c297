/** Byte strings of any length, split into rows well below SQLite's 2 MB limit. */
import { ensureTable, hasTable } from "./schema.ts";

export const ROW_PART_BYTES = 900_000;

type PartKind = "update" | "snapshot";

export function writeParts(sql: SqlStorage, kind: PartKind, seq: number, bytes: Uint8Array): void {
  ensureTable(sql, "parts");
  for (let part = 0; part * ROW_PART_BYTES < bytes.byteLength; part++)
    sql.exec(
      "INSERT INTO parts (kind, seq, part, bytes) VALUES (?, ?, ?, ?)",
      kind,
      seq,
      part,
      toBlob(bytes.subarray(part * ROW_PART_BYTES, (part + 1) * ROW_PART_BYTES)),
    );
}

export function readParts(sql: SqlStorage, kind: PartKind, seq: number): Uint8Array {
  const parts = sql
    .exec<{ bytes: ArrayBuffer }>(
      `SELECT bytes
       FROM parts
       WHERE kind = ? AND seq = ?
       ORDER BY part`,
      kind,
      seq,
    )
    .toArray();
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.bytes.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.bytes), at);
    at += part.bytes.byteLength;
  }
  return bytes;
}

/** Deletes what was stored for `from` to `to`. */
export function deleteParts(sql: SqlStorage, kind: PartKind, from: number, to = from): void {
  if (!hasTable(sql, "parts")) return;
  sql.exec("DELETE FROM parts WHERE kind = ? AND seq BETWEEN ? AND ?", kind, from, to);
}

/** Copies the bytes into a buffer of exactly their size: a view may cover only part of a larger one. */
export const toBlob = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
