/** SQL for the tasks of task lists that are assigned to the caller. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW, type Rights } from "../../kernel/rights.ts";
import { pageContents, pages } from "../../db/schema/pages.ts";
import { taskPeople } from "../../db/schema/properties.ts";
import { first, many, rowsOf, sql, whole, type Query, type RowOf, type SQL } from "../../db/sql.ts";
import { hasRightsOnLivePage, rightsOnMany } from "../../permissions/bulk-rights.ts";
import { callerId, tokenAllowsInDrive } from "../../permissions/credential.ts";

const p = alias(pages, "p");
const t = alias(taskPeople, "t");

/** Longer lists are not read for the lines of their tasks, in bytes. */
const MAX_TEXT_BYTES = 64 * 1024;

export type TaskPlace = { readonly due: string; readonly pageId: string; readonly key: string };

const place = { due: t.due, pageId: t.pageId, key: t.key };

const task = {
  due: sql<string>`seen.due`,
  pageId: sql<string>`seen.page_id`,
  key: sql<string>`seen.key`,
  isDone: sql<0 | 1>`seen.is_done`,
  rights: sql<Rights>`seen.rights`,
  source: sql<string>`seen.source`,
  title: p.title,
  icon: p.icon,
  driveId: p.driveId,
  /** Only in the first row of each page, to send it once. */
  text: sql<string | null>`iif(row_number() over (partition by seen.page_id order by seen.due, seen.key) = 1, (
    select content from ${pageContents}
    where page_id = seen.page_id
      and octet_length(content) <= ${whole(MAX_TEXT_BYTES)}), null)`,
};
export type StoredTask = RowOf<typeof task>;

/** `window`: maximum number of tasks to look at; those of lists that the caller may not see are left out. */
export type Selection = { readonly isDone: boolean; readonly after: TaskPlace | null; readonly window: number };

const selected = (userId: SQL, { isDone, after }: Selection): SQL => sql`from ${taskPeople} t
  where ${t.userId} = ${userId}
    and ${t.isDone} = ${Number(isDone)}
    ${after === null ? sql`` : sql`and (due, page_id, key) > (${after.due}, ${after.pageId}, ${after.key})`}
  order by due, page_id, key`;

export const listTasks = (caller: Caller, selection: Selection, limit: number): Query<StoredTask[]> => {
  const userId = callerId(caller);
  return many(
    rowsOf(
      task,
      (
        columns,
      ) => sql`with recursive mine as materialized (select * ${selected(userId, selection)} limit ${whole(selection.window)}),
        ${rightsOnMany(userId, sql`(select distinct page_id as value from mine)`)},
        seen as materialized (
          select mine.*, h.rights
          from mine
          cross join held h on h.root = mine.page_id
          where ${hasRightsOnLivePage(VIEW, "h")}
            and ${tokenAllowsInDrive(caller, "reading", sql`h.drive_id`)}
          order by due, page_id, key
          limit ${whole(limit + 1)})
        select ${columns}
        from seen
        cross join ${pages} p on ${p.id} = seen.page_id
        order by seen.due, seen.page_id, seen.key`,
    ),
  );
};

/**
 * The last task of the window, which the caller may not be able to see; null if the window contains all remaining tasks.
 */
export const lastCandidate = (caller: Caller, selection: Selection): Query<TaskPlace | null> =>
  first(
    rowsOf(
      place,
      (columns) => sql`select ${columns} ${selected(callerId(caller), selection)}
      limit 1 offset ${whole(selection.window - 1)}`,
    ),
  );
