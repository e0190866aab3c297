/** Applies edits planned on the text of one revision in one commit, merged with later changes. */
import { AppError } from "../../../kernel/errors.ts";
import { hasFile, isTextEditable, type PageType } from "../../../kernel/page-type.ts";
import { changesAppearance, type PageAppearance } from "../../../kernel/page.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import { compareLines } from "../../../realtime/line-diff.ts";
import { lineKindOf } from "../../../realtime/line-kind.ts";
import { mergeChanges } from "../../../realtime/merge.ts";
import { applySplices, type Splice } from "../../../realtime/splices.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { splitLines } from "../../../realtime/text.ts";
import { changeBetween } from "../../../realtime/word-alignment.ts";
import { requireContentSize } from "../../pages/content/rules.ts";
import { planEdits } from "../../pages/edits/rules.ts";
import { callRoom } from "../../pages/content/service.ts";
import { editPage, loadPage, readContent } from "../../pages/service.ts";
import { excerptOf, partOfDiff, readPresent, type Excerpt } from "./page-text.ts";
import { addressOf, type ToolContext } from "./tool.ts";

/** Number of context lines shown before and after a change. */
const CONTEXT_LINES = 3;
/** Maximum number of changed lines shown; the rest can be fetched. */
const SHOWN_LINES = 80;
const EXCERPT_TOKENS = 8_000;

export type PageEditRequest = {
  readonly pageId: string;
  /** Undefined for edits that refer to the current text. */
  readonly baseRevision?: number | undefined;
  readonly expectedRevision?: number | undefined;
  readonly title?: string | undefined;
  readonly appearance?: PageAppearance;
  readonly dryRun?: boolean | undefined;
  /** Offset at which to continue the diff of a dry run that is longer than a response. */
  readonly diffFrom?: number | undefined;
  /** The edits, or a function that derives them from the base text and throws if they are invalid. */
  readonly edits: readonly TextEdit[] | ((type: PageType, base: string) => readonly TextEdit[]);
};

export type EditResult = Excerpt & {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly changed: boolean;
  readonly warnings: readonly string[];
  /** Unified diff of a dry run. */
  readonly diff?: string | undefined;
  readonly nextDiff?: number | null | undefined;
};

export async function editText(context: ToolContext, request: PageEditRequest): Promise<EditResult> {
  const { deps, caller } = context;
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

/** The base text of the edits. A caller without edit rights is rejected before anything about the page is revealed. */
async function readBase(
  context: ToolContext,
  { pageId, baseRevision }: PageEditRequest,
): Promise<{ type: PageType; text: string }> {
  const { deps, caller } = context;
  const [{ target: page }, stored] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), [
    readContent(pageId),
  ]);
  const { type, revision } = page;
  requireByHand(type);
  if (baseRevision === undefined) return { type, text: (await readPresent(context, pageId)).content };
  if (!page.isAhead && revision === baseRevision) return { type, text: stored };
  const kept = await callRoom(deps, () => deps.objects.room(pageId).textAt(baseRevision, revision));
  const text = kept ?? (revision === baseRevision ? stored : null);
  if (text !== null) return { type, text };
  throw new AppError(
    "revision_conflict",
    `Revision ${baseRevision} of the page does not exist or is no longer stored.`,
    {
      currentRevision: revision,
    },
  );
}

function requireByHand(type: PageType): void {
  if (isTextEditable(type)) return;
  const instead = hasFile(type) ? "It is extracted from the file." : "Use post_message.";
  throw new AppError("not_editable", `The text of a ${type} page cannot be edited. ${instead}`);
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

function excerptAround(
  lines: readonly string[],
  revision: number,
  changed: { readonly start: number; readonly end: number } | null,
): Excerpt {
  const { start, end } = changed ?? { start: 1, end: 1 };
  const from = Math.min(lines.length, Math.max(1, start - CONTEXT_LINES));
  const to = Math.min(lines.length, Math.max(start, end) + CONTEXT_LINES, from + SHOWN_LINES - 1);
  const shown = excerptOf(lines, revision, from, to, { tokens: EXCERPT_TOKENS });
  return { ...shown, nextLine: shown.nextLine ?? (to < lines.length ? to + 1 : null) };
}
