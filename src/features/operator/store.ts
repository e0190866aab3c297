/** Statements of the operator's commands. */
import { getTableColumns } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { agentRuns } from "../../db/schema/agents.ts";
import { drives } from "../../db/schema/drives.ts";
import { errorLog } from "../../db/schema/monitoring.ts";
import { pages } from "../../db/schema/pages.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import type { TableName } from "../../db/home.ts";
import {
  count,
  exists,
  identifier,
  jsonList,
  many,
  raw,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type Write,
} from "../../db/sql.ts";
import { RESTORING } from "../../platform/db.ts";
import { LOCKED } from "./table-rules.ts";

const p = alias(pages, "p");

export const countUsers = count(sql`${users}`);
export const countPages = count(sql`${pages}`);

/** Wrangler keeps this table. */
export const listMigrations: Query<string[]> = many(
  sql<{ name: string }>`select name from ${identifier("d1_migrations")} order by id`,
  ({ name }) => name,
);

/** Newest first. */
export const listErrors = (limit: number) =>
  many(
    rowsOf(
      getTableColumns(errorLog),
      (columns) => sql`select ${columns} from ${errorLog}
        where id > ''
        order by id desc
        limit ${whole(limit)}`,
    ),
    (row) => row,
  );

const triggerOf = (table: TableName): string => `restoring_${table}`;

/**
 * Existing credentials end with their users' epoch, and triggers reject new ones: so nobody can pass any check of rights,
 * and no request has to look up whether a restore is running.
 */
export const lockStatements = (now: Instant): Write<number>[] => [
  ...LOCKED.map((table) =>
    write(
      sql`create trigger if not exists ${identifier(triggerOf(table))} before insert on ${identifier(table)} begin
        select raise(abort, ${raw(`'${RESTORING}'`)});
      end`,
    ),
  ),
  write(sql`update ${users} set epoch = epoch + 1`),
  write(sql`update ${mcpTokens} set revoked_at = ${now} where revoked_at is null`),
];

export const unlockStatements = (): Write<number>[] => [
  ...[RUN_VIEW, ...Object.values(REPLACED_VIEWS)].map((view) => write(sql`drop view if exists ${identifier(view)}`)),
  ...LOCKED.map((table) => write(sql`drop trigger if exists ${identifier(triggerOf(table))}`)),
];

/**
 * What is known about a running restore is in views that exist only while it runs: a restore empties tables, and must be able
 * to run on a database of any age.
 */
export const RUN_VIEW = "restoring_run";
type Replaced = "rows" | "auditLog";
export const REPLACED_VIEWS: Readonly<Record<Replaced, string>> = {
  rows: "restoring_replaces_rows",
  auditLog: "restoring_replaces_audit_log",
};

/** Records which restore runs: `run` is a `RestoreRun`, so that it can be part of the text. */
export const runStatements = (run: string): Write<number>[] => [
  write(sql`drop view if exists ${identifier(RUN_VIEW)}`),
  write(sql`create view if not exists ${identifier(RUN_VIEW)} as select ${raw(`'${run}'`)} as run`),
];

/** Records that the restore is about to replace what this instance had. */
export const markReplaced = (what: Replaced): Write<number> =>
  write(sql`create view if not exists ${identifier(REPLACED_VIEWS[what])} as select 1 as started`);

export const listViews = many(
  sql<{ name: string; text: string }>`select name, sql as text from ${identifier("sqlite_master")} where type = 'view'`,
  (view) => view,
);

export const isLocked: Query<boolean> = exists(
  sql`select 1 from ${identifier("sqlite_master")}
    where type = 'trigger'
      and name = ${triggerOf(LOCKED[0])}`,
);

/** Removes some rows: about `limit`, by the first column of the key. */
export const clearSome = (table: TableName, column: string, limit: number): Write<number> =>
  write(sql`delete from ${identifier(table)}
    where ${identifier(column)} in (
      select ${identifier(column)} from ${identifier(table)}
      limit ${whole(limit)})`);

export const listDrives = (after: string, limit: number): Query<string[]> =>
  many(
    sql<{ id: string }>`select id from ${drives}
      where id > ${after}
      order by id
      limit ${whole(limit)}`,
    ({ id }) => id,
  );

/** Counts the pages that are not in the trash, nor below one that is. */
export const recountPages = (driveIds: readonly string[]): Write<number> =>
  write(sql`with recursive live (id, drive_id) as (
      select id, drive_id from ${pages}
      where parent_id is null and trashed_at is null and drive_id in ${jsonList(driveIds)}
      union all
      select ${p.id}, ${p.driveId}
      from live
      join ${pages} p on ${p.driveId} = live.drive_id and ${p.parentId} = live.id and ${p.trashedAt} is null)
    update ${drives}
    set page_count = (select count(*) from live where live.drive_id = ${drives.id})
    where id in ${jsonList(driveIds)}`);

/** The tokens of answers that were being written have ended. */
export const endRuns = (now: Instant): Write<number> =>
  write(sql`update ${agentRuns} set state = 'failed', ended_at = ${now} where ended_at is null`);
