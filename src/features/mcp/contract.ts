/** The line protocol: how tools read and edit pages. Lines count from 1, ends are inclusive, empty text is one empty line. */
import { z } from "zod";
import { Id } from "../../kernel/contract.ts";
import { Content, PageType } from "../pages/contract.ts";

/** Whether the page has such a line is for the page to say, and how many it has. */
const Line = z.int().describe("Lines count from 1.");
const Revision = z.int().min(0);

const Common = {
  pageId: Id,
  /** The revision whose line numbers are meant; without it, the one this token was last shown. */
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

/** What MCP serves, by name: the list that agents are given their tools from. */
export const MCP_TOOLS = {
  read_document: { route: "POST /api/mcp/documents", operation: "read" },
  replace_lines: { route: "POST /api/mcp/documents", operation: "replace" },
  insert_lines: { route: "POST /api/mcp/documents", operation: "insert" },
  delete_lines: { route: "POST /api/mcp/documents", operation: "delete" },
  list_drives: { route: "GET /api/mcp/drives", operation: null },
  detect_paths: { route: "GET /api/mcp/detect-paths", operation: null },
} as const;

export const MCP_TOOL_NAMES: readonly string[] = Object.keys(MCP_TOOLS);
