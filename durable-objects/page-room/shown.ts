/** Which revision each reader was last shown: what that reader's line numbers mean. */

const READERS_KEPT = 1000;
/** Readers dropped at once when there are too many, so that it happens seldom. */
const READERS_DROPPED = 100;

export function readShown(sql: SqlStorage, reader: string): number | null {
  const [row] = sql.exec<{ revision: number }>("SELECT revision FROM shown WHERE reader = ?", reader).toArray();
  return row?.revision ?? null;
}

/** Writes only what is news. A new reader above the limit pushes out those who have been away longest. */
export function recordShown(sql: SqlStorage, reader: string, revision: number): void {
  const last = readShown(sql, reader);
  if (last === revision) return;
  if (last === null && countReaders(sql) >= READERS_KEPT)
    sql.exec(
      "DELETE FROM shown WHERE reader IN (SELECT reader FROM shown ORDER BY revision, reader LIMIT ?)",
      READERS_DROPPED,
    );
  sql.exec(
    "INSERT INTO shown (reader, revision) VALUES (?, ?) ON CONFLICT (reader) DO UPDATE SET revision = excluded.revision",
    reader,
    revision,
  );
}

export function forgetShownBefore(sql: SqlStorage, revision: number): void {
  sql.exec("DELETE FROM shown WHERE revision < ?", revision);
}

const countReaders = (sql: SqlStorage): number =>
  sql.exec<{ readers: number }>("SELECT count(*) AS readers FROM shown").one().readers;
