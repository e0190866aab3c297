/** Request and response schemas for drives and their members. */
import * as z from "zod";
import { Cursor, EmailAddress, Flag, Id, Limit, RightsFlags, Time, lineOfText } from "../../kernel/contract.ts";
import { PageSummary } from "../pages/contract.ts";
import { DRIVE_LOCATIONS } from "../../kernel/drive-location.ts";

/** Maximum pages of a subtree per reply; a larger subtree is paginated. */
const TREE_LIMIT = 2_000;
/** Maximum depth of a page tree. */
const DEPTH_LIMIT = 64;

const DriveLocation = z.enum(DRIVE_LOCATIONS);

export const Drive = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    ownerId: z.string(),
    role: z.enum(["owner", "admin", "member"]),
    /** The caller's rights at the drive's root. */
    rights: RightsFlags,
    isTrashed: z.boolean(),
    trashedAt: Time.nullable(),
    /** Number of live pages that the caller may see. */
    pageCount: z.int(),
    /** Where its pages are edited live; null: near whoever opens a page first. */
    location: DriveLocation.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Drive" });
export type Drive = z.infer<typeof Drive>;
export const DriveList = z.array(Drive);

const Name = lineOfText(100);

/** `location` is near the caller by default. */
export const CreateDrive = z.object({ name: Name, location: DriveLocation.optional() });
export const PatchDrive = z.object({ name: Name.optional() });
export const DriveListQuery = z.object({ includeTrashed: Flag.optional() });
export const DriveParams = z.object({ driveId: Id });

export const PageListQuery = z
  .object({
    parentId: Id.optional(),
    depth: z.coerce.number().int().min(1).max(DEPTH_LIMIT).default(1),
    cursor: Cursor.optional(),
    limit: Limit,
    /** Replaces `limit` when more than one level is listed: a client may want the whole tree at once. */
    treeLimit: z.coerce.number().int().min(1).max(TREE_LIMIT).optional(),
  })
  .refine(({ depth, treeLimit }) => treeLimit === undefined || depth > 1, {
    message: "is only allowed with a depth above 1; use limit for a single level",
    path: ["treeLimit"],
  });
export type PageListQuery = z.output<typeof PageListQuery>;
export const PageList = z.object({ pages: z.array(PageSummary), nextCursor: z.string().nullable() });

export const TrashQuery = z.object({ cursor: Cursor.optional(), limit: Limit });
export const TrashList = z.object({
  pages: z.array(PageSummary.extend({ trashedAt: Time })),
  nextCursor: z.string().nullable(),
});

const Person = z.object({
  id: z.string(),
  name: z.string(),
  /** Null unless it is the caller's own address, a connection's, or the one by which this person was added to the drive. */
  email: z.string().nullable(),
  image: z.string().nullable(),
});

export const Member = RightsFlags.extend({
  userId: z.string(),
  role: z.enum(["admin", "member"]),
  grantedBy: z.string(),
  grantedAt: Time,
  user: Person,
}).meta({ id: "DriveMember" });
export type Member = z.infer<typeof Member>;
export const MemberList = z.object({ owner: Person, members: z.array(Member), nextCursor: z.string().nullable() });
export type MemberList = z.infer<typeof MemberList>;

export const MemberQuery = z.object({
  cursor: Id.optional(),
  limit: Limit,
});
export const MemberParams = z.object({ id: Id, userId: Id });

const Role = z.enum(["admin", "member"]);
/** What a member loses by leaving the drive. */
export const RemovalEffect = z.object({
  /** Live pages of the drive that the member currently sees. */
  pages: z.int(),
});
export type RemovalEffect = z.infer<typeof RemovalEffect>;

/** Every member has the view right: `canView` defaults to true, and `false` is rejected. */
export const AddMember = z
  .object({
    userId: Id.optional(),
    email: EmailAddress.optional(),
    role: Role.default("member"),
    canView: z.literal(true).default(true),
    /** Included in `canEdit`. */
    canComment: z.boolean().default(false),
    canEdit: z.boolean().default(false),
    canShare: z.boolean().default(false),
    canDelete: z.boolean().default(false),
  })
  .refine((body) => (body.userId === undefined) !== (body.email === undefined), {
    message: "send either a userId or an email",
    path: ["userId"],
  });
export type AddMember = z.output<typeof AddMember>;

/** Omitted flags stay unchanged. */
export const PatchMember = z.object({
  role: Role.optional(),
  canView: z.literal(true).optional(),
  canComment: z.boolean().optional(),
  canEdit: z.boolean().optional(),
  canShare: z.boolean().optional(),
  canDelete: z.boolean().optional(),
});
export type PatchMember = z.output<typeof PatchMember>;
