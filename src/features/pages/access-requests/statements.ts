/** SQL for access requests, for other features' batches. */
import { and, eq } from "drizzle-orm";
import { accessRequests } from "../../../db/schema/pages.ts";
import { builder, sql, write, type SQL, type Write } from "../../../db/sql.ts";

/** Deletes a request once it is answered, by granting access or by declining. */
export const deleteRequest = (pageId: string, userId: string): Write<number> =>
  write(
    builder.delete(accessRequests).where(and(eq(accessRequests.pageId, pageId), eq(accessRequests.userId, userId))),
  );

/** Like `deleteRequest`, but only if `condition` is true when the batch reaches it. */
export const deleteRequestIf = (pageId: string, userId: string, condition: SQL): Write<number> =>
  write(sql`delete from ${accessRequests}
    where page_id = ${pageId}
      and user_id = ${userId}
      and ${condition}`);
