/** SQL for administrators' views: users with their counts, and the database schema. */
import { alias } from "drizzle-orm/sqlite-core";
import { toIso } from "../../kernel/clock.ts";
import { drives } from "../../db/schema/drives.ts";
import { messages } from "../../db/schema/messages.ts";
import { aiCalls } from "../../db/schema/monitoring.ts";
import { storageUsage, users } from "../../db/schema/users.ts";
import { count, identifier, many, rowsOf, sql, whole, type Query } from "../../db/sql.ts";
import type { AdminUser, DatabaseSchema } from "./contract.ts";

type Listing = { readonly q: string | null; readonly cursor: string | null; readonly limit: number };

/** Sorts after every id. */
const AFTER_ALL = "~";

/** The page of users that `listUsers` selects first. */
const page = alias(users, "page");

/** Every count comes from an index. */
const listed = {
  id: page.id,
  name: page.name,
  email: page.loginEmail,
  role: page.role,
  suspendedAt: page.suspendedAt,
  createdAt: page.createdAt,
  driveCount: sql<number>`(
    select count(*) from ${drives}
    where owner_id = page.id
      and trashed_at is null)`,
  pageCount: sql<number>`(
    select coalesce(sum(page_count), 0) from ${drives}
    where owner_id = page.id
      and trashed_at is null)`,
  messageCount: sql<number>`(select count(*) from ${messages} where user_id = page.id)`,
  storedPages: sql<number>`(select coalesce(sum(total_pages), 0) from ${drives} where owner_id = page.id)`,
  textBytes: sql<number>`(select coalesce(sum(text_bytes), 0) from ${drives} where owner_id = page.id)`,
  fileBytes: sql<number>`coalesce((select bytes from ${storageUsage} where user_id = page.id), 0)`,
  aiProvider: sql<string>`coalesce((
    select provider from ${aiCalls}
    where user_id = page.id
    order by id desc
    limit 1), '')`,
};

/** Newest first, starting after `cursor`. */
export const listUsers = ({ q, cursor, limit }: Listing): Query<AdminUser[]> =>
  many(
    rowsOf(
      listed,
      (columns) => sql`with page as materialized (
          select id, name, login_email, role, suspended_at, created_at
          from ${users}
          where id < ${cursor ?? AFTER_ALL}
            and deleted_at is null
            and (${q} is null or instr(lower(name), lower(${q})) > 0 or instr(login_email, lower(${q})) > 0)
          order by id desc
          limit ${whole(limit)})
        select ${columns} from page
        order by page.id desc`,
    ),
    ({ suspendedAt, createdAt, ...row }) => ({
      ...row,
      createdAt: toIso(createdAt),
      suspended: suspendedAt !== null,
    }),
  );

type Column = DatabaseSchema["tables"][number]["columns"][number];

/** Our own tables; names that begin with an underscore or `sqlite_` belong to the platform. */
const TABLES = sql`(
  select name as tbl from sqlite_master
  where type = 'table'
    and name not like 'sqlite|_%' escape '|'
    and name not like '|_%' escape '|'
    and name <> 'd1_migrations')`;

const table = sql<string>`tbl`;

export const listColumns = (): Query<{ table: string; column: Column }[]> =>
  many(
    rowsOf(
      {
        table,
        name: sql<string>`c.name`,
        type: sql<string>`c.type`,
        notNull: sql<number>`c."notnull"`,
        default: sql<string | null>`c.dflt_value`,
        key: sql<number>`c.pk`,
      },
      (columns) => sql`select ${columns}
        from ${TABLES}
        join pragma_table_info(tbl) c
        order by tbl, c.cid`,
    ),
    (row) => ({
      table: row.table,
      column: {
        name: row.name,
        type: row.type,
        nullable: row.notNull === 0,
        default: row.default,
        primaryKey: row.key > 0,
      },
    }),
  );

export const listIndexes = () =>
  many(
    rowsOf(
      {
        table,
        name: sql<string>`i.name`,
        unique: sql<number>`i."unique"`,
        column: sql<string>`coalesce(x.name, '(expression)')`,
      },
      (columns) => sql`select ${columns}
        from ${TABLES}
        join pragma_index_list(tbl) i
        join pragma_index_info(i.name) x
        order by tbl, i.name, x.seqno`,
    ),
    (row) => ({ ...row, unique: row.unique === 1 }),
  );

export const listForeignKeys = () =>
  many(
    rowsOf(
      {
        table,
        column: sql<string>`f."from"`,
        references: sql<string>`f."table" || '(' || coalesce(f."to", 'rowid') || ')'`,
      },
      (columns) => sql`select ${columns}
        from ${TABLES}
        join pragma_foreign_key_list(tbl) f
        order by tbl, f.id`,
    ),
  );

/** Counts a table's rows; the name must come from the database itself. */
export const countTableRows = (name: string): Query<number> => count(identifier(name));
