/**
 * API schemas for reading and editing pages by line. Lines count from 1, ends are inclusive, and empty text is one
 * empty line.
 */
import * as z from "zod";
import { Id } from "../../kernel/contract.ts";
import { Content, PageType } from "../pages/contract.ts";

/** No range check here: the page's own error includes its number of lines. */
const Line = z.int().describe("Lines count from 1.");
const Revision = z.int().min(0);

const Common = {
  pageId: Id,
  /** The revision that the line numbers refer to; by default the one last shown to this token. */
  baseRevision: Revision.optional(),
  /** The revision the page must still have. */
  expectedRevision: Revision.optional(),
};

export const DocumentRequest = z
  .discriminatedUnion("operation", [
    z.object({ ...Common, operation: z.literal("read"), startLine: Line.optional(), endLine: Line.optional() }),
    z.object({
      ...Common,
      operation: z.literal("replace"),
      startLine: Line,
      endLine: Line.optional(),
      content: Content,
    }),
    z.object({ ...Common, operation: z.literal("insert"), startLine: Line, content: Content }),
    z.object({ ...Common, operation: z.literal("delete"), startLine: Line, endLine: Line.optional() }),
  ])
  .meta({ id: "DocumentRequest" });
export type DocumentRequest = z.infer<typeof DocumentRequest>;
export type DocumentRead = Extract<DocumentRequest, { operation: "read" }>;
export type DocumentEdit = Exclude<DocumentRequest, { operation: "read" }>;

export const DocumentAnswer = z
  .object({
    pageId: z.string(),
    pageTitle: z.string(),
    type: PageType,
    driveId: z.string(),
    operation: z.enum(["read", "replace", "insert", "delete"]),
    revision: z.int(),
    totalLines: z.int(),
    startLine: z.int(),
    endLine: z.int(),
    /** `   1 | text`. */
    numberedLines: z.array(z.string()),
    content: z.string(),
    changed: z.boolean(),
    warnings: z.array(z.string()).optional(),
  })
  .meta({ id: "DocumentAnswer" });
export type DocumentAnswer = z.infer<typeof DocumentAnswer>;

/** Names of the tools, in the order in which clients list them. Agents are also assigned tools from this list. */
export const TOOL_NAMES = [
  "list_drives",
  "list_pages",
  "search",
  "fetch",
  "list_members",
  "edit_page",
  "edit_cells",
  "update_tasks",
  "replace_text",
  "create_pages",
  "move_pages",
  "trash_pages",
  "restore_pages",
  "post_message",
  "history",
  "revert",
] as const;
export { READING_TOOLS } from "../../kernel/agent-tools.ts";
export type ToolName = (typeof TOOL_NAMES)[number];

export const isToolName = (name: string): name is ToolName => (TOOL_NAMES as readonly string[]).includes(name);
