/** SQL of undoing: the pages a token wrote on. */
import type { Instant } from "../../kernel/clock.ts";
import { many, sql, whole, type Query } from "../../db/sql.ts";

/** By id, from after `cursor` on. */
export const listPagesOf = (tokenId: string, since: Instant, cursor: string, limit: number): Query<string[]> =>
  many<{ page_id: string }, string>(
    sql`select page_id from token_pages where token_id = ${tokenId} and page_id > ${cursor} and last_at >= ${since} order by page_id limit ${whole(limit)}`,
    (row) => row.page_id,
  );
