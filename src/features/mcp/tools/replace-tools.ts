/** The tool that replaces a text on many pages. Each page is a separate edit with its own outcome. */
import * as z from "zod";
import { AppError } from "../../../kernel/errors.ts";
import { LIMIT_RULES } from "../../../rate-limits/rules.ts";
import { fitTitles, shorten } from "./answer-size.ts";
import { editText } from "./edit-text.ts";
import { lineNumberWarnings } from "./line-numbers.ts";
import { withNextStep } from "./next-steps.ts";
import { PageRef, pageIdsOf } from "./page-ref.ts";
import { tool, type ToolCall } from "./tool.ts";

const MAX_PAGES = 50;
const Text = z.string().max(10_000);

const Outcome = z.object({
  id: z.string(),
  title: z.string(),
  revision: z.int().nullable(),
  outcome: z.string(),
});

const MAX_OUTCOME = 300;

async function replaceOn(
  context: ToolCall,
  pageId: string,
  { oldText, newText, ...how }: { oldText: string; newText: string; dryRun: boolean; suggest?: boolean | undefined },
): Promise<z.output<typeof Outcome>> {
  try {
    const edits = [{ op: "replace_text", oldText, newText, all: true } as const];
    const { id, title, revision, changed, suggestions = [] } = await editText(context, { pageId, edits, ...how });
    const made = suggestions.length > 0 ? `suggested ${suggestions.length}` : "unchanged";
    return { id, title, revision, outcome: changed ? (how.dryRun ? "would_change" : "changed") : made };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unauthenticated" || error.code === "scope_empty") throw error;
    return {
      id: pageId,
      title: "",
      revision: null,
      outcome: shorten(`${error.code}: ${withNextStep(error)}`, MAX_OUTCOME),
    };
  }
}

const replaceTextTool = tool({
  name: "replace_text",
  title: "Replace text on pages",
  description:
    "Replaces oldText by newText everywhere in the current text of up to 50 pages. Each page is changed separately; the result " +
    "lists each outcome.",
  kind: "destroy",
  idempotent: false,
  limit: LIMIT_RULES.bulkByUser,
  input: z.strictObject({
    pages: z.array(PageRef).min(1).max(MAX_PAGES),
    oldText: Text.min(1),
    newText: Text,
    dryRun: z.boolean().default(false),
    suggest: z.boolean().optional(),
  }),
  output: z.object({ pages: z.array(Outcome), warnings: z.array(z.string()) }),
  async run(context, { pages: references, ...wanted }) {
    const ids = [...new Set(await pageIdsOf(context, references))];
    const pages: z.output<typeof Outcome>[] = [];
    for (const id of ids) {
      pages.push(await replaceOn(context, id, wanted));
      await context.report(pages.length, ids.length);
    }
    return { pages: fitTitles(pages), warnings: lineNumberWarnings("newText", [wanted.newText]) };
  },
});

export const REPLACE_TOOLS = [replaceTextTool];
