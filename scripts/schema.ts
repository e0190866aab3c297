/** The databases as defined by their migrations: reads these, and applies them to a fresh SQLite. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./commands.ts";

/** One ordered history per database: the main data, and the search index, which can be rebuilt. */
export const HISTORIES = ["main", "search"] as const;
export type History = (typeof HISTORIES)[number];

export const migrationsFolder = (history: History): string => join(root, "migrations", history);

export type Migration = { readonly file: string; readonly sql: string };

/** Every file of the folder in the order of application, which is by name. */
export function readMigrations(history: History): Migration[] {
  const folder = migrationsFolder(history);
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({ file, sql: readFileSync(join(folder, file), "utf8") }));
}

/** An in-memory database with all migrations applied. Throws an Error that names a migration that failed. */
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
