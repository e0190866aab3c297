/** What a page's room reads and writes about the threads whose places it has. */
import type { Instant } from "../../kernel/clock.ts";
import { commentThreads } from "../../db/schema/comments.ts";
import { users } from "../../db/schema/users.ts";
import { changing, jsonList, many, rowsOf, sql, type Query, type SQL, type Write } from "../../db/sql.ts";

type Completion = {
  readonly threads: readonly string[];
  readonly taskPageId: string;
  /** Who completed the tasks. */
  readonly by: string;
  /** The revision of the tasks' page. */
  readonly revision: number;
  readonly now: Instant;
};

export type ClosedThread = { readonly id: string; readonly pageId: string };

/** Resolves the open ones of threads whose tasks on a page were completed, if `applies`, and returns them. */
export const resolveByTask = (
  { threads, taskPageId, by, revision, now }: Completion,
  applies: SQL,
): Write<ClosedThread[]> =>
  changing(
    many(
      rowsOf(
        { id: commentThreads.id, pageId: commentThreads.pageId },
        (columns) => sql`update ${commentThreads}
          set closed_at = ${now},
            closed_as = 'task',
            closed_by = (select id from ${users} where id = ${by}),
            closed_revision = case when page_id = ${taskPageId} then ${revision} end
          where id in ${jsonList(threads)}
            and task_page_id = ${taskPageId}
            and closed_at is null
            and ${applies}
          returning ${columns}`,
      ),
    ),
  );

/** A thread's page, and the page with the task that it is linked to. */
export type ThreadPages = ClosedThread & { readonly taskPageId: string | null };

export const findThreadPages = (threads: readonly string[]): Query<ThreadPages[]> =>
  many(
    rowsOf(
      { id: commentThreads.id, pageId: commentThreads.pageId, taskPageId: commentThreads.taskPageId },
      (columns) => sql`select ${columns}
        from ${commentThreads}
        where id in ${jsonList(threads)}`,
    ),
  );
