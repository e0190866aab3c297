/** SQL about threads for other features. */
import { commentThreads } from "../../db/schema/comments.ts";
import { count, sql, type Query } from "../../db/sql.ts";

export const countOpenThreads = (pageId: string): Query<number> =>
  count(sql`${commentThreads}
    where page_id = ${pageId}
      and closed_at is null`);
