/** `npm run migrations:check`: the migrations are well named, apply to a fresh database, lose nothing, and match `src/db/rows.ts`. */
import { existsSync, readFileSync } from "node:fs";
import { judgeMigrations } from "./migration-rules.ts";
import { applyMigrations, migrationsFolder, readMigrations, renderRows, rowsFile } from "./schema.ts";

function findFaults(): string[] {
  if (!existsSync(migrationsFolder)) return ["migrations/main does not exist."];
  const migrations = readMigrations();
  const faults = judgeMigrations(migrations);
  try {
    const db = applyMigrations(migrations);
    const integrity = db
      .prepare("pragma integrity_check")
      .all()
      .map((row) => String(row.integrity_check));
    if (integrity.join() !== "ok") faults.push(`integrity_check: ${integrity.join("; ")}`);
    for (const row of db.prepare("pragma foreign_key_check").all()) {
      faults.push(`foreign_key_check: a row of ${String(row.table)} refers to no row of ${String(row.parent)}.`);
    }
    const current = existsSync(rowsFile) ? readFileSync(rowsFile, "utf8") : null;
    if (current !== renderRows(db))
      faults.push("src/db/rows.ts is not what the migrations make: run `npm run db:types`.");
  } catch (error) {
    faults.push(error instanceof Error ? error.message : String(error));
  }
  return faults;
}

const faults = findFaults();
for (const fault of faults) console.error(fault);
if (faults.length === 0) console.log("Migrations apply, lose nothing, and match src/db/rows.ts.");
process.exitCode = faults.length === 0 ? 0 : 1;
