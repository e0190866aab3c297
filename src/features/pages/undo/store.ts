/** SQL of undoing: the pages a token wrote on. */
import type { Instant } from "../../../kernel/clock.ts";
import { openPages } from "../../../db/schema/live.ts";
import { mcpTokens, tokenPages } from "../../../db/schema/tokens.ts";
import { many, rowsOf, sql, whole, type Query } from "../../../db/sql.ts";

/** By id, from after `cursor` on. */
export const listPagesOf = (tokenId: string, since: Instant, cursor: string, limit: number): Query<string[]> =>
  many(
    rowsOf(
      { pageId: tokenPages.pageId },
      (columns) => sql`select ${columns} from ${tokenPages}
        where token_id = ${tokenId}
          and page_id > ${cursor}
          and last_at >= ${since}
        order by page_id
        limit ${whole(limit)}`,
    ),
    ({ pageId }) => pageId,
  );

/** Rooms that are asked to write down what a tool types before it is taken back. */
const MAX_OPEN = 50;

/** The pages that the token's owner has open, by hand or by a tool. */
export const listOpenPagesOf = (tokenId: string): Query<string[]> =>
  many(
    rowsOf(
      { pageId: openPages.pageId },
      (columns) => sql`select ${columns} from ${openPages}
        where user_id = (select user_id from ${mcpTokens} where id = ${tokenId})
        limit ${whole(MAX_OPEN)}`,
    ),
    ({ pageId }) => pageId,
  );
