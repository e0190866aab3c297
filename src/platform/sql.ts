/** SQL as values: a tagged template that keeps text and parameters apart, and queries that know how to read their rows. */

/** What D1 can bind. Booleans are not among them: say 0 or 1. */
export type SqlParam = string | number | null;

/** A piece of SQL with its bound parameters; pieces nest. */
export class Sql {
  readonly text: string;
  readonly params: readonly SqlParam[];
  /** The same object for all that one place in the code writes. */
  readonly site: object;

  constructor(text: string, params: readonly SqlParam[], site?: object) {
    this.text = text;
    this.params = params;
    this.site = site ?? this;
  }
}

/**
 * `sql\`select * from pages where id = ${id}\``: values become parameters, nested pieces are spliced in.
 * Nothing a caller sends can become SQL text.
 */
export function sql(parts: TemplateStringsArray, ...values: readonly (SqlParam | Sql)[]): Sql {
  let text = parts[0] ?? "";
  const params: SqlParam[] = [];
  values.forEach((value, i) => {
    if (value instanceof Sql) {
      text += value.text;
      for (const param of value.params) params.push(param);
    } else {
      text += "?";
      params.push(value);
    }
    text += parts[i + 1] ?? "";
  });
  return new Sql(text, params, parts);
}

/**
 * A whole number as SQL text. For `limit` and `offset`, above all: SQLite plans by a limit's value, so a statement with a
 * bound one is compiled anew each time it runs, which can cost ten times its run.
 */
export function whole(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`);
  return new Sql(String(value), []);
}

/** A list handed over as one JSON parameter: D1 binds at most 100 of them, `json_each` has no such limit. */
export const jsonList = (values: readonly SqlParam[]): Sql =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

export type Row = Record<string, unknown>;

/** An unexecuted statement and what its rows mean. */
export type Query<T> = { readonly sql: Sql; readonly read: (rows: readonly Row[], changes: number) => T };

/** All rows, mapped one by one. `R` is the shape the statement selects; SQLite's STRICT tables keep the column types. */
export const many = <R, T>(statement: Sql, map: (row: R) => T): Query<T[]> => ({
  sql: statement,
  // The row shape is the statement's own; it is stated where the SQL is written.
  read: (rows) => rows.map((row) => map(row as R)),
});

/** The first row or null. */
export const first = <R, T>(statement: Sql, map: (row: R) => T): Query<T | null> => ({
  sql: statement,
  // As above: the shape is stated beside the SQL.
  read: (rows) => (rows[0] === undefined ? null : map(rows[0] as R)),
});

/** A write; its result is the number of rows changed. */
export const write = (statement: Sql): Query<number> => ({ sql: statement, read: (_rows, changes) => changes });

/**
 * A statement that makes the whole batch fail, and roll back, unless `condition` holds when the batch runs.
 * It writes nothing: SQLite evaluates `json('guard')`, which is malformed, only in the branch that is taken.
 */
export const guard = (condition: Sql): Query<true> => ({
  sql: sql`select case when (${condition}) then 1 else json('guard') end`,
  read: () => true,
});
