/** SQL that measures what a bulk move would add to the destination's quotas. */
import { alias } from "drizzle-orm/sqlite-core";
import { drives } from "../../../db/schema/drives.ts";
import { attachmentTexts } from "../../../db/schema/files.ts";
import { messages } from "../../../db/schema/messages.ts";
import { agentConfigs, pageContents, pages } from "../../../db/schema/pages.ts";
import { all, jsonList, sql, whole, type Query } from "../../../db/sql.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";
import { subtrees } from "./store.ts";

const p = alias(pages, "p");
const d = alias(drives, "d");

export type MoveTarget = { readonly driveId: string; readonly parentId: string | null };

type ChildCounts = { readonly there: number; readonly more: number };

/** Counts the destination's children (to just above the limit) and the listed pages that are not among them yet. */
export const countChildren = (pageIds: readonly string[], { driveId, parentId }: MoveTarget): Query<ChildCounts> =>
  all(
    sql<ChildCounts>`select
      (
        select count(*)
        from (
          select 1 from ${pages}
          where drive_id = ${driveId}
            and parent_id is ${parentId}
          limit ${whole(MAX_CHILDREN + 1)})) as there,
      (
        select count(*)
        from ${jsonList(pageIds)} j
        cross join ${pages} p on ${p.id} = j.value
        where ${p.driveId} <> ${driveId} or ${p.parentId} is not ${parentId}) as more`,
    ([row]) => row ?? { there: 0, more: 0 },
  );

type IncomingSize = { readonly pages: number; readonly text: number };

/** Number and text size (bytes) of these pages and their descendants, counting only those of other owners. */
export const measureIncoming = (pageIds: readonly string[], driveId: string): Query<IncomingSize> =>
  all(
    sql<IncomingSize>`select count(*) as pages, coalesce(sum(
        coalesce((select octet_length(content) from ${pageContents} where page_id = ${p.id}), 0)
        + coalesce((select sum(octet_length(content)) from ${messages} where page_id = ${p.id}), 0)
        + coalesce((select sum(octet_length(content)) from ${attachmentTexts} where page_id = ${p.id}), 0)
        + coalesce((select octet_length(system_prompt) from ${agentConfigs} where page_id = ${p.id}), 0)), 0) as text
      from (${subtrees(pageIds)}) b
      cross join ${pages} p on ${p.id} = b.id
      cross join ${drives} d on ${d.id} = ${p.driveId}
      where ${d.ownerId} <> (select owner_id from ${drives} where id = ${driveId})`,
    ([row]) => row ?? { pages: 0, text: 0 },
  );
