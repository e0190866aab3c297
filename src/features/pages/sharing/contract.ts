/** API schemas for page permissions. */
import * as z from "zod";
import { EmailAddress, Id, RightsFlags, Time } from "../../../kernel/contract.ts";

const Person = z.object({
  id: z.string(),
  name: z.string(),
  /** Null unless it is the caller's own, that of a connection, or the one the caller used to add them to the drive. */
  email: z.string().nullable(),
  image: z.string().nullable(),
});

export const Grant = RightsFlags.extend({
  userId: z.string(),
  grantedBy: z.string(),
  grantedAt: Time,
  /** Source of an inherited right: an ancestor page or the drive. Null for the page's own grant. */
  inheritedFrom: z.string().nullable(),
  user: Person,
}).meta({ id: "PagePermission" });
export type Grant = z.infer<typeof Grant>;

export const GrantList = z.object({ owner: Person, permissions: z.array(Grant) });
export type GrantList = z.infer<typeof GrantList>;

const flag = z.boolean().default(false);
/** `email` only matches a user who has verified that address, as for drive members. */
export const SetGrant = z
  .object({
    userId: Id.optional(),
    email: EmailAddress.optional(),
    canView: flag,
    /** Included in `canEdit`. */
    canComment: flag,
    canEdit: flag,
    canShare: flag,
    canDelete: flag,
  })
  .refine((body) => (body.userId === undefined) !== (body.email === undefined), {
    message: "send either a userId or an email",
    path: ["userId"],
  })
  .refine(
    ({ canView, canComment, canEdit, canShare, canDelete }) =>
      canView || !(canComment || canEdit || canShare || canDelete),
    {
      path: ["canView"],
      message: "is required by the other rights",
    },
  );
export type SetGrant = z.infer<typeof SetGrant>;

export const GrantParams = z.object({ pageId: Id, userId: Id });

/** Descendants are counted up to this number. */
export const COUNTED_BELOW = 2_000;

/** The rights a user would keep if their grant on the page were revoked. */
export const RevocationEffect = z.object({
  /** The rights they would inherit on the page. */
  rights: RightsFlags,
  /** Descendants, among those the caller can see, that the user would lose sight of; 2,000 at most. */
  pagesBelow: z.int(),
});
export type RevocationEffect = z.infer<typeof RevocationEffect>;

export const RevokeGrant = z.object({ userId: Id });
