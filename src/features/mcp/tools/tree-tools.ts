/** Tools that create, move, trash and restore pages. */
import * as z from "zod";
import { invalid } from "../../../kernel/errors.ts";
import { CREATABLE_TYPES } from "../../../kernel/page-type.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { MAX_NODES, type StructureNode } from "../../pages/bulk/contract.ts";
import { createStructure, deleteAll, moveAll } from "../../pages/bulk/service.ts";
import { restorePage } from "../../pages/tree/service.ts";
import { CONTENT_LIMIT_BYTES, withoutControls } from "../../../kernel/text.ts";
import { printPath, printPathBelow } from "../../../kernel/page-path.ts";
import { estimateTokens } from "../../../kernel/token-estimate.ts";
import { fitTitles } from "./answer-size.ts";
import { readAppearance } from "./appearance.ts";
import { DriveRef, driveIdOf, driveOf } from "./drive-ref.ts";
import { lineNumberWarnings } from "./line-numbers.ts";
import { PageRef, pageIdOf, pageIdsOf, parentOf, printedPath } from "./page-ref.ts";
import { LineArgument, addressOf, tool, type ToolContext } from "./tool.ts";

const limit = LIMIT_RULES.bulkByUser;

const NewPage = z.strictObject({
  title: LineArgument(255),
  icon: z.string().max(100).optional(),
  type: z.enum(CREATABLE_TYPES).default("DOCUMENT"),
  content: z.string().max(CONTENT_LIMIT_BYTES).default(""),
  parent: z.int().min(0).optional().describe("Position in `pages`, from 0, of its parent page"),
});

/**
 * Builds a tree from pages that name their parents by index. `order` maps each created page to its index in `pages`.
 * Throws if a parent does not precede its child.
 */
function toStructure(pages: readonly z.output<typeof NewPage>[]): { roots: StructureNode[]; order: number[] } {
  const nodes = pages.map(({ title, type, content, ...asked }): StructureNode => {
    if (!content.isWellFormed()) throw invalid("content", `“${title}”: content must be well-formed Unicode.`);
    const children: StructureNode[] = [];
    const { icon } = readAppearance({ icon: asked.icon });
    return { title, icon, type, content: withoutControls(content), children };
  });
  const roots: StructureNode[] = [];
  for (const [index, { parent, title }] of pages.entries()) {
    const node = nodes[index];
    const above = parent === undefined ? roots : parent < index ? nodes[parent]?.children : undefined;
    if (node === undefined || above === undefined) {
      throw invalid(`pages.${index}.parent`, `“${title}”: parent must be the position of an earlier page.`);
    }
    above.push(node);
  }
  const positions = new Map(nodes.map((node, index) => [node, index]));
  // A structure is created level by level.
  const level = [...roots];
  for (const node of level) level.push(...(node.children ?? []));
  return { roots, order: level.map((node) => positions.get(node) ?? 0) };
}

const createPagesTool = tool({
  name: "create_pages",
  title: "Create pages",
  description:
    "Creates pages or a tree of pages, all or none. Content is Markdown for DOCUMENT, FOLDER and TASK_LIST, CSV for SHEET, " +
    "HTML for CANVAS, source for CODE.",
  kind: "write",
  idempotent: false,
  limit,
  input: z.strictObject({
    driveId: DriveRef,
    parentId: PageRef.optional().describe("Existing page to create them under; default: the drive's root"),
    pages: z.array(NewPage).min(1).max(MAX_NODES),
  }),
  output: z.object({
    pages: z.array(z.looseObject({ id: z.string(), path: z.string().optional() })),
    warnings: z.array(z.string()),
  }),
  async run(context, { driveId, parentId, pages }) {
    const { roots: structure, order } = toStructure(pages);
    const drive = await driveOf(context, driveId);
    const parent = parentId === undefined ? null : await parentOf(context, parentId);
    const { createdPages } = await createStructure(context.deps, context.caller, {
      driveId: drive.id,
      parentId: parent?.id,
      structure,
    });
    const root = drive.slug === null ? null : printPath(drive.slug, []);
    const top = parent === null ? root : parent.path;
    const made: Made[] = [];
    for (const [index, position] of order.entries()) {
      const page = createdPages[index];
      if (page === undefined) continue;
      const above = pages[position]?.parent;
      const base = above === undefined ? top : (made[above]?.path ?? null);
      const path = base === null ? null : printPathBelow(base, page.title);
      made[position] = { ...page, path };
    }
    // If there are many pages, the last rows contain only ids: the caller knows the order, and has the titles.
    let room = FULL_ROWS_TOKENS;
    return {
      pages: made.map(({ id, title, type, path }) => {
        const row = { id, title, type, path: printedPath({ pageId: id, path }), url: addressOf(context, id) };
        room -= estimateTokens(JSON.stringify(row));
        return room >= 0 ? row : { id };
      }),
      warnings: lineNumberWarnings(
        "The content",
        pages.map(({ content }) => content),
      ),
    };
  },
});

