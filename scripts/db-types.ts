/** `npm run db:types`: writes the row types of `src/db/rows.ts` from the migrations. */
import { writeFileSync } from "node:fs";
import { applyMigrations, readMigrations, renderRows, rowsFile } from "./schema.ts";

const migrations = readMigrations("main");
writeFileSync(rowsFile, renderRows(applyMigrations(migrations)));
console.log(`src/db/rows.ts written from ${migrations.length} migrations.`);
