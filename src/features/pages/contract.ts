/** API schemas for pages. */
import * as z from "zod";
import { PageType } from "../../kernel/page-type.ts";
import { PageSummary } from "../../kernel/page.ts";
import { CONTENT_LIMIT_BYTES } from "../../kernel/text.ts";
import { Id, Limit, RightsFlags, Time, cleanText, lineOfText } from "../../kernel/contract.ts";

import { Message } from "../messages/contract.ts";

export { PageType } from "../../kernel/page-type.ts";
export { PageSummary, type LoadedPage } from "../../kernel/page.ts";

/** Maximum size (bytes) of a JSON body with content. */
export const JSON_LIMIT = 4 * 1024 * 1024;

export const Page = z
  .object({
    id: z.string(),
    title: z.string(),
    type: PageType,
    content: z.string(),
    driveId: z.string(),
    parentId: z.string().nullable(),
    children: z.array(PageSummary),
    createdAt: Time,
    updatedAt: Time,
    position: z.number(),
    revision: z.int(),
    isTrashed: z.boolean(),
    trashedAt: Time.nullable(),
    createdBy: z.string(),
    rights: RightsFlags,
  })
  .meta({ id: "Page" });
export type Page = z.infer<typeof Page>;

export const Breadcrumb = z.object({ id: z.string(), title: z.string(), type: PageType, driveId: z.string() });

export const PageWithMessages = Page.extend({
  messages: z.array(Message),
  nextMessageCursor: z.string().nullable(),
  /** Pages that mention this one and that the caller can see. */
  backlinks: z.array(Breadcrumb),
});
export type PageWithMessages = z.infer<typeof PageWithMessages>;

export const RestoredPage = Page.extend({ restoredToRoot: z.boolean() });

const Title = lineOfText(255);
/** Allows as much text as a body can carry; the limit in bytes is checked when the text is stored. */
export const Content = cleanText(JSON_LIMIT).describe(
  `At most ${CONTENT_LIMIT_BYTES} bytes of UTF-8. Line ends become LF; control characters but tab are left out.`,
);
const Position = z.number().min(-1e15).max(1e15);
const Revision = z.int().min(0);

export const CreatePage = z.object({
  driveId: Id,
  title: Title,
  type: PageType,
  parentId: Id.nullish(),
  content: Content.optional(),
  position: Position.optional(),
  idempotencyKey: z
    .uuidv7()
    .optional()
    .describe(
      "A UUIDv7 of the caller's own. A repeated request with it makes no second page: the first one is answered.",
    ),
});
export type CreatePage = z.infer<typeof CreatePage>;

export const PatchPage = z
  .object({
    title: Title.optional(),
    content: Content.optional(),
    /** The revision the content is based on; concurrent edits are merged. */
    baseRevision: Revision.optional(),
    /** The revision the page must still have; otherwise the request is rejected. */
    expectedRevision: Revision.optional(),
  })
  .refine((patch) => patch.title !== undefined || patch.content !== undefined, "send a title, a content or both");
export type PatchPage = z.infer<typeof PatchPage>;

/**
 * `after` and `before` name the siblings to place the page between. They are used when no number is left between those
 * siblings' positions: siblings then get new positions.
 */
export const ReorderPage = z.object({
  pageId: Id,
  parentId: Id.nullable(),
  position: Position,
  after: Id.optional(),
  before: Id.optional(),
});
export type ReorderPage = z.infer<typeof ReorderPage>;

export const VersionList = z.object({
  versions: z.array(
    z.object({
      version: z.int(),
      author: z.object({ id: z.string(), name: z.string() }).nullable(),
      token: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** Other authors who typed in it at the same time. */
      others: z.array(z.object({ id: z.string(), name: z.string() })),
      at: Time,
      until: Time,
    }),
  ),
  nextCursor: z.string().nullable(),
});
export const VersionText = z.object({ pageId: z.string(), version: z.int(), content: z.string() });
export const VersionParams = z.object({
  pageId: Id,
  version: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
/** `from` is the version to compare with; by default the previous one. */
export const VersionDiffQuery = z.object({
  from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export const VersionDiff = z.object({
  pageId: z.string(),
  /** Null when the version is the page's first. */
  from: z.int().nullable(),
  to: z.int(),
  added: z.int(),
  removed: z.int(),
  /** Changed lines with three lines of context; line numbers start at 1. */
  hunks: z.array(
    z.object({
      oldStart: z.int(),
      newStart: z.int(),
      lines: z.array(z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() })),
    }),
  ),
});
export type VersionDiff = z.infer<typeof VersionDiff>;

export const VersionQuery = z.object({
  cursor: z.coerce.number().int().min(0).optional(),
  limit: Limit,
});
