/** Queues pages for indexing; every feature that changes a page uses this. */
import type { Instant } from "../../kernel/clock.ts";
import { searchDirty } from "../../db/schema/pages.ts";
import { SQL, prepare, sql, write, type Named, type Write } from "../../db/sql.ts";

const listed = prepare(
  ({ ids, now }: Named<"ids" | "now">) =>
    sql`insert into ${searchDirty} (page_id, since)
      select value, ${now} from json_each(${ids}) where true
      on conflict do nothing`,
);

/**
 * Records that the titles, texts or drives of these pages are changing, or that they are being deleted permanently.
 * Include it in the batch that changes them; `pages` is a list of ids or a statement that selects them. Afterwards call
 * `deps.objects.enqueueDebounced` for a `search.index` job; otherwise the sweep does.
 */
export const markDirty = (pages: readonly string[] | SQL, now: Instant): Write<number> =>
  write(
    pages instanceof SQL
      ? sql`insert into ${searchDirty} (page_id, since)
          select id, ${now} from (${pages}) where true
          on conflict do nothing`
      : listed({ ids: JSON.stringify(pages), now }),
  );
