/** Tables of a page's room, and its key-value metadata. */
import type { PageType } from "../../src/kernel/page-type.ts";

/**
 * A row of `updates` has one Yjs update in `bytes`, for one revision or, after compaction, for the run of revisions
 * `first..seq`; or it has one for each revision of the run, joined in `packed`, with the `lengths` of each (decimal,
 * separated by commas). Bytes that do not fit a row (2 MB at most) are in `parts`, as are all snapshots. A version is a burst of one author that begins at
 * revision `first` and ends where the next begins; `version_authors` has its further authors. `writers` maps each Yjs
 * client to its owner since `at`, and to nobody once its document was replaced. `documents` has the Yjs documents that
 * replaced the page's first one: each begins with a snapshot at revision `since`. `shown` has the revision that each
 * reader last saw. `anchors` has the places of comment threads in the text as of the revision `anchored`, and `anchor_homes`
 * those where an anchor once had exactly its words: the first (`n` = 0) and the latest.
 */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS updates (
     seq INTEGER PRIMARY KEY, first INTEGER NOT NULL, at INTEGER NOT NULL,
     author TEXT NOT NULL, token TEXT, pending INTEGER NOT NULL, size INTEGER NOT NULL, bytes BLOB,
     reader TEXT, reader_saw INTEGER, ticket TEXT, packed BLOB, lengths TEXT)`,
  `CREATE TABLE IF NOT EXISTS versions (
     first INTEGER PRIMARY KEY, at INTEGER NOT NULL, author TEXT NOT NULL, token TEXT)`,
  `CREATE TABLE IF NOT EXISTS shown (reader TEXT PRIMARY KEY, revision INTEGER NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS page (id TEXT PRIMARY KEY, type TEXT NOT NULL) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID`,
];

/** Created with their first row, because most rooms never have one and an empty table takes 4 KB; `parts` takes 8. */
const RARE_TABLES = {
  anchors: `CREATE TABLE IF NOT EXISTS anchors (
     id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, closed INTEGER NOT NULL, pending INTEGER,
     quote TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, now TEXT, lost TEXT, cells TEXT,
     range_start BLOB NOT NULL, range_end BLOB NOT NULL) WITHOUT ROWID`,
  anchor_homes: `CREATE TABLE IF NOT EXISTS anchor_homes (
     id TEXT NOT NULL, n INTEGER NOT NULL, range_start BLOB NOT NULL, range_end BLOB NOT NULL,
     PRIMARY KEY (id, n)) WITHOUT ROWID`,
  documents: "CREATE TABLE IF NOT EXISTS documents (since INTEGER PRIMARY KEY, id INTEGER NOT NULL)",
  parts: `CREATE TABLE IF NOT EXISTS parts (
     kind TEXT NOT NULL, seq INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
     PRIMARY KEY (kind, seq, part))`,
  version_authors: `CREATE TABLE IF NOT EXISTS version_authors (
     first INTEGER NOT NULL, author TEXT NOT NULL,
     PRIMARY KEY (first, author)) WITHOUT ROWID`,
  writers: `CREATE TABLE IF NOT EXISTS writers (
     client INTEGER PRIMARY KEY, author TEXT NOT NULL, at INTEGER NOT NULL DEFAULT 0)`,
} as const;
type RareTable = keyof typeof RARE_TABLES;

export const isRareTable = (name: string): name is RareTable => Object.hasOwn(RARE_TABLES, name);

/** Call before each insertion: a transaction that is rolled back takes the table with it. */
export const ensureTable = (sql: SqlStorage, table: RareTable): void => void sql.exec(RARE_TABLES[table]);

export const hasTable = (sql: SqlStorage, table: RareTable | "meta"): boolean =>
  sql.exec("SELECT 1 FROM sqlite_master WHERE name = ?", table).toArray().length > 0;

export function createTables(sql: SqlStorage): void {
  for (const table of TABLES) sql.exec(table);
  // Rooms created before these columns existed.
  for (const [table, columns] of Object.entries(LATER_COLUMNS)) addMissing(sql, table, columns);
}

/** Returns true if this object has been used as a room. */
export const hasTables = (sql: SqlStorage): boolean => hasTable(sql, "meta");

const LATER_COLUMNS = {
  updates: ["reader TEXT", "reader_saw INTEGER", "ticket TEXT", "packed BLOB", "lengths TEXT"],
  writers: ["at INTEGER NOT NULL DEFAULT 0"],
};

function addMissing(sql: SqlStorage, table: string, columns: readonly string[]): void {
  const [made] = sql.exec<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = ?", table).toArray();
  for (const column of columns)
    if (made !== undefined && !made.sql.includes(column)) sql.exec(`ALTER TABLE ${table} ADD COLUMN ${column}`);
}

/**
 * `birth`: the first revision (stored rooms use this name). `used`: highest revision assigned and lost. `client`: the
 * head's Yjs client. `compacted`: last merged revision. `projected`: last revision written to D1 without an edit that
 * D1 decided. `marked`: 1 while D1 says that this room may be ahead of it. `compactAt`: time of the next compaction, in
 * ms since the epoch. `anchored`: the revision that stored anchors refer to; missing if there are none.
 */
type MetaKey = "birth" | "used" | "client" | "compacted" | "projected" | "marked" | "compactAt" | "anchored";

export function readMeta(sql: SqlStorage, key: MetaKey): number | null {
  const [row] = sql.exec<{ value: number }>("SELECT value FROM meta WHERE key = ?", key).toArray();
  return row?.value ?? null;
}

/** Null deletes the key. */
export function writeMeta(sql: SqlStorage, key: MetaKey, value: number | null): void {
  if (value === null) {
    sql.exec("DELETE FROM meta WHERE key = ?", key);
    return;
  }
  sql.exec(
    `INSERT INTO meta (key, value)
     VALUES (?, ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    key,
    value,
  );
}

/** The room's page, stored because an alarm does not know it. */
export type RoomPage = { readonly id: string; readonly type: PageType };

export const readPage = (sql: SqlStorage): RoomPage | null =>
  sql.exec<RoomPage>("SELECT id, type FROM page").toArray()[0] ?? null;

export function rememberPage(sql: SqlStorage, { id, type }: RoomPage): void {
  sql.exec("INSERT INTO page (id, type) VALUES (?, ?) ON CONFLICT DO NOTHING", id, type);
}
