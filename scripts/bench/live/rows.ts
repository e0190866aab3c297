/** Counts the rows written for keys in a local runtime's SQLite files. */
import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import type { Kind } from "./typist.ts";

const CLASSES: Readonly<Record<Kind, string>> = { room: "PageRoom", echo: "BenchEcho", insert: "BenchEcho" };
const TABLES: Readonly<Record<Kind, string>> = { room: "updates", echo: "heard", insert: "heard" };
/** Typed updates share rows, and each of them writes its row once. */
const ROWS_WRITTEN: Readonly<Record<Kind, string>> = {
  room: "sum(iif(packed is null, 1, seq - first + 1))",
  echo: "count(*)",
  insert: "count(*)",
};

/** Throws if the folder contains no database of the class, since the count would be meaningless. */
export function countRows(folder: string, kind: Kind): number {
  const files = globSync(`**/*${CLASSES[kind]}*/*.sqlite`, { cwd: folder }).filter(
    (file) => !file.endsWith("metadata.sqlite"),
  );
  if (files.length === 0) throw new Error(`No database of ${CLASSES[kind]} was found in ${folder}.`);
  let rows = 0;
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    const exists = database.prepare("select 1 from sqlite_master where name = ?").get(TABLES[kind]) !== undefined;
    if (exists)
      rows += Number(database.prepare(`select ${ROWS_WRITTEN[kind]} as n from ${TABLES[kind]}`).get()?.["n"] ?? 0);
    database.close();
  }
  return rows;
}
