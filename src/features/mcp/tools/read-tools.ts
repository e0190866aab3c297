/** Tools that find and read pages. */
import * as z from "zod";
import { Cursor } from "../../../kernel/contract.ts";
import { invalid } from "../../../kernel/errors.ts";
import { PageType } from "../../../kernel/page.ts";
import { hasMessages } from "../../../kernel/page-type.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { PageListQuery } from "../../drives/contract.ts";
import { listPages, listTrash } from "../../drives/service.ts";
import { listFolderRows } from "../../properties/service.ts";
import { SearchQuery } from "../../search/contract.ts";
import { search } from "../../search/service.ts";
import { splitLines } from "../../../realtime/text.ts";
import { listMcpDrives } from "../drive-list.ts";
import { SHOWN_STATES, threadsOf } from "./page-threads.ts";
import { ReadMessage, messagesOf } from "./page-messages.ts";
import { excerptOf, readPresent } from "./page-text.ts";
import { fitList } from "./answer-size.ts";
import { limitedBy } from "./limited.ts";
import { DriveRef, driveIdOf } from "./drive-ref.ts";
import { PageRef, pageIdOf, printedPath } from "./page-ref.ts";
import { IdArgument, addressOf, tool, type ToolContext } from "./tool.ts";

const CursorArgument = Cursor.optional();
const Count = (fallback: number) => z.int().min(1).max(100).default(fallback);
const NextCursor = z.string().nullable();
/** The type in responses, as a plain string: listing the values costs every client tokens for no benefit. */
const Type = z.string();

/** Left out of responses for pages without one, which are most. */
const ShownIcon = z.string().optional();
const shown = ({ icon }: { readonly icon: string | null }): { icon?: string } => (icon === null ? {} : { icon });

const MAX_DRIVES_SHOWN = 200;

const listDrivesTool = tool({
  name: "list_drives",
  title: "List drives",
  description: "Lists the drives this token can access. A drive contains a tree of pages.",
  kind: "read",
  idempotent: true,
  input: z.strictObject({ cursor: IdArgument.optional() }),
  output: z.object({
    drives: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), pageCount: z.int() })),
    nextCursor: NextCursor,
  }),
  async run({ deps, caller }, { cursor }) {
    const all = await listMcpDrives(deps, caller);
    const rest = cursor === undefined ? all : all.slice(all.findIndex(({ id }) => id === cursor) + 1);
    return fitList(MAX_DRIVES_SHOWN, (limit) => {
      const drives = rest.slice(0, limit);
      return Promise.resolve({ drives, nextCursor: rest.length > limit ? (drives.at(-1)?.id ?? null) : null });
    });
  },
});

const listPagesTool = tool({
  name: "list_pages",
  title: "List pages",
  description:
    "Lists pages of a drive in tree order: below parentId or at the root, depth levels down; or the pages in the trash. " +
    "With query, the children of parentId with properties: " +
    'Status != Done and (Due <= today+7d or Owner has me), Tags has x; "" for all.',
  kind: "read",
  idempotent: true,
  input: z.strictObject({
    driveId: DriveRef,
    parentId: PageRef.optional(),
    depth: z.int().min(1).max(64).default(1),
    type: PageType.optional(),
    trashed: z.boolean().default(false),
    query: z.string().max(2_000).optional(),
    cursor: CursorArgument,
    limit: Count(50),
  }),
  output: z.object({
    pages: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        icon: ShownIcon,
        type: Type,
        url: z.string(),
        parentId: z.string().nullable(),
        hasChildren: z.boolean().optional(),
        updatedAt: z.string(),
        values: z.record(z.string(), z.string()).optional(),
      }),
    ),
    nextCursor: NextCursor,
  }),
  async run(context, { driveId: drive, parentId: parent, type, trashed, query, cursor, limit, depth }) {
    const { deps, caller } = context;
    if (trashed && parent !== undefined) throw invalid("trashed", "The trash is not a tree: omit parentId.");
    const driveId = await driveIdOf(context, drive);
    const parentId = parent === undefined ? undefined : await pageIdOf(context, parent);
    if (query !== undefined) return listByProperties(context, { parentId, query, type, cursor, limit });
    return fitList(limit, async (count) => {
      const { pages, nextCursor } = trashed
        ? await listTrash(deps, caller, driveId, { cursor, limit: count })
        : await listPages(deps, caller, driveId, PageListQuery.parse({ depth, parentId, cursor, limit: count }));
      return {
        pages: pages
          .filter((page) => type === undefined || page.type === type)
          .map((page) => ({
            id: page.id,
            title: page.title,
            ...shown(page),
            type: page.type,
            url: addressOf(context, page.id),
            parentId: page.parentId,
            hasChildren: page.hasChildren,
            updatedAt: page.updatedAt,
          })),
        nextCursor,
      };
    });
  },
});

type PropertyList = {
  readonly parentId: string | undefined;
  readonly query: string;
  readonly type: PageType | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
};

