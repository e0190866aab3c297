/** The databases as their migrations make them: reads them, applies them to a fresh SQLite, and describes the rows as types. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./commands.ts";

/** One ordered history for each database: everything that is kept, and the search index, which can be made anew. */
export const HISTORIES = ["main", "search"] as const;
export type History = (typeof HISTORIES)[number];

export const migrationsFolder = (history: History): string => join(root, "migrations", history);
export const rowsFile = join(root, "src/db/rows.ts");

export type Migration = { readonly file: string; readonly sql: string };

/** Every file of the folder in the order it is applied, which is by name. */
export function readMigrations(history: History): Migration[] {
  const folder = migrationsFolder(history);
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({ file, sql: readFileSync(join(folder, file), "utf8") }));
}

/** A database in memory with all migrations applied. Throws an Error that names the one that failed. */
export function applyMigrations(migrations: readonly Migration[]): DatabaseSync {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  for (const { file, sql } of migrations) {
    try {
      db.exec(sql);
    } catch (error) {
      throw new Error(`${file} does not apply: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }
  return db;
}

/**
 * The source of `src/db/rows.ts`: one type a table, columns as SQL names them. Virtual tables and their shadows are left
 * out: SQLite knows no types for their columns.
 */
export function renderRows(db: DatabaseSync): string {
  const tables = db
    .prepare(
      "select name, wr from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite@_%' escape '@' order by name",
    )
    .all();
  const types = tables.map((table) => renderTable(db, String(table.name), table.wr === 1));
  const head = "/** The rows of every table, generated from migrations/main by `npm run db:types`; do not edit. */\n";
  return [head, ...types].join("\n");
}

function renderTable(db: DatabaseSync, table: string, withoutRowid: boolean): string {
  const columns = db
    .prepare('select name, type, "notnull", pk from pragma_table_xinfo(?) where hidden <> 1 order by cid')
    .all(table);
  const keys = columns.filter((column) => Number(column.pk) > 0).length;
  const lines = columns.map((column) => {
    const declared = String(column.type);
    // A lone INTEGER key is the rowid itself, and a table without rowids has no null keys; any other key may be null.
    const isRowid = keys === 1 && Number(column.pk) === 1 && declared.toUpperCase() === "INTEGER" && !withoutRowid;
    const never = column.notnull === 1 || isRowid || (withoutRowid && Number(column.pk) > 0);
    return `  ${String(column.name)}: ${typeOf(declared)}${never ? "" : " | null"};`;
  });
  return `export type ${typeName(table)} = {\n${lines.join("\n")}\n};\n`;
}

const typeName = (table: string) =>
  `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Row`;

/** SQLite's affinity rules, section 3.1 of https://www.sqlite.org/datatype3.html, in their order. */
function typeOf(declared: string): string {
  const type = declared.toUpperCase();
  if (type.includes("INT")) return "number";
  if (/CHAR|CLOB|TEXT/.test(type)) return "string";
  if (type.includes("BLOB")) return "Uint8Array";
  if (type === "" || type === "ANY") return "string | number | Uint8Array";
  return "number";
}
