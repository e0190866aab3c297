/** SQL that finds the pages of a drive with unread messages for a user. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { VIEW } from "../../kernel/rights.ts";
import { messageReads, messages } from "../../db/schema/messages.ts";
import { mutedDrives, mutedPages } from "../../db/schema/notifications.ts";
import { pages } from "../../db/schema/pages.ts";
import { many, rowsOf, sql, whole, type Named } from "../../db/sql.ts";
import { walkUp } from "../../permissions/ancestors.ts";
import { rightsOnMany, hasRightsOnLivePage } from "../../permissions/bulk-rights.ts";
import { CALLER_ID, callerCte, prepareForCaller } from "../../permissions/credential.ts";

const m = alias(messages, "m");
const p = alias(pages, "p");

/** Only the newest pages are checked. */
const MAX_PAGES = 200;

/**
 * A fully read page costs five rows. Rights are checked only for pages with unread messages and their ancestors.
 * Counting the messages would cost a row each. The upward walk stops below the first page that the caller cannot see.
 */
const unread = prepareForCaller((userId, { driveId }: Named<"driveId">) => {
  return rowsOf(
    { pageId: sql<string>`marked.id`, isAncestor: sql<number>`marked.ancestor` },
    (columns) => sql`with recursive ${callerCte(userId)},
      newest (id) as materialized (
        select id from ${pages}
        where drive_id = ${driveId}
          and type in ('AI_CHAT', 'CHANNEL')
          and trashed_at is null
          and not exists (
            select 1 from ${mutedDrives}
            where drive_id = ${driveId}
              and user_id = ${CALLER_ID})
        order by id desc
        limit ${whole(MAX_PAGES)}),
      fresh (value) as materialized (
        select newest.id from newest
        where exists (
          select 1 from ${messages} m
          where ${m.pageId} = newest.id
            and ${m.userId} is not ${CALLER_ID}
            and ${m.deletedAt} is null
            and ${m.id} > coalesce(
              (
                select last_read_id from ${messageReads}
                where page_id = newest.id
                  and user_id = ${CALLER_ID}), ''))
          and not exists (
            select 1 from ${mutedPages}
            where page_id = newest.id
              and user_id = ${CALLER_ID})),
      ${walkUp(sql`from fresh cross join ${pages} p on ${p.id} = fresh.value`, { name: "above", isDistinct: true })},
      ${rightsOnMany(CALLER_ID, sql`(select id as value from above)`)},
      seen (id, parent_id) as materialized (
        select above.id, above.parent_id
        from held
        cross join above on above.id = held.root
        where ${hasRightsOnLivePage(VIEW)}),
      marked (id, parent_id, ancestor) as (
        select seen.id, seen.parent_id, 0
        from seen
        where seen.id in (select value from fresh)
        union
        select seen.id, seen.parent_id, 1
        from marked
        cross join seen on seen.id = marked.parent_id)
      select ${columns} from marked`,
  );
});

/** A page that is unread and also the ancestor of another unread page appears twice. */
export const listUnread = (caller: Caller, driveId: string) => many(unread(caller, { driveId }));
