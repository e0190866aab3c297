/** Reads and writes the rows of an object's SQLite tables as lines of JSON; see src/rpc/storage-copy.ts. */
import { Buffer } from "node:buffer";
import { integerText } from "../src/db/sql.ts";
import { parseJson } from "../src/kernel/json.ts";
import type { CopyCursor } from "../src/rpc/storage-copy.ts";

/** One piece has about this many bytes of values, far below the 32 MB that an RPC may return. */
const PIECE_BYTES = 4_000_000;
const ROWS_PER_QUERY = 200;

type Columns = { readonly names: readonly string[]; readonly key: readonly string[] };
type Value = SqlStorageValue | { readonly b: string };

/** The object's own tables; the runtime's begin with an underscore. */
export const tablesOf = (sql: SqlStorage): string[] =>
  sql
    .exec<{ name: string }>(
      `SELECT name
       FROM sqlite_master
       WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY name`,
    )
    .toArray()
    .map(({ name }) => name);

export function dropTables(sql: SqlStorage): void {
  for (const table of tablesOf(sql)) sql.exec(`DROP TABLE "${table}"`);
}

export function clearTables(sql: SqlStorage): void {
  for (const table of tablesOf(sql)) sql.exec(`DELETE FROM "${table}"`);
}

/** Number of rows changed since this instance of the object started. */
export const countChanges = (sql: SqlStorage): number =>
  sql.exec<{ changes: number }>("SELECT total_changes() AS changes").one().changes;

function columnsOf(sql: SqlStorage, table: string): Columns {
  const rows = sql.exec<{ name: string; pk: number }>(`PRAGMA table_info("${table}")`).toArray();
  const key = rows.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  return { names: rows.map(({ name }) => name), key: key.map(({ name }) => name) };
}

/** Copies rows of `tables`, in this order, from `cursor` on. `next` is null after the last table. */
export function copyTables(
  sql: SqlStorage,
  tables: readonly string[],
  cursor: CopyCursor | null,
): { lines: string[]; next: CopyCursor | null } {
  const lines: string[] = [];
  let bytes = 0;
  for (const table of tables.slice(cursor === null ? 0 : tables.indexOf(cursor.table))) {
    const { names, key } = columnsOf(sql, table);
    let after = table === cursor?.table ? cursor.after : null;
    lines.push(JSON.stringify({ table, columns: names }));
    for (let isDone = false; !isDone;) {
      let read = 0;
      for (const row of rowsAfter(sql, table, key, after)) {
        const values = names.map((name) => row[name] ?? null);
        lines.push(JSON.stringify(values.map(toJson)));
        bytes += values.reduce((sum: number, value) => sum + sizeOf(value), 0);
        after = key.map((name) => row[name] as string | number); // no key is a blob or null
        read += 1;
        if (bytes >= PIECE_BYTES) return { lines, next: { table, after } };
      }
      isDone = read < ROWS_PER_QUERY;
    }
  }
  return { lines, next: null };
}

function rowsAfter(
  sql: SqlStorage,
  table: string,
  key: readonly string[],
  after: CopyCursor["after"],
): Iterable<Record<string, SqlStorageValue>> {
  const order = key.map((name) => `"${name}"`).join(", ");
  const where = after === null ? "" : `WHERE (${order}) > (${key.map(() => "?").join(", ")})`;
  return sql.exec(
    `SELECT *
     FROM "${table}"
     ${where}
     ORDER BY ${order}
     LIMIT ${integerText(ROWS_PER_QUERY)}`,
    ...(after ?? []),
  );
}

const toJson = (value: SqlStorageValue): Value =>
  value instanceof ArrayBuffer ? { b: Buffer.from(value).toString("base64") } : value;

const sizeOf = (value: SqlStorageValue): number =>
  value instanceof ArrayBuffer ? value.byteLength : typeof value === "string" ? value.length : 8;

/**
 * Inserts the rows of a copy, in place of rows with the same key. `create` makes a table that does not exist, and returns
 * false for one that this version does not know. Throws if there are such tables or columns, because data would be lost.
 */
export function insertLines(sql: SqlStorage, text: string, create: (table: string) => boolean): void {
  let insert = "";
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const parsed = parseJson(line) as { table: string; columns: string[] } | Value[]; // as `copyTables` wrote it
    if (Array.isArray(parsed)) {
      sql.exec(insert, ...parsed.map(fromJson));
      continue;
    }
    const { table, columns } = parsed;
    const isKnown = create(table) && columns.every((name) => columnsOf(sql, table).names.includes(name));
    if (!isKnown) throw new Error(`This version does not know the table ${table} of the copy, or one of its columns.`);
    const names = columns.map((name) => `"${name}"`).join(", ");
    insert = `INSERT OR REPLACE INTO "${table}" (${names}) VALUES (${columns.map(() => "?").join(", ")})`;
  }
}

const fromJson = (value: Value): SqlStorageValue =>
  typeof value === "object" && value !== null && "b" in value
    ? new Uint8Array(Buffer.from(value.b, "base64")).buffer
    : value;
