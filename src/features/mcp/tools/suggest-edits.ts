/** Makes suggestions of edits, which people accept or reject. */
import { invalid } from "../../../kernel/errors.ts";
import { changesAppearance } from "../../../kernel/page.ts";
import { splitLines } from "../../../realtime/text.ts";
import { createSuggestions } from "../../comments/index.ts";
import { planEdits } from "../../pages/edits/rules.ts";
import { excerptAround, readBase, type EditResult, type PageEditRequest } from "./edit-base.ts";
import { suggestedChanges } from "./suggested-changes.ts";
import { addressOf, type ToolContext } from "./tool.ts";

export async function suggestEdits(context: ToolContext, request: PageEditRequest): Promise<EditResult> {
  const { deps, caller } = context;
  const { pageId, title: newTitle, appearance = {}, edits } = request;
  if (newTitle !== undefined || changesAppearance(appearance))
    throw invalid("suggest", "Only changes of the text can be suggested, not a title, icon or cover.");
  const { type, title, text, revision } = await readBase(context, request);
  const planned = typeof edits === "function" ? edits(type, text) : edits;
  const changes = suggestedChanges(text, planEdits(type, text, planned));
  const { threads } =
    changes.length === 0
      ? { threads: [] }
      : await createSuggestions(deps, caller, pageId, { baseRevision: revision, changes });
  const [first] = threads;
  const lines = first?.target.kind === "text" ? { start: first.target.startLine, end: first.target.endLine } : null;
  return {
    id: pageId,
    title,
    url: addressOf(context, pageId),
    changed: false,
    warnings: [
      changes.length === 0
        ? "The edits change nothing, so that there is nothing to suggest."
        : `The page is unchanged: ${threads.length} suggestions wait for a person to accept them.`,
    ],
    ...excerptAround(splitLines(text), revision, lines),
    suggestions: threads.map(({ id }) => id),
  };
}
