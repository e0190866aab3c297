/** SQL that returns one batch of rows at a time, each as the line of JSON that is exported. */
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { join, many, raw, rowsOf, sql, whole, type Query, type SQL } from "../../../db/sql.ts";

type Field = SQLiteColumn | SQL;
/** Fields by their JSON names. */
export type Fields = Readonly<Record<string, Field>>;

export const iso = (time: Field): SQL => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${time} / 1000.0, 'unixepoch')`;
export const flag = (condition: Field): SQL => sql`json(case when ${condition} then 'true' else 'false' end)`;

/** Columns under their own names, unchanged. */
export const pick = <K extends string>(row: Readonly<Record<K, Field>>, ...names: K[]): Fields =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Timestamp columns under their own names, as ISO 8601. */
export const times = <K extends string>(row: Readonly<Record<K, Field>>, ...names: K[]): Fields =>
  Object.fromEntries(names.map((name) => [name, iso(row[name])]));

export const object = (fields: Fields): SQL<string> =>
  sql`json_object(${join(
    Object.entries(fields).map(([name, field]) => sql`${raw(`'${name}'`)}, ${field}`),
    sql`, `,
  )})`;

export const rightsOf = (bits: Field): SQL =>
  object({
    canView: flag(sql`${bits} & 1`),
    canComment: flag(sql`${bits} & 16`),
    canEdit: flag(sql`${bits} & 2`),
    canShare: flag(sql`${bits} & 4`),
    canDelete: flag(sql`${bits} & 8`),
  });

export type Line = { readonly cursor: string; readonly json: string };

/** Rows after `cursor`; "" for the first batch. */
export type Listing = (userId: string, cursor: string) => Query<Line[]>;

/** Rows per round trip. */
export const ROWS_PER_BATCH = 500;
export const LIMIT = whole(ROWS_PER_BATCH);

/** `source` is the rest of the statement, from its `from` clause on. */
export const lines = (cursor: Field, fields: Fields, source: SQL): Query<Line[]> =>
  many(rowsOf({ cursor: sql<string>`${cursor}`, json: object(fields) }, (columns) => sql`select ${columns} ${source}`));

/** Rows of one table that belong to a user, ordered by a key. */
export const listing = <T extends SQLiteTable>(
  table: T,
  by: (row: T) => { readonly owner: SQLiteColumn; readonly key: Field },
  fieldsOf: (row: T) => Fields,
): Listing => {
  const { owner, key } = by(table);
  return (userId, cursor) =>
    lines(
      key,
      fieldsOf(table),
      sql`from ${table}
        where ${owner} = ${userId} and ${key} > ${cursor}
        order by ${key} limit ${LIMIT}`,
    );
};
