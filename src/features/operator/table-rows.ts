/** Reads and inserts rows of any table of the main database, by its key. */
import type { Deps } from "../../deps.ts";
import { integerText, type Query, type Row, type SqlParam, type Write } from "../../db/sql.ts";
import type { TableName } from "../../db/home.ts";
import { RESTORED_AS, type BackedUpTable } from "./table-rules.ts";

/** Values of the key of the last row that was read. */
export type RowCursor = readonly (string | number)[];

/** `key`: columns of the primary key, in its order. `parents`: single-column foreign keys. */
type Shape = {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  readonly parents: readonly Parent[];
};
type Parent = { readonly column: string; readonly table: string; readonly to: string; readonly isOptional: boolean };

/** One statement reads at most this many rows, and stops after about so many bytes: the database serves others between two. */
const ROWS_PER_READ = 500;
const BYTES_PER_READ = 1_000_000;

const shapes = new Map<string, Shape>();

const asked = (text: string): Query<readonly Row[]> => ({ text, params: [], read: (rows) => rows });
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Read once per isolate. */
export async function shapeOf({ db }: Pick<Deps, "db">, table: TableName): Promise<Shape> {
  const known = shapes.get(table);
  if (known) return known;
  const [columns, references] = await db.batch([
    asked(`pragma table_xinfo("${table}")`),
    asked(`pragma foreign_key_list("${table}")`),
  ]);
  const keyed = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]));
  const shape = {
    // Generated columns are hidden: they cannot be inserted.
    columns: columns.filter(({ hidden }) => hidden === 0).map(({ name }) => textOf(name)),
    key: keyed.map(({ name }) => textOf(name)),
    parents: references.map((reference) => ({
      column: textOf(reference["from"]),
      table: textOf(reference["table"]),
      to: textOf(reference["to"]) || "id",
      isOptional: reference["on_delete"] === "SET NULL",
    })),
  };
  shapes.set(table, shape);
  return shape;
}

const tuple = (parts: readonly string[]): string => (parts.length === 1 ? parts.join() : `(${parts.join(", ")})`);

/** The sizes are added up before any row is read, so that rows of a megabyte do not fill the isolate's memory. */
function selectAfter(table: string, { columns, key }: Shape, after: RowCursor | null): Query<SqlParam[][]> {
  const bytes = columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(" + ");
  const order = key.map((column) => `"${column}"`);
  const placeholders = tuple(key.map(() => "?"));
  const where = after === null ? "" : `where ${tuple(order)} > ${placeholders}`;
  const text = `
    select ${columns.map((column) => `t."${column}"`).join(", ")}
    from (
      select ${order.join(", ")}, sum(bytes) over (order by ${order.join(", ")} rows unbounded preceding) - bytes as before
      from (
        select ${order.join(", ")}, ${bytes} as bytes
        from "${table}"
        ${where}
        order by ${order.join(", ")}
        limit ${integerText(ROWS_PER_READ)})) k
    join "${table}" t on ${key.map((column) => `t."${column}" = k."${column}"`).join(" and ")}
    where k.before < ${integerText(BYTES_PER_READ)}
    order by ${key.map((column) => `k."${column}"`).join(", ")}`;
  // `SqlParam` is what the columns of strict tables contain.
  return { text, params: after ?? [], read: (rows) => rows.map((row) => columns.map((name) => row[name] as SqlParam)) };
}

/** The next rows in key order, and the cursor for those after them; null at the end of the table. */
export async function readRows(
  deps: Pick<Deps, "db">,
  table: BackedUpTable,
  after: RowCursor | null,
): Promise<{ columns: readonly string[]; rows: SqlParam[][]; next: RowCursor | null }> {
  const shape = await shapeOf(deps, table);
  const rows = await deps.db.one(selectAfter(table, shape, after));
  const last = rows.at(-1);
  const places = shape.key.map((column) => shape.columns.indexOf(column));
  // Only an empty answer proves the end, because the number of rows depends on their size.
  const next = last === undefined ? null : places.map((place) => last[place] as string | number); // keys are not null
  return { columns: shape.columns, rows, next };
}

/**
 * Inserts a copied row, unless it is already there or a row that it refers to is missing. Columns that the copy does not
 * have get their defaults.
 */
export function insertRow(
  table: BackedUpTable,
  { parents }: Shape,
  columns: readonly string[],
  row: readonly SqlParam[],
): Write<number> {
  const replaced = RESTORED_AS[table] ?? {};
  const own = parents.filter(({ column }) => columns.includes(column));
  const isThere = ({ column, table: parent, to }: Parent): string =>
    `exists (select 1 from "${parent}" where "${to}" = c."${column}")`;
  const valueOf = (column: string): string => {
    const parent = own.find((one) => one.isOptional && one.column === column);
    return replaced[column] ?? (parent ? `iif(${isThere(parent)}, c."${column}", null)` : `c."${column}"`);
  };
  const required = own.filter(({ isOptional }) => !isOptional);
  const conditions = required.map((parent) => `(c."${parent.column}" is null or ${isThere(parent)})`);
  const text = `
    insert into "${table}" (${columns.map((column) => `"${column}"`).join(", ")})
    select ${columns.map(valueOf).join(", ")}
    from (select ${columns.map((column) => `? as "${column}"`).join(", ")}) c
    where ${["true", ...conditions].join(" and ")}
    on conflict do nothing
    returning 1`;
  // D1 would count the changes of triggers, too.
  return { text, params: row, read: (rows) => rows.length, writes: true };
}
