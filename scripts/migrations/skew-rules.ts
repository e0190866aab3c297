/**
 * Detects migrations that would break the version still running while they are applied, or the one restored by a
 * rollback, by applying them one by one and comparing the schema before and after each.
 */
import { DatabaseSync } from "node:sqlite";
import { isReviewed } from "./rules.ts";
import type { Migration } from "../schema.ts";

type Column = { readonly declared: string; readonly isRequired: boolean; readonly hasDefault: boolean };
type Index = { readonly table: string; readonly columns: readonly string[] };
type Trigger = { readonly table: string; readonly sql: string };
type Shape = {
  /** Keyed by "table.column". */
  readonly columns: ReadonlyMap<string, Column>;
  readonly tables: ReadonlyMap<string, string>;
  readonly uniques: ReadonlyMap<string, Index>;
  readonly triggers: ReadonlyMap<string, Trigger>;
};

const OWN = "name not like 'sqlite@_%' escape '@'";

function shapeOf(db: DatabaseSync): Shape {
  const objects = db.prepare(`select type, name, tbl_name, sql from sqlite_schema where ${OWN}`).all();
  const named = (type: string) => objects.filter((row) => row.type === type);
  const tables = named("table").filter((row) => !/^create virtual/i.test(String(row.sql)));
  const columns = tables.flatMap((table) =>
    db
      .prepare('select name, type, "notnull", dflt_value, pk, hidden from pragma_table_xinfo(?)')
      .all(String(table.name))
      .map((row): [string, Column] => [
        `${String(table.name)}.${String(row.name)}`,
        {
          declared: `${String(row.type)} ${row.notnull === 1 ? "not null" : ""} ${Number(row.pk)}`,
          isRequired: row.notnull === 1,
          // Generated columns are hidden; SQLite computes their values.
          hasDefault: row.dflt_value !== null || row.hidden !== 0,
        },
      ]),
  );
  const uniques = tables.flatMap((table) =>
    db
      .prepare("select name from pragma_index_list(?) where \"unique\" = 1 and origin = 'c'")
      .all(String(table.name))
      .map(({ name }): [string, Index] => [
        String(name),
        {
          table: String(table.name),
          columns: db
            .prepare("select name from pragma_index_info(?)")
            .all(String(name))
            .map((column) => String(column.name)),
        },
      ]),
  );
  return {
    columns: new Map(columns),
    tables: new Map(tables.map((row) => [String(row.name), String(row.sql)])),
    uniques: new Map(uniques),
    triggers: new Map(
      named("trigger").map((row) => [String(row.name), { table: String(row.tbl_name), sql: String(row.sql) }]),
    ),
  };
}

type Fault = { readonly name: string; readonly says: string };

/** Only existing objects are compared: no older version writes to a table that it does not know. */
function compare(before: Shape, after: Shape): Fault[] {
  const faults: Fault[] = [];
  for (const [table, sql] of before.tables) {
    const now = after.tables.get(table);
    if (now === undefined) faults.push({ name: table, says: `table ${table} is gone` });
    else if (!isGrown(sql, now)) faults.push({ name: table, says: `table ${table} has changed` });
  }
  for (const [key, column] of before.columns) {
    const [table = "", name = ""] = key.split(".");
    const now = after.columns.get(key);
    if (after.tables.has(table) && now?.declared !== column.declared)
      faults.push({ name, says: `column ${key} ${now === undefined ? "is gone" : "has changed"}` });
  }
  for (const [key, { isRequired, hasDefault }] of after.columns) {
    const [table = "", name = ""] = key.split(".");
    if (before.tables.has(table) && !before.columns.has(key) && isRequired && !hasDefault)
      faults.push({ name, says: `column ${key} is required and has no default` });
  }
  for (const [name, { table, columns }] of after.uniques) {
    // Rows without a value in a new column never violate it.
    if (!before.uniques.has(name) && columns.every((column) => before.columns.has(`${table}.${column}`)))
      faults.push({ name, says: `index ${name} is unique over columns that older versions write` });
  }
  for (const [name, { table, sql }] of after.triggers) {
    if (before.tables.has(table) && before.triggers.get(name)?.sql !== sql && /\braise\s*\(/i.test(sql))
      faults.push({ name, says: `trigger ${name} may reject what older versions write to ${table}` });
  }
  return faults;
}

/**
 * Whether a table's definition only differs by added columns, which SQLite writes after the last column and before the
 * table constraints; any other change means that the table was recreated.
 */
function isGrown(before: string, now: string): boolean {
  const known = partsOf(before);
  const added = partsOf(now).filter((part) => !known.includes(part));
  const rest = partsOf(now).filter((part) => known.includes(part));
  return (
    rest.join("\n") === known.join("\n") &&
    added.every((part) => !/^(constraint|primary|unique|check|foreign)\b/i.test(part))
  );
}

/** The head, columns, constraints and options of a table definition, without comments. */
function partsOf(sql: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of sql.replaceAll(/--[^\n]*/g, "").replaceAll(/\s+/g, " ")) {
    if (char === "(") depth += 1;
    const isCut = (char === "(" && depth === 1) || (char === "," && depth === 1) || (char === ")" && depth === 1);
    if (char === ")") depth -= 1;
    if (isCut) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/** Sentences about what would break an older version; empty if nothing would. Throws if a migration fails. */
export function judgeSkew(migrations: readonly Migration[]): string[] {
  const db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: true });
  const faults: string[] = [];
  let before = shapeOf(db);
  for (const { file, sql } of migrations) {
    db.exec(sql);
    const after = shapeOf(db);
    for (const { name, says } of compare(before, after)) {
      if (isExplained(sql, name)) continue;
      faults.push(
        `${file}: ${says}; the previous version would break. Explain why not in a comment \`-- reviewed: …\` above the statement.`,
      );
    }
    before = after;
  }
  db.close();
  return faults;
}

/** Whether a statement that creates, changes or drops the named object has a reason above it. */
function isExplained(sql: string, name: string): boolean {
  const lines = sql.split("\n");
  return lines.some(
    (line, i) =>
      /\b(create|alter|drop|add)\b/i.test(line) && new RegExp(`\\b${name}\\b`).test(line) && isReviewed(lines, i + 1),
  );
}
