/** Records which pages a token writes on, in the batch that commits its edit. */
import { MINUTE, type Instant } from "../../../kernel/clock.ts";
import { tokenPages } from "../../../db/schema/tokens.ts";
import { sql, write, type SQL, type Write } from "../../../db/sql.ts";

/** How far (ms) the recorded time may lag, so that continuous writing rarely updates the row. */
export const RESOLUTION = MINUTE;

export const recordTokenWrite = (tokenId: string, pageId: string, now: Instant, applies: SQL): Write<number> =>
  write(sql`insert into ${tokenPages} (token_id, page_id, last_at)
    select ${tokenId}, ${pageId}, ${now} where ${applies}
    on conflict (token_id, page_id) do update set last_at = excluded.last_at
      where excluded.last_at >= ${tokenPages.lastAt} + ${RESOLUTION}`);
