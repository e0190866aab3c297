/** Page permissions as the interface shows and takes them. */
import * as z from "zod";
import { EmailAddress, Id, RightsFlags, Time } from "../../../kernel/contract.ts";

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
/** Who is meant by their address is found only by the one they have proven, as members of drives are. */
export const SetGrant = z
  .object({
    userId: Id.optional(),
    email: EmailAddress.optional(),
    canView: flag,
    canEdit: flag,
    canShare: flag,
    canDelete: flag,
  })
  .refine((body) => (body.userId === undefined) !== (body.email === undefined), {
    message: "send either a userId or an email",
    path: ["userId"],
  })
  .refine((grant) => grant.canView || !(grant.canEdit || grant.canShare || grant.canDelete), {
    path: ["canView"],
    message: "is needed by the other rights",
  });
export type SetGrant = z.infer<typeof SetGrant>;

export const GrantParams = z.object({ pageId: Id, userId: Id });

/** Pages below that are counted; of more it is said that there are so many at least. */
export const COUNTED_BELOW = 2_000;

/** What somebody would be left with, were their rights on the page taken away. */
export const RevocationEffect = z.object({
  /** What they would hold on the page by what is above it. */
  rights: RightsFlags,
  /** Pages below that they see by these rights and would see no more, of those the caller sees; 2,000 at most. */
  pagesBelow: z.int(),
});
export type RevocationEffect = z.infer<typeof RevocationEffect>;

export const RevokeGrant = z.object({ userId: Id });
