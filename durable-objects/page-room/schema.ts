/** Tables of a page's room, and its few single values. */

/**
 * `updates` holds one Yjs update per revision, or after compaction one per run of revisions `first..seq`. Bytes that do
 * not fit a row (2 MB at most) are in `parts`, and so are all snapshots. A version is a burst of one author that begins
 * at revision `first` and ends where the next begins. `shown` has the revision each reader last saw.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS updates (seq INTEGER PRIMARY KEY, first INTEGER NOT NULL, at INTEGER NOT NULL,
     author TEXT NOT NULL, token TEXT, pending INTEGER NOT NULL, size INTEGER NOT NULL, bytes BLOB, reader TEXT, reader_saw INTEGER, ticket TEXT)`,
  `CREATE TABLE IF NOT EXISTS parts (kind TEXT NOT NULL, seq INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (kind, seq, part))`,
  `CREATE TABLE IF NOT EXISTS versions (first INTEGER PRIMARY KEY, at INTEGER NOT NULL, author TEXT NOT NULL, token TEXT)`,
  `CREATE TABLE IF NOT EXISTS shown (reader TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`,
];

export function createTables(sql: SqlStorage): void {
  for (const table of TABLES) sql.exec(table);
  // Rooms made before these columns were thought of.
  const [old] = sql
    .exec("SELECT 1 FROM sqlite_master WHERE name = 'updates' AND sql NOT LIKE '%reader_saw%'")
    .toArray();
  if (old)
    for (const column of ["reader TEXT", "reader_saw INTEGER", "ticket TEXT"])
      sql.exec(`ALTER TABLE updates ADD COLUMN ${column}`);
}

/** `birth`: first revision. `used`: highest revision given out and lost. `client`: the head's Yjs client. `compacted`: last merged revision. */
export type MetaKey = "birth" | "used" | "client" | "compacted";

export function readMeta(sql: SqlStorage, key: MetaKey): number | null {
  const [row] = sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = ?", key).toArray();
  return row?.value ?? null;
}

export function writeMeta(sql: SqlStorage, key: MetaKey, value: number): void {
  sql.exec(
    "INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    key,
    value,
  );
}
