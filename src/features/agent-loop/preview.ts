/** What a call would change, without changing it: the diffs that the asker sees, and how many lines would go. */
import * as z from "zod";
import { AppError } from "../../kernel/errors.ts";
import { findTool, type Tool, type ToolCall } from "../mcp/tools/index.ts";
import type { Removal, ResolvedCall } from "./risk.ts";

/** `revision` is that of the page if the diff is too long to be shown whole; else null. */
export type Preview = Removal & { readonly pageId: string; readonly diff: string; readonly revision: number | null };

/** Maximum number of pages per call that are previewed; calls that change more wait for the asker anyway. */
const MAX_PREVIEWS = 20;

/** A change of title or appearance alone has no preview. Throws what the tool would throw. */
export async function previewEdits(context: ToolCall, { tool, args, pages }: ResolvedCall): Promise<Preview[]> {
  if (tool === "edit_page" && (!Array.isArray(args["edits"]) || args["edits"].length === 0)) return [];
  if (tool !== "replace_text") {
    const [page] = pages;
    return page === undefined ? [] : [await preview(context, toolNamed(tool), page.id, args)];
  }
  const previews: Preview[] = [];
  const edit = { op: "replace_text", oldText: args["oldText"], newText: args["newText"], all: true };
  const editPage = toolNamed("edit_page");
  for (const { id } of pages.slice(0, MAX_PREVIEWS)) {
    const found = await preview(context, editPage, id, { page: id, edits: [edit] }).catch(nothingToEdit);
    if (found !== null) previews.push(found);
  }
  return previews;
}

/** A page that does not contain the text is reported by the call itself. */
function nothingToEdit(error: unknown): null {
  if (error instanceof AppError && (error.code === "invalid_request" || error.code === "not_editable")) return null;
  throw error;
}

function toolNamed(name: string): Tool {
  const tool = findTool(name);
  if (tool === undefined) throw new TypeError(`no tool ${name}`);
  return tool;
}

const Answer = z.object({
  diff: z.string(),
  totalLines: z.int(),
  revision: z.int(),
  nextDiff: z.int().nullish(),
});

async function preview(
  context: ToolCall,
  tool: Tool,
  pageId: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Preview> {
  const { idempotencyKey: _key, diffFrom: _from, ...own } = args;
  const shown = await tool.run(context, tool.parse({ ...own, page: pageId, dryRun: true }));
  const { diff, totalLines, revision, nextDiff = null } = Answer.parse(shown);
  // Of a diff that is too long to be shown whole, nobody sees how much it removes.
  if (nextDiff !== null) return { pageId, diff, revision, removedLines: Infinity, totalLines: Infinity };
  const lines = diff.split("\n");
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removedLines = lines.filter((line) => line.startsWith("-")).length;
  return { pageId, diff, revision: null, removedLines, totalLines: totalLines - added + removedLines };
}
