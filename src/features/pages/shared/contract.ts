/** API schemas for pages shared with the caller in drives they are not a member of. */
import * as z from "zod";
import { Cursor, Limit, RightsFlags, Time } from "../../../kernel/contract.ts";
import { PageSummary } from "../contract.ts";

export const SharedPage = PageSummary.pick({
  id: true,
  title: true,
  icon: true,
  type: true,
  driveId: true,
  updatedAt: true,
})
  .extend({
    rights: RightsFlags,
    /** The ancestors that the caller can see, root first. */
    path: z.array(z.object({ id: z.string(), title: z.string() })),
    /** Null if that account was deleted. */
    sharedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
    sharedAt: Time,
  })
  .meta({ id: "SharedPage" });
export type SharedPage = z.infer<typeof SharedPage>;

export const SharedList = z.object({ pages: z.array(SharedPage), nextCursor: z.string().nullable() });
export type SharedList = z.infer<typeof SharedList>;

export const SharedQuery = z.object({ cursor: Cursor.optional(), limit: Limit });
