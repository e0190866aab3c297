/** SQL for undo: the pages a token wrote on. */
import type { Instant } from "../../../kernel/clock.ts";
import { openPages } from "../../../db/schema/live.ts";
import { mcpTokens, tokenPages } from "../../../db/schema/tokens.ts";
import { many, rowsOf, sql, whole, type Query } from "../../../db/sql.ts";

/** Ordered by id, starting after `cursor`. */
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

/** Maximum number of open rooms that are asked to save a tool's edits before undoing them. */
const MAX_OPEN = 50;

/** Pages that the token's owner has open, in person or through a tool. */
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
