/** Bulk operations on pages. Each is all-or-nothing. */
import * as z from "zod";
import { Id, cleanText, lineOfText } from "../../../kernel/contract.ts";
import { PageType } from "../../../kernel/page.ts";
import { Content, Icon } from "../contract.ts";

/** Maximum number of pages per call. `MAX_NODES` limits the pages in one structure. */
const MAX_PAGES = 200;
export const MAX_NODES = 500;

const PageIds = z
  .array(Id)
  .min(1)
  .max(MAX_PAGES)
  .transform((ids) => [...new Set(ids)]);
const Position = z.number().min(-1e15).max(1e15);

export type StructureNode = {
  title: string;
  icon?: string | null | undefined;
  type: PageType;
  content?: string | undefined;
  children?: StructureNode[] | undefined;
};
const Node: z.ZodType<StructureNode> = z
  .object({
    title: lineOfText(255),
    icon: Icon.nullish(),
    type: PageType,
    content: Content.optional(),
    get children() {
      return z.array(Node).max(MAX_NODES).optional();
    },
  })
  .meta({ id: "StructureNode" });

/** Counts the nodes before validating them: each list of children is bounded, but their total is not. */
function atMostNodes(sent: unknown, context: z.core.$RefinementCtx): unknown {
  const open: unknown[] = [sent];
  let count = 0;
  for (let list = open.pop(); list !== undefined; list = open.pop()) {
    if (!Array.isArray(list)) continue;
    count += list.length;
    if (count > MAX_NODES) {
      context.addIssue(`must contain at most ${MAX_NODES} pages`);
      return z.NEVER;
    }
    for (const node of list as unknown[])
      if (typeof node === "object" && node !== null && "children" in node) open.push(node.children ?? null);
  }
  return sent;
}

export const CreateStructure = z.object({
  driveId: Id,
  parentId: Id.nullish(),
  structure: z.preprocess(atMostNodes, z.array(Node).min(1).max(MAX_NODES)),
});
export type CreateStructure = z.infer<typeof CreateStructure>;

const Created = z.object({ id: z.string(), title: z.string(), type: PageType, path: z.string() });
export const StructureCreated = z.object({
  success: z.literal(true),
  createdPages: z.array(Created),
  rootPages: z.array(Created),
  stats: z.object({ totalCreated: z.int(), byType: z.record(z.string(), z.int()), maxDepth: z.int() }),
});
export type StructureCreated = z.infer<typeof StructureCreated>;

export const BulkDelete = z.object({ pageIds: PageIds });
export const BulkDeleted = z.object({
  success: z.literal(true),
  /** `deletedCount` includes the page and its descendants; it is 0 for a page deleted as part of another in the list. */
  deletedPages: z.array(z.object({ id: z.string(), title: z.string(), deletedCount: z.int() })),
  totalDeleted: z.int(),
});
export type BulkDeleted = z.infer<typeof BulkDeleted>;

export const BulkMove = z.object({
  pageIds: PageIds,
  targetDriveId: Id,
  targetParentId: Id.nullish(),
  position: Position.optional(),
  /** Siblings to place the pages between, as in `ReorderPage`. */
  after: Id.optional(),
  before: Id.optional(),
});
export type BulkMove = z.infer<typeof BulkMove>;
export const BulkMoved = z.object({
  success: z.literal(true),
  movedCount: z.int(),
  movedPages: z.array(z.object({ id: z.string(), title: z.string(), position: z.number() })),
});
export type BulkMoved = z.infer<typeof BulkMoved>;

const Part = cleanText(255);
const SomePart = Part.pipe(z.string().min(1));

/** Literal text only, so that no caller-supplied pattern can be slow to match. */
export const RenamePattern = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("find_replace"),
    find: SomePart,
    replace: Part,
    caseSensitive: z.boolean().default(true),
  }),
  z.object({ type: z.literal("prefix"), text: SomePart }),
  z.object({ type: z.literal("suffix"), text: SomePart }),
  z.object({ type: z.literal("template"), template: SomePart }),
]);
export type RenamePattern = z.infer<typeof RenamePattern>;

export const BulkRename = z.object({ pageIds: PageIds, pattern: RenamePattern });
export type BulkRename = z.infer<typeof BulkRename>;
export const BulkRenamed = z.object({
  success: z.literal(true),
  renamedCount: z.int(),
  unchangedCount: z.int(),
  renamedPages: z.array(z.object({ id: z.string(), oldTitle: z.string(), newTitle: z.string() })),
});
export type BulkRenamed = z.infer<typeof BulkRenamed>;

export const BulkUpdateContent = z.object({
  updates: z
    .array(
      z.object({
        pageId: Id,
        operation: z.enum(["replace", "append", "prepend"]),
        content: Content,
        expectedRevision: z.int().min(0).optional(),
      }),
    )
    .min(1)
    .max(MAX_PAGES)
    .refine((updates) => new Set(updates.map(({ pageId }) => pageId)).size === updates.length, {
      message: "must contain each page only once",
    }),
});
export type BulkUpdateContent = z.infer<typeof BulkUpdateContent>;
export const BulkContentUpdated = z.object({
  success: z.literal(true),
  updatedPages: z.array(
    z.object({ id: z.string(), revision: z.int(), operation: z.enum(["replace", "append", "prepend"]) }),
  ),
});
export type BulkContentUpdated = z.infer<typeof BulkContentUpdated>;
