/** Statements as values: drizzle's `sql` operator and builders, and queries that can read their rows. */
import {
  Param,
  Placeholder,
  type SQL,
  is,
  sql as operator,
  type Column,
  type GetColumnData,
  type SQLWrapper,
} from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";

export { SQL } from "drizzle-orm";

/** Values that D1 can bind. Booleans are not supported: use 0 or 1. */
export type SqlParam = string | number | null;

/** An operand in a statement: a value, or SQL that evaluates to one. */
export type Operand = SqlParam | SQLWrapper;

type SqlOperator = <T = unknown>(parts: TemplateStringsArray, ...values: readonly Operand[]) => SQL<T>;

/**
 * drizzle's `sql`, with its values restricted to what D1 can bind: drizzle itself accepts anything, and renders `undefined`
 * as nothing. Values become parameters; tables, columns and SQL fragments are spliced in.
 */
export const sql: SqlOperator = operator;

export const TRUE = sql`1`;
export const FALSE = sql`0`;

export const allOf = (conditions: readonly SQL[]): SQL =>
  conditions.map((condition) => sql`(${condition})`).reduce((all, condition) => sql`${all} and ${condition}`);

export const not = (condition: SQL): SQL => sql`not (${condition})`;

/** Condition: the statement returns a row. */
export const isThere = (statement: SQL): SQL => sql`exists (${statement})`;

/** A quoted identifier. */
export const identifier = (name: string): SQL => operator`${operator.identifier(name)}`;

/** A parameter whose value is given each time the statement is bound. */
const param = <Name extends string>(name: Name): Placeholder<Name> => operator.placeholder(name);

/** Literal SQL text. Must never come from a caller. */
export const raw = (ours: string): SQL => operator.raw(ours);

/**
 * An integer as SQL text, mainly for `limit` and `offset`: SQLite plans by a limit's value, so a statement with a bound
 * limit is recompiled on every run, which can cost ten times the run itself.
 */
export const whole = (value: number): SQL => raw(integerText(value));

