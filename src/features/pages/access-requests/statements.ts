/** SQL of requests for access, for the batches of others. */
import { and, eq } from "drizzle-orm";
import { accessRequests } from "../../../db/schema/pages.ts";
import { builder, write, type Write } from "../../../db/sql.ts";

/** For what answers it: giving a right, or saying that there is none. */
export const deleteRequest = (pageId: string, userId: string): Write<number> =>
  write(
    builder.delete(accessRequests).where(and(eq(accessRequests.pageId, pageId), eq(accessRequests.userId, userId))),
  );
