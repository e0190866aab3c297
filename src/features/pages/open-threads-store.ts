/** The number of a page's open comment threads, which its view shows before anything else of them is loaded. */
import { commentThreads } from "../../db/schema/comments.ts";
import { all, prepare, sql, type Named, type Query } from "../../db/sql.ts";

const openThreads = prepare(
  ({ pageId }: Named<"pageId">) =>
    sql<{ n: number }>`select count(*) as n from ${commentThreads} where page_id = ${pageId} and closed_at is null`,
);

export const countOpenThreads = (pageId: string): Query<number> => all(openThreads({ pageId }), ([row]) => row?.n ?? 0);