const FULL_ROWS_TOKENS = 9_000;

type Made = { readonly id: string; readonly title: string; readonly type: string; readonly path: string | null };

const PageRefs = z.array(PageRef).min(1).max(200);

const idsOf = async (context: ToolContext, references: readonly string[]): Promise<string[]> => [
  ...new Set(await pageIdsOf(context, references)),
];

const movePagesTool = tool({
  name: "move_pages",
  title: "Move pages",
  description: "Moves pages with their subpages under parentId, or to the drive's root, all or none.",
  kind: "write",
  idempotent: true,
  limit,
  input: z.strictObject({ pageIds: PageRefs, driveId: DriveRef, parentId: PageRef.optional() }),
  output: z.object({ moved: z.array(z.object({ id: z.string(), title: z.string() })) }),
  async run(context, { pageIds, driveId, parentId }) {
    const wanted = {
      pageIds: await idsOf(context, pageIds),
      targetDriveId: await driveIdOf(context, driveId),
      targetParentId: parentId === undefined ? undefined : await pageIdOf(context, parentId),
    };
    const { movedPages } = await moveAll(context.deps, context.caller, wanted);
    return { moved: fitTitles(movedPages.map(({ id, title }) => ({ id, title }))) };
  },
});

const trashPagesTool = tool({
  name: "trash_pages",
  title: "Move pages to the trash",
  description: "Moves pages with their subpages to the trash, all or none. restore_pages restores them.",
  kind: "destroy",
  idempotent: true,
  limit,
  input: z.strictObject({ pageIds: PageRefs }),
  output: z.object({
    trashed: z.array(z.object({ id: z.string(), title: z.string(), pages: z.int() })),
  }),
  async run(context, { pageIds }) {
    const { deletedPages } = await deleteAll(context.deps, context.caller, await idsOf(context, pageIds));
    return { trashed: fitTitles(deletedPages.map(({ id, title, deletedCount: pages }) => ({ id, title, pages }))) };
  },
});

const restorePagesTool = tool({
  name: "restore_pages",
  title: "Restore pages from the trash",
  description: "Restores pages one by one. Stops at the first that cannot be restored and reports which.",
  kind: "write",
  idempotent: false,
  limit,
  input: z.strictObject({ pageIds: z.array(PageRef).min(1).max(50) }),
  output: z.object({
    restored: z.array(z.object({ id: z.string(), title: z.string(), restoredToRoot: z.boolean() })),
    failed: z.object({ id: z.string(), error: z.string() }).nullable(),
  }),
  async run(context, { pageIds: references }) {
    const { deps, caller, report } = context;
    const pageIds = await idsOf(context, references);
    const restored: { id: string; title: string; restoredToRoot: boolean }[] = [];
    for (const pageId of pageIds) {
      try {
        const { id, title, restoredToRoot } = await restorePage(deps, caller, pageId);
        restored.push({ id, title, restoredToRoot });
        await report(restored.length, pageIds.length);
      } catch (error) {
        if (restored.length === 0 || !(error instanceof Error)) throw error;
        return { restored, failed: { id: pageId, error: error.message } };
      }
    }
    return { restored, failed: null };
  },
});

export const TREE_TOOLS = [createPagesTool, movePagesTool, trashPagesTool, restorePagesTool];
