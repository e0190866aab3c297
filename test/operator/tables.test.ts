/** Every table of the main database is either in a backup or left out for a reason, and a restore can insert its rows. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { BACKED_UP, LEFT_OUT, LOCKED, RESTORED_AS } from "../../src/features/operator/table-rules.ts";

type Row = Record<string, string | number | null>;
const ask = async (statement: string): Promise<Row[]> => (await env.DB.prepare(statement).all<Row>()).results;

const tables = async (): Promise<string[]> =>
  (await ask("select name from sqlite_master where type = 'table'"))
    .map(({ name }) => String(name))
    .filter((name) => !/^(_|sqlite_|d1_migrations$)/.test(name));

test("decides for every table whether a backup contains it", async () => {
  expect([...BACKED_UP, ...Object.keys(LEFT_OUT)].toSorted()).toEqual((await tables()).toSorted());
});

test("inserts rows after those that they refer to", async () => {
  const misplaced: string[] = [];
  for (const [at, table] of BACKED_UP.entries())
    for (const { table: parent } of await ask(`pragma foreign_key_list("${table}")`)) {
      const place = BACKED_UP.findIndex((each) => each === parent);
      if (place === -1 || place >= at) misplaced.push(`${table} refers to ${parent}`);
    }
  expect(misplaced).toEqual([]);
});

test("can copy every column: each table has a key, and none contains blobs", async () => {
  for (const table of BACKED_UP) {
    const columns = await ask(`pragma table_xinfo("${table}")`);
    expect([table, columns.some(({ pk }) => Number(pk) > 0)]).toEqual([table, true]);
    expect([table, columns.filter(({ type }) => !/^(text|integer|real)$/i.test(String(type)))]).toEqual([table, []]);
    const names = columns.map(({ name }) => String(name));
    expect(names).toEqual(expect.arrayContaining(Object.keys(RESTORED_AS[table] ?? {})));
  }
});

test("copies no table whose new rows a restore rejects", () => {
  expect(BACKED_UP.filter((table) => (LOCKED as readonly string[]).includes(table))).toEqual([]);
});
