/** The schema in the code matches the migrations: every column, key and index, in both directions. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import { is, SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import * as schema from "../../src/db/schema/index.ts";
import { docs, pageVectors, vectorQueue } from "../../src/db/schema/search.ts";
import { TRIGGERS } from "../../src/db/schema/triggers.ts";
import { createDeps } from "../../src/composition.ts";
import { readTriggers } from "../../src/features/monitoring/trigger-store.ts";
import { checkTriggers, digestsOf } from "../../src/features/monitoring/triggers.ts";
import { createDb } from "../../src/platform/db.ts";
import { makePage, world } from "../support/world.ts";
import { d1 } from "../support/d1.ts";

const dialect = new SQLiteSyncDialect();
const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** A default value in SQLite's notation. */
function literal(value: unknown): string {
  if (is(value, SQL)) return squeezed(dialect.sqlToQuery(value).sql);
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}

function declaredFacts(tables: readonly SQLiteTable[]): string[] {
  return tables.map(getTableConfig).flatMap((table) => {
    const keys = table.primaryKeys.flatMap(({ columns }) => columns.map(({ name }) => name));
    const alone = table.columns.filter(({ primary }) => primary).map(({ name }) => name);
    return [
      `table ${table.name}`,
      ...table.columns.map((column) => {
        const standard = column.default !== undefined ? ` default ${literal(column.default)}` : "";
        return `column ${table.name}.${column.name} ${column.getSQLType()}${column.notNull ? " not null" : ""}${standard}`;
      }),
      `key ${table.name} (${(keys.length > 0 ? keys : alone).join(", ")})`,
      ...table.indexes.map(({ config }) => {
        const columns = config.columns.map((column) => ("name" in column ? column.name : "?"));
        const where = config.where ? ` where ${squeezed(dialect.sqlToQuery(config.where).sql)}` : "";
        return `${config.unique ? "unique " : ""}index ${table.name}.${config.name} (${columns.join(", ")})${where}`;
      }),
      ...table.uniqueConstraints.map(
        ({ columns }) => `unique ${table.name} (${columns.map(({ name }) => name).join(", ")})`,
      ),
      ...table.foreignKeys.map((key) => {
        const { columns, foreignColumns, foreignTable } = key.reference();
        const target = getTableConfig(foreignTable).name;
        return `reference ${table.name}.${columns.map(({ name }) => name).join()} -> ${target}.${foreignColumns.map(({ name }) => name).join()} on delete ${key.onDelete ?? "no action"}`;
      }),
    ];
  });
}

type Row = Record<string, string | number | null>;
type Ask = (statement: string) => Promise<Row[]>;
const asking =
  (db: D1Database): Ask =>
  async (statement) =>
    (await db.prepare(statement).all<Row>()).results;

/** Tables that belong to SQLite, D1 and its migrations. */
const FOREIGN = /^(sqlite_|_cf_|d1_)/;

async function migratedFacts(ask: Ask): Promise<string[]> {
  const tables = (await ask("pragma table_list")).filter(
    ({ schema: database, type, name }) => database === "main" && type === "table" && !FOREIGN.test(String(name)),
  );
  const facts = await Promise.all(
    tables.map(async ({ name: table }) => {
      const columns = await ask(`pragma table_xinfo("${String(table)}")`);
      const keys = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]));
      const indexes = await ask(`pragma index_list("${String(table)}")`);
      return [
        `table ${String(table)}`,
        ...columns.map(
          ({ name, type, notnull, dflt_value: standard, pk }) =>
            // A sole integer primary key is the rowid, which is never null.
            `column ${String(table)}.${String(name)} ${String(type).toLowerCase()}${notnull === 1 || (pk === 1 && String(type).toLowerCase() === "integer" && keys.length === 1) ? " not null" : ""}${standard === null ? "" : ` default ${String(standard)}`}`,
        ),
        `key ${String(table)} (${keys.map(({ name }) => name).join(", ")})`,
        ...(await Promise.all(
          indexes.filter(({ origin }) => origin !== "pk").map((index) => indexFact(ask, String(table), index)),
        )),
        ...(await ask(`pragma foreign_key_list("${String(table)}")`)).map(
          ({ from, to, table: target, on_delete: onDelete }) =>
            `reference ${String(table)}.${String(from)} -> ${String(target)}.${String(to)} on delete ${String(onDelete).toLowerCase()}`,
        ),
      ];
    }),
  );
  return facts.flat();
}

async function indexFact(ask: Ask, table: string, { name, unique, origin }: Row): Promise<string> {
  const columns = (await ask(`pragma index_xinfo("${String(name)}")`)).filter(({ key }) => key === 1);
  const list = columns.map((column) => column["name"] ?? "?").join(", ");
  if (origin === "u") return `unique ${table} (${list})`;
  const [made] = await ask(`select sql from sqlite_master where type = 'index' and name = '${String(name)}'`);
  const where = /\bwhere\b([\s\S]*)$/i.exec(String(made?.["sql"]))?.[1];
  return `${unique === 1 ? "unique " : ""}index ${table}.${String(name)} (${list})${where === undefined ? "" : ` where ${squeezed(where)}`}`;
}

test("declares the same tables, columns and indexes in code as the migrations create", async () => {
  const migrated = await migratedFacts(asking(env.DB));
  expect(migrated.length).toBeGreaterThan(300);
  const declared = Object.values(schema).filter((value) => is(value, SQLiteTable));
  expect(declaredFacts(declared).toSorted()).toEqual(migrated.toSorted());
});

// SQLite reports no types or keys for virtual tables; the search tests show that their columns exist.
test("declares the same search tables in code as the search migrations create", async () => {
  const migrated = await migratedFacts(asking(env.SEARCH));
  expect(migrated.length).toBeGreaterThan(9);
  expect(declaredFacts([docs, pageVectors, vectorQueue]).toSorted()).toEqual(migrated.toSorted());
});

test("the sweep expects exactly the triggers that the migrations create", async () => {
  expect(digestsOf(await createDb(env.DB).one(readTriggers))).toEqual(TRIGGERS);
});

test("rolls back a commit when a trigger blocks its audit entry, and the sweep names the trigger", async () => {
  const w = await world();
  const olivia = w.as("olivia");
  const pageId = await makePage(w, { title: "Plans" });
  const share = (userId: string) => olivia.post(`/api/pages/${pageId}/permissions`, { userId, canView: true });
  const deps = createDeps(env, createExecutionContext());
  await expect(checkTriggers(deps)).resolves.toBeUndefined();
  for (const trigger of [
    "create trigger swallow before insert on audit_outbox begin select raise(ignore); end",
    "create trigger swallow after insert on audit_outbox begin delete from audit_outbox where id = new.id; end",
  ]) {
    await env.DB.prepare(trigger).run();
    expect((await share(w.ids.oscar)).status).toBeGreaterThanOrEqual(400);
    await expect(checkTriggers(deps)).rejects.toThrow("differ from the migrations: swallow.");
    await d1`drop trigger swallow`.run();
  }
  const { permissions } = (await olivia.get(`/api/pages/${pageId}/permissions`)).body;
  expect(permissions.map(({ userId }: { userId: string }) => userId)).not.toContain(w.ids.oscar);
  expect((await share(w.ids.oscar)).status).toBe(201);
});
