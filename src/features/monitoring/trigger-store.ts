/** SQL for the triggers of the main database. */
import { all, sql, type Query } from "../../db/sql.ts";

/** All triggers, as their SQL by name. */
export const readTriggers: Query<Record<string, string>> = all<{ name: string; sql: string }, Record<string, string>>(
  sql`select name, sql from sqlite_master
    where type = 'trigger'`,
  (rows) => Object.fromEntries(rows.map((row) => [row.name, row.sql])),
);
