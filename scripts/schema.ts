/** The databases as their migrations make them: reads them, and applies them to a fresh SQLite. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./commands.ts";

/** One ordered history for each database: everything that is kept, and the search index, which can be made anew. */
export const HISTORIES = ["main", "search"] as const;
export type History = (typeof HISTORIES)[number];

export const migrationsFolder = (history: History): string => join(root, "migrations", history);

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
