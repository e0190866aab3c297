/**
 * `npm run migrations:check`: both histories are named correctly, apply to a fresh database, lose nothing, and keep the previous
 * version working.
 */
import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { judgeMigrations } from "./rules.ts";
import { judgeSkew } from "./skew-rules.ts";
import { type History, HISTORIES, applyMigrations, migrationsFolder, readMigrations } from "../schema.ts";

function findFaults(history: History): string[] {
  if (!existsSync(migrationsFolder(history))) return [`migrations/${history} does not exist.`];
  const migrations = readMigrations(history);
  const faults = judgeMigrations(migrations);
  try {
    faults.push(...judgeSkew(migrations));
    const db = applyMigrations(migrations);
    const integrity = db
      .prepare("pragma integrity_check")
      .all()
      .map((row) => String(row.integrity_check));
    if (integrity.join() !== "ok") faults.push(`integrity_check: ${integrity.join("; ")}`);
    for (const row of db.prepare("pragma foreign_key_check").all()) {
      faults.push(`foreign_key_check: a row of ${String(row.table)} refers to no row of ${String(row.parent)}.`);
    }
    if (history === "main") faults.push(...judgeExport(db));
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults.map((fault) => `migrations/${history}: ${fault}`);
}

/** D1 cannot export a database with a virtual table, which is why the search index is separate. */
function judgeExport(db: DatabaseSync): string[] {
  const virtual = db.prepare("select name from pragma_table_list where schema = 'main' and type = 'virtual'").all();
  return virtual.map(({ name }) => `${String(name)} is a virtual table, and D1 could not export this database.`);
}

const faults = HISTORIES.flatMap(findFaults);
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log("All migrations apply without data loss.");
process.exitCode = faults.length === 0 ? 0 : 1;
