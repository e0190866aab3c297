/** SQL of what many pages would add to the quotas of where they are moved. */
import { all, jsonList, sql, whole, type Query } from "../../../db/sql.ts";
import { MAX_CHILDREN } from "../../quotas/rules.ts";
import { subtrees } from "./store.ts";

export type MoveTarget = { readonly driveId: string; readonly parentId: string | null };

type ChildCounts = { readonly there: number; readonly more: number };

/** Pages that are there, counted a little beyond what may be, and those of the list that are not. */
export const countChildren = (pageIds: readonly string[], { driveId, parentId }: MoveTarget): Query<ChildCounts> =>
  all(
    sql<ChildCounts>`select
      (
        select count(*)
        from (
          select 1 from pages
          where drive_id = ${driveId}
            and parent_id is ${parentId}
          limit ${whole(MAX_CHILDREN + 1)})) as there,
      (
        select count(*)
        from ${jsonList(pageIds)} j
        cross join pages p on p.id = j.value
        where p.drive_id <> ${driveId} or p.parent_id is not ${parentId}) as more`,
    ([row]) => row ?? { there: 0, more: 0 },
  );

type IncomingSize = { readonly pages: number; readonly text: number };

/** Pages of other owners among these and all that lies under them, and the bytes of their text. */
export const measureIncoming = (pageIds: readonly string[], driveId: string): Query<IncomingSize> =>
  all(
    sql<IncomingSize>`select count(*) as pages, coalesce(sum(
        coalesce((select octet_length(content) from page_contents where page_id = p.id), 0)
        + coalesce((select sum(octet_length(content)) from messages where page_id = p.id), 0)
        + coalesce((select sum(octet_length(content)) from attachment_texts where page_id = p.id), 0)
        + coalesce((select octet_length(system_prompt) from agent_configs where page_id = p.id), 0)), 0) as text
      from (${subtrees(pageIds)}) b
      cross join pages p on p.id = b.id
      cross join drives d on d.id = p.drive_id
      where d.owner_id <> (select owner_id from drives where id = ${driveId})`,
    ([row]) => row ?? { pages: 0, text: 0 },
  );