export function integerText(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`);
  return String(value);
}

export const join = (parts: readonly SQL[], between: SQL): SQL => operator.join([...parts], between);

/** drizzle's query builder, for writing statements only. They run in batches, by `deps.db`. */
export const builder = drizzle(() => Promise.reject(new Error("statements are run in batches")));

/** A list as one JSON parameter: D1 binds at most 100 parameters, `json_each` has no such limit. */
export const jsonList = (values: readonly SqlParam[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

export type Row = Record<string, unknown>;

declare const ROW: unique symbol;

/** A rendered statement for D1. `R` is the type of its rows. */
export type Printed<R = unknown> = {
  readonly text: string;
  readonly params: readonly SqlParam[];
  readonly [ROW]?: R;
};

/** `databaseBytes` is the size of the database after the statement; 0 if it is unknown. */
type Reading<T> = { readonly read: (rows: readonly Row[], changes: number, databaseBytes?: number) => T };

/** An unexecuted, read-only statement, and how to read its rows. */
export type Query<T> = Printed &
  Reading<T> & {
    readonly writes?: never;
    readonly notifies?: never;
    readonly endsSessionsOf?: never;
    readonly storesEntries?: never;
    readonly allowedBy?: never;
  };

/** A statement that changes rows. Commits run it. */
export type Write<T> = Printed &
  Reading<T> & {
    readonly writes: true;
    /** Ids of the notifications it may create: connected recipients are notified. */
    readonly notifies?: readonly string[];
    /** Selects the ids of users whose sessions it may end: their connections are rechecked. */
    readonly endsSessionsOf?: SQL;
    /** Ids of the audit entries it adds to the outbox: a commit fails if the database does not store them. */
    readonly storesEntries?: readonly string[];
    /** The authorization whose target it changes: no commit under another one accepts it. */
    readonly allowedBy?: object;
  };

export type AnyQuery<T> = Query<T> | Write<T>;

/** drizzle's builders, which render themselves. */
type Built = { toSQL(): { sql: string; params: unknown[] } };
type Builder<R> = Built & { readonly _: { readonly result: R[] } };

export type Statement<R = unknown> = SQL<R> | Builder<R> | Printed<R>;

const dialect = new SQLiteAsyncDialect();

/** Renders a statement. Costs 10 to 90 µs, so frequent statements are rendered once: see `prepare`. */
export function print<R>(statement: Statement<R> | Built): Printed<R> {
  if ("text" in statement) return statement;
  const printed = "toSQL" in statement ? statement.toSQL() : dialect.sqlToQuery(statement);
  return { text: printed.sql, params: printed.params as SqlParam[] }; // guaranteed by the types of `sql` and of the columns
}

/** The selection of a statement: columns and SQL fragments by the names they have in its rows. */
export type SelectedColumns = Readonly<Record<string, Column | SQL | SQL.Aliased>>;

/** The rows of a selection, as D1 returns them. A column that a left join may leave empty is selected as `orNull(column)`. */
export type RowOf<S extends SelectedColumns> = {
  readonly [K in keyof S]: S[K] extends Column
    ? GetColumnData<S[K]>
    : S[K] extends SQL<infer T> | SQL.Aliased<infer T>
      ? T
      : never;
};

/** A column that may be null because of a left join. */
export const orNull = <C extends Column>(column: C): SQL<GetColumnData<C> | null> => sql`${column}`;

/**
 * Aliases each field by its key, for the query builder: a D1 batch returns rows as objects by column name, so two columns
 * of the same name would collide.
 */
export function aliased<S extends SelectedColumns>(fields: S): { [K in keyof S]: SQL.Aliased<RowOf<S>[K]> } {
  const entries = Object.entries(fields).map(([name, field]) => [name, sql`${field}`.as(name)]);
  return Object.fromEntries(entries) as { [K in keyof S]: SQL.Aliased<RowOf<S>[K]> }; // the same keys
}

/** A statement whose rows are typed by its selection; `columns` is the list to put after `select` or `returning`. */
export const rowsOf = <S extends SelectedColumns>(fields: S, statement: (columns: SQL) => SQL): SQL<RowOf<S>> =>
  // The only cast needed: the list is built from these fields.
  statement(operator.join(columnsOf(fields), operator`, `)) as SQL<RowOf<S>>;

const columnsOf = (fields: SelectedColumns): SQL[] =>
  Object.entries(fields).map(([name, field]) => sql`${field} as ${identifier(name)}`);

/** The parameters of a prepared statement. */
export type Named<K extends string> = { readonly [Name in K]: Placeholder<Name> };

/**
 * A statement that is rendered once per isolate, on first use, and bound on each call. `write` is given a placeholder for
 * each name it uses, and must not close over request data.
 */
export function prepare<K extends string, R>(
  write: (named: Named<K>) => Statement<R>,
): (values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  let text: string | undefined;
  let params: readonly ((values: Readonly<Record<string, SqlParam>>) => SqlParam)[] = [];
  return (values) => {
    if (text === undefined) {
      const printed = print(write(placeholders as Named<K>)); // the proxy has every name
      params = printed.params.map(boundBy);
      text = printed.text;
    }
    return { text, params: params.map((valueIn) => valueIn(values)) };
  };
}

/** `prepare` for each of a few integers that are part of the text, such as limits: see `whole`. */
export function prepareForEach<K extends string, R>(
  write: (number: SQL, named: Named<K>) => Statement<R>,
): (number: number, values: Readonly<Record<K, SqlParam>>) => Printed<R> {
  const prepared = new Map<number, (values: Readonly<Record<K, SqlParam>>) => Printed<R>>();
  return (number, values) => {
    const known = prepared.get(number) ?? prepare<K, R>((named) => write(whole(number), named));
    prepared.set(number, known);
    return known(values);
  };
}

/** Appends a limit to a prepared statement, for limits with too many values for `prepareForEach`. */
export const withLimit = <R>(printed: Printed<R>, limit: number): Printed<R> => ({
  ...printed,
  text: `${printed.text} limit ${integerText(limit)}`,
});

const placeholders = new Proxy({}, { get: (_target, name) => param(String(name)) });

function boundBy(printed: unknown): (values: Readonly<Record<string, SqlParam>>) => SqlParam {
  const inner = is(printed, Param) ? printed.value : printed;
  if (!is(inner, Placeholder)) return () => printed as SqlParam; // a constant of the statement
  const { name } = inner;
  return (values) => {
    const value = values[name];
    if (value === undefined) throw new TypeError(`the statement was given no ${name}`);
    return value;
  };
}

/** All rows, each mapped if `map` is given. */
export function many<R>(statement: Statement<R>): Query<R[]>;
export function many<R, T>(statement: Statement<R>, map: (row: R) => T): Query<T[]>;
export function many<R>(statement: Statement<R>, map = (row: R): unknown => row): Query<unknown[]> {
  // The statement's type guarantees the shape of the rows.
  return { ...print(statement), read: (rows) => rows.map((row) => map(row as R)) };
}

/** The first row or null. */
export function first<R>(statement: Statement<R>): Query<R | null>;
export function first<R, T>(statement: Statement<R>, map: (row: R) => T): Query<T | null>;
export function first<R>(statement: Statement<R>, map = (row: R): unknown => row): Query<unknown> {
  // As in `many`.
  return { ...print(statement), read: ([row]) => (row === undefined ? null : map(row as R)) };
}

/** All rows, reduced to one value. */
export const all = <R, T>(statement: Statement<R>, read: (rows: readonly R[]) => T): Query<T> => ({
  ...print(statement),
  read: (rows) => read(rows as unknown as readonly R[]), // as in `many`
});

/** Evaluates a condition as a query. */
export const isMet = (condition: SQL): Query<boolean> =>
  all(sql<{ met: number | null }>`select ${condition} as met`, ([row]) => row?.met === 1);

/** Size in bytes of the database that the statement runs in; 0 if it is unknown. */
export const databaseSize = (): Query<number> => ({
  ...print(sql`select 1 as one`),
  read: (_rows, _changes, databaseBytes = 0) => databaseBytes,
});

/** Number of rows; `from` is the text after that keyword. */
export const count = (from: SQL): Query<number> =>
  all(sql<{ n: number }>`select count(*) as n from ${from}`, ([row]) => row?.n ?? 0);

/** Whether the statement returns a row. */
export const exists = (statement: Statement): Query<boolean> => all(statement, (rows) => rows.length > 0);

/** Turns a query that changes rows and returns some of them (`returning`) into a `Write`. */
export const changing = <T>({ text, params, read }: Query<T>): Write<T> => ({ text, params, read, writes: true });

/** A write; its result is the number of rows changed. */
export const write = (statement: Statement | Built): Write<number> => ({
  ...print(statement),
  read: (_rows, changes) => changes,
  writes: true,
});

/**
 * A statement that makes the whole batch fail, and roll back, unless `condition` holds when the batch runs.
 * It writes nothing: SQLite evaluates `json('guard')`, which is malformed, only in the branch that is taken.
 */
export const guard = (condition: SQL): Query<true> => all(guardStatement(condition), () => true);

export const guardStatement = (condition: SQL): SQL =>
  sql`select case when (${condition}) then 1 else json('guard') end`;
