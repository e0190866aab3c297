/** SQL of requests for access, for the batches of others. */
import { and, eq } from "drizzle-orm";
import { accessRequests } from "../../../db/schema/pages.ts";
import { builder, sql, write, type SQL, type Write } from "../../../db/sql.ts";

/** For what answers it: giving a right, or saying that there is none. */
export const deleteRequest = (pageId: string, userId: string): Write<number> =>
  write(
    builder.delete(accessRequests).where(and(eq(accessRequests.pageId, pageId), eq(accessRequests.userId, userId))),
  );

/** The same where `condition` holds when the batch gets there. */
export const deleteRequestIf = (pageId: string, userId: string, condition: SQL): Write<number> =>
  write(sql`delete from ${accessRequests}
    where page_id = ${pageId}
      and user_id = ${userId}
      and ${condition}`);
