/** Applies edits planned on the text of one revision in one commit, merged with later changes. */
import { AppError } from "../../../kernel/errors.ts";
import { changesAppearance } from "../../../kernel/page.ts";
import { compareLines } from "../../../realtime/line-diff.ts";
import { lineKindOf } from "../../../realtime/line-kind.ts";
import { mergeChanges } from "../../../realtime/merge.ts";
import { applySplices, type Splice } from "../../../realtime/splices.ts";
import { splitLines } from "../../../realtime/text.ts";
import { changeBetween } from "../../../realtime/word-alignment.ts";
import { requireContentSize } from "../../pages/content/rules.ts";
import { planEdits } from "../../pages/edits/rules.ts";
import { editPage } from "../../pages/service.ts";
import { excerptAround, readBase, requireByHand, type EditResult, type PageEditRequest } from "./edit-base.ts";
import { partOfDiff, readPresent } from "./page-text.ts";
import { suggestEdits } from "./suggest-edits.ts";
import { addressOf, type ToolContext } from "./tool.ts";

export type { EditResult, PageEditRequest } from "./edit-base.ts";

export async function editText(context: ToolContext, request: PageEditRequest): Promise<EditResult> {
  const { deps, caller } = context;
  if (request.suggest && !request.dryRun) return suggestEdits(context, request);
  const { pageId, baseRevision, expectedRevision, title, appearance = {} } = request;
  let { edits } = request;
  if (request.dryRun || typeof edits === "function") {
    const base = await readBase(context, request);
    if (typeof edits === "function") edits = edits(base.type, base.text);
    if (request.dryRun) return preview(context, request, base.text, planEdits(base.type, base.text, edits));
  }
  const known = edits;
  const { edited, page } = await editPage(deps, caller, {
    pageId,
    changeFor(type) {
      requireByHand(type);
      return { kind: "edits", edits: known };
    },
    title,
    appearance,
    baseRevision,
    expectedRevision,
    view: "page",
  });
  const warnings =
    baseRevision === undefined || edited.baseUsed === baseRevision
      ? []
      : [
          `Revision ${baseRevision} is no longer stored; the edits were applied to revision ${edited.baseUsed}. Fetch the page to check.`,
        ];
  const lines = splitLines(edited.text);
  return {
    id: page.id,
    title: page.title,
    url: addressOf(context, page.id),
    changed: edited.changed || title !== undefined || changesAppearance(appearance),
    warnings,
    ...excerptAround(lines, edited.revision, edited.changedLines),
  };
}

/** The result of a dry run: these edits merged into the current text. */
async function preview(
  context: ToolContext,
  { pageId, expectedRevision, title, diffFrom }: PageEditRequest,
  base: string,
  splices: readonly Splice[],
): Promise<EditResult> {
  requireContentSize(applySplices(base, splices));
  const present = await readPresent(context, pageId);
  if (expectedRevision !== undefined && expectedRevision !== present.revision) {
    throw new AppError("revision_conflict", "The page has changed since that revision.", {
      currentRevision: present.revision,
    });
  }
  const before = present.content;
  const after =
    before === base
      ? applySplices(base, splices)
      : mergeChanges(base, changeBetween(base, before), splices, lineKindOf(present.type));
  const diff = compareLines(before, after);
  const part = partOfDiff(diff, diffFrom);
  const [first] = diff;
  const changed = first ? { start: first.newStart, end: first.newStart + first.lines.length - 1 } : null;
  return {
    id: present.id,
    title: title ?? present.title,
    url: addressOf(context, present.id),
    changed: diff.length > 0 || (title !== undefined && title !== present.title),
    warnings: ["This was a dry run: nothing was changed."],
    ...excerptAround(splitLines(after), present.revision, changed),
    diff: part.text,
    nextDiff: part.next,
  };
}
