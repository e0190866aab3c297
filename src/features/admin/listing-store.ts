/** SQL of what administrators look at: users with their counts, and the database itself. */
import { toIso } from "../../kernel/clock.ts";
import { many, sql, whole, type Query, print, raw } from "../../db/sql.ts";
import type { AdminUser, DatabaseSchema } from "./contract.ts";

type UserRow = {
  id: string;
  name: string;
  login_email: string;
  role: "user" | "admin";
  suspended_at: number | null;
  created_at: number;
  drives: number;
  pages: number;
  messages: number;
  stored_pages: number;
  text_bytes: number;
  file_bytes: number;
  provider: string | null;
};

type Listing = { readonly q: string | null; readonly cursor: string | null; readonly limit: number };

/** Sorts after every id. */
const AFTER_ALL = "~";

/** Newest first, after `cursor`. Every count comes off an index; nothing is asked once for each row. */
export const listUsers = ({ q, cursor, limit }: Listing): Query<AdminUser[]> =>
  many<UserRow, AdminUser>(
    sql`with page as materialized (
        select id, name, login_email, role, suspended_at, created_at from users
        where id < ${cursor ?? AFTER_ALL} and deleted_at is null and (${q} is null or instr(lower(name), lower(${q})) > 0 or instr(login_email, lower(${q})) > 0)
        order by id desc limit ${whole(limit)})
      select page.*,
        (select count(*) from drives where owner_id = page.id and trashed_at is null) as drives,
        (select coalesce(sum(page_count), 0) from drives where owner_id = page.id and trashed_at is null) as pages,
        (select count(*) from messages where user_id = page.id) as messages,
        (select coalesce(sum(total_pages), 0) from drives where owner_id = page.id) as stored_pages,
        (select coalesce(sum(text_bytes), 0) from drives where owner_id = page.id) as text_bytes,
        coalesce((select bytes from storage_usage where user_id = page.id), 0) as file_bytes,
        (select provider from ai_calls where user_id = page.id order by id desc limit 1) as provider
      from page order by id desc`,
    (row) => ({
      id: row.id,
      name: row.name,
      email: row.login_email,
      role: row.role,
      driveCount: row.drives,
      pageCount: row.pages,
      messageCount: row.messages,
      storedPages: row.stored_pages,
      textBytes: row.text_bytes,
      fileBytes: row.file_bytes,
      aiProvider: row.provider ?? "",
      createdAt: toIso(row.created_at),
      suspended: row.suspended_at !== null,
    }),
  );

type Table = DatabaseSchema["tables"][number];
type Column = Table["columns"][number];

/** Tables of ours; what begins with an underscore or `sqlite_` belongs to the platform. */
const TABLES = sql`(select name as tbl from sqlite_master where type = 'table' and name not like 'sqlite|_%' escape '|' and name not like '|_%' escape '|' and name <> 'd1_migrations')`;

export const listColumns = (): Query<{ table: string; column: Column }[]> =>
  many<
    { tbl: string; name: string; type: string; notnull: number; dflt_value: string | null; pk: number },
    { table: string; column: Column }
  >(
    sql`select tbl, c.name, c.type, c."notnull", c.dflt_value, c.pk from ${TABLES} join pragma_table_info(tbl) c order by tbl, c.cid`,
    (row) => ({
      table: row.tbl,
      column: {
        name: row.name,
        type: row.type,
        nullable: row.notnull === 0,
        default: row.dflt_value,
        primaryKey: row.pk > 0,
      },
    }),
  );

export const listIndexes = (): Query<{ table: string; name: string; unique: boolean; column: string }[]> =>
  many<
    { tbl: string; name: string; uniq: number; col: string | null },
    { table: string; name: string; unique: boolean; column: string }
  >(
    sql`select tbl, i.name, i."unique" as uniq, x.name as col from ${TABLES} join pragma_index_list(tbl) i join pragma_index_info(i.name) x order by tbl, i.name, x.seqno`,
    (row) => ({ table: row.tbl, name: row.name, unique: row.uniq === 1, column: row.col ?? "(expression)" }),
  );

export const listForeignKeys = (): Query<{ table: string; column: string; references: string }[]> =>
  many<
    { tbl: string; column: string; target: string; key: string | null },
    { table: string; column: string; references: string }
  >(
    sql`select tbl, f."from" as "column", f."table" as target, f."to" as key from ${TABLES} join pragma_foreign_key_list(tbl) f order by tbl, f.id`,
    (row) => ({ table: row.tbl, column: row.column, references: `${row.target}(${row.key ?? "rowid"})` }),
  );

/** Rows of a table, whose name came out of the database itself. */
export const countRows = (table: string): Query<{ table: string; rows: number }> => ({
  ...print(raw(`select count(*) as n from "${table.replaceAll('"', '""')}"`)),
  read: ([row]) => ({ table, rows: Number(row?.["n"] ?? 0) }),
});
