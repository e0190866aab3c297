/** Page permissions as the interface shows and takes them. */
import { z } from "zod";
import { Id, RightsFlags, Time } from "../../../kernel/contract.ts";

const Person = z.object({
  id: z.string(),
  name: z.string(),
  /** Null unless it is the caller's own, that of a connection, or one by which the caller added them to the drive. */
  email: z.string().nullable(),
  image: z.string().nullable(),
});

export const Grant = RightsFlags.extend({
  userId: z.string(),
  grantedBy: z.string(),
  grantedAt: Time,
  /** Where the right comes from when not from this page: a page above it, or its drive. */
  inheritedFrom: z.string().nullable(),
  user: Person,
}).meta({ id: "PagePermission" });
export type Grant = z.infer<typeof Grant>;

export const GrantList = z.object({ owner: Person, permissions: z.array(Grant) });
export type GrantList = z.infer<typeof GrantList>;

const flag = z.boolean().default(false);
export const SetGrant = z
  .object({ userId: Id, canView: flag, canEdit: flag, canShare: flag, canDelete: flag })
  .refine((grant) => grant.canView || !(grant.canEdit || grant.canShare || grant.canDelete), {
    path: ["canView"],
    message: "is needed by the other rights",
  });
export type SetGrant = z.infer<typeof SetGrant>;

export const RevokeGrant = z.object({ userId: Id });
