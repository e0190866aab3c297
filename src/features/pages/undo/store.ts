/** SQL of undoing: the pages a token wrote on. */
import type { Instant } from "../../../kernel/clock.ts";
import { tokenPages } from "../../../db/schema/tokens.ts";
import { many, rowsOf, sql, whole, type Query } from "../../../db/sql.ts";

/** By id, from after `cursor` on. */
export const listPagesOf = (tokenId: string, since: Instant, cursor: string, limit: number): Query<string[]> =>
  many(
    rowsOf(
      { pageId: tokenPages.pageId },
      (columns) => sql`select ${columns} from ${tokenPages}
        where token_id = ${tokenId} and page_id > ${cursor} and last_at >= ${since}
        order by page_id limit ${whole(limit)}`,
    ),
    ({ pageId }) => pageId,
  );