function listByProperties(context: ToolContext, { parentId, query, type, cursor, limit }: PropertyList) {
  if (parentId === undefined) throw invalid("query", "A query needs the parentId of the pages that it lists.");
  const { deps, caller } = limitedBy(context, LIMIT_RULES.rowsByUser, "read");
  return fitList(limit, async (count) => {
    // A roll-up contains values of pages that the result does not name, so nobody could check who may see them.
    const { rows, nextCursor } = await listFolderRows(
      deps,
      caller,
      parentId,
      { query: query.trim() === "" ? undefined : query, sort: [], cursor, limit: count },
      { ownValuesOnly: true },
    );
    return {
      pages: rows
        .filter(({ page }) => type === undefined || page.type === type)
        .map(({ page, values }) => ({
          id: page.id,
          title: page.title,
          ...shown(page),
          type: page.type,
          url: addressOf(context, page.id),
          parentId,
          updatedAt: page.updatedAt,
          values: Object.fromEntries(Object.entries(values).map(([name, { text }]) => [name, text])),
        })),
      nextCursor,
    };
  });
}

const searchTool = tool({
  name: "search",
  title: "Search pages",
  description: "Finds pages by words in their titles and texts, best first. No query syntax.",
  kind: "read",
  idempotent: true,
  limit: LIMIT_RULES.searchByUser,
  input: z.strictObject({
    query: z.string().min(1).max(200),
    driveId: DriveRef.optional(),
    type: PageType.optional(),
    cursor: z.string().min(1).max(2_000).optional(),
    limit: Count(20),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        icon: ShownIcon,
        type: Type,
        driveId: z.string(),
        path: z.string(),
        url: z.string(),
        revision: z.int(),
        snippet: z.string(),
      }),
    ),
    nextCursor: NextCursor,
  }),
  async run(context, { query, driveId: drive, ...rest }) {
    const driveId = drive === undefined ? undefined : await driveIdOf(context, drive);
    const asked = SearchQuery.safeParse({ q: query, driveId, ...rest });
    if (!asked.success) throw invalid("query", asked.error.issues.map(({ message }) => message).join("; "));
    return fitList(asked.data.limit, async (limit) => {
      const { results, nextCursor } = await search(context.deps, context.caller, { ...asked.data, limit });
      return {
        results: results.map((hit) => ({
          id: hit.pageId,
          title: hit.title,
          ...shown(hit),
          type: hit.type,
          driveId: hit.driveId,
          path: printedPath(hit),
          url: addressOf(context, hit.pageId),
          revision: hit.revision,
          snippet: hit.snippet,
        })),
        nextCursor,
      };
    });
  },
});

/** Token limit for a text returned with messages. */
const RESERVED_TOKENS = 5_000;

const fetchTool = tool({
  name: "fetch",
  title: "Read a page",
  description:
    "Returns a page's text as numbered lines (`   1 | text`), from startLine to endLine. Continue at nextLine, and at nextColumn " +
    "(startColumn) in a very long line. " +
    "Pass `revision` to edits as baseRevision. CHANNEL and AI_CHAT pages also return their newest messages. " +
    "A SHEET is CSV with one row per line; a TASK_LIST is Markdown tasks. comments: returns comment threads and their lines instead.",
  kind: "read",
  idempotent: true,
  input: z.strictObject({
    id: PageRef,
    startLine: z.int().min(1).optional(),
    endLine: z.int().min(1).optional(),
    startColumn: z.int().min(1).optional(),
    cursor: z.string().min(1).max(200).optional(),
    comments: z.enum(SHOWN_STATES).optional(),
  }),
  output: z.looseObject({
    id: z.string(),
    title: z.string(),
    type: Type,
    driveId: z.string(),
    path: z.string(),
    url: z.string(),
    revision: z.int(),
    totalLines: z.int().optional(),
    nextLine: z.int().nullable().optional(),
    nextColumn: z.int().nullable().optional(),
    text: z.string().optional(),
    warnings: z.array(z.string()),
    openThreads: z.int().optional(),
    threads: z.array(z.unknown()).optional(),
    messages: z.array(ReadMessage).optional(),
    nextCursor: NextCursor.optional(),
  }),
  async run(context, { id: reference, startLine, endLine, startColumn, cursor, comments }) {
    const pageId = await pageIdOf(context, reference);
    if (endLine !== undefined && endLine < (startLine ?? 1)) throw invalid("endLine", "endLine is before startLine.");
    const page = await readPresent(context, pageId);
    const { id, title, type, driveId, path, warnings, openThreads } = page;
    const head = {
      id,
      title,
      ...shown(page),
      ...(page.cover !== null && { cover: page.cover }),
      type,
      driveId,
      path,
      url: addressOf(context, id),
      warnings: [...warnings],
    };
    if (comments !== undefined) return { ...head, ...(await threadsOf(context, id, comments, cursor)) };
    return {
      ...head,
      ...(openThreads > 0 && { openThreads }),
      ...excerptOf(splitLines(page.content), page.revision, startLine, endLine, {
        column: startColumn,
        ...(hasMessages(type) && { tokens: RESERVED_TOKENS }),
      }),
      ...(hasMessages(type) && (await messagesOf(context, id, cursor))),
    };
  },
});

export const READ_TOOLS = [listDrivesTool, listPagesTool, searchTool, fetchTool];
