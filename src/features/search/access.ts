/** For whoever changes a page: how the search index is told. */
import type { Instant } from "../../kernel/clock.ts";
import { SQL, sql, write, type Query } from "../../db/sql.ts";

/**
 * Notes that these pages' titles, texts or drives are about to be others than the index has, or that they are about to
 * go for good. Belongs in the batch that changes them; `pages` is a list of ids or a statement that selects them.
 * Afterwards call `deps.objects.nudge` for a `search.index` job; the sweep does if nobody else did.
 */
export const markDirty = (pages: readonly string[] | SQL, now: Instant): Query<number> =>
  write(sql`insert into search_dirty (page_id, since) select id, ${now} from (
    ${pages instanceof SQL ? pages : sql`select value as id from json_each(${JSON.stringify(pages)})`}) where true on conflict do nothing`);
