/** The number of a page's open threads, which its view shows before anything else of them is loaded. */
import { commentThreads } from "../../db/schema/comments.ts";
import { count, sql, type Query } from "../../db/sql.ts";

export const countOpenThreads = (pageId: string): Query<number> =>
  count(sql`${commentThreads} where page_id = ${pageId} and closed_at is null`);
