/** What edits of a page's text by tools have in common: the text that they refer to, and the lines shown afterwards. */
import { AppError } from "../../../kernel/errors.ts";
import { hasFile, isTextEditable, type PageType } from "../../../kernel/page-type.ts";
import type { PageAppearance } from "../../../kernel/page.ts";
import { authorizePage } from "../../../permissions/authorize-page.ts";
import type { TextEdit } from "../../../realtime/text-edit.ts";
import { callRoom } from "../../pages/content/service.ts";
import { loadPage, readContent } from "../../pages/service.ts";
import { excerptOf, readPresent, type Excerpt } from "./page-text.ts";
import type { ToolContext } from "./tool.ts";

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
  /** Makes suggestions of the edits, and leaves the text as it is. */
  readonly suggest?: boolean | undefined;
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
  /** Ids of the threads of the suggestions made instead of a change. */
  readonly suggestions?: readonly string[];
};

export type BaseText = {
  readonly type: PageType;
  readonly title: string;
  readonly text: string;
  readonly revision: number;
};

/** The base text of the edits. A caller without the rights is rejected before anything about the page is revealed. */
export async function readBase(
  context: ToolContext,
  { pageId, baseRevision, suggest = false }: PageEditRequest,
): Promise<BaseText> {
  const { deps, caller } = context;
  const action = suggest ? "comment" : "edit";
  const [{ target: page }, stored] = await authorizePage(deps, caller, action, loadPage(caller, pageId), [
    readContent(pageId),
  ]);
  const { type, title, revision } = page;
  requireByHand(type);
  if (baseRevision === undefined) {
    const present = await readPresent(context, pageId);
    return { type, title, text: present.content, revision: present.revision };
  }
  if (!page.isAhead && revision === baseRevision) return { type, title, text: stored, revision };
  const kept = await callRoom(deps, () => deps.objects.room(pageId).textAt(baseRevision, revision));
  const text = kept ?? (revision === baseRevision ? stored : null);
  if (text !== null) return { type, title, text, revision: baseRevision };
  throw new AppError(
    "revision_conflict",
    `Revision ${baseRevision} of the page does not exist or is no longer stored.`,
    {
      currentRevision: revision,
    },
  );
}

export function requireByHand(type: PageType): void {
  if (isTextEditable(type)) return;
  const instead = hasFile(type) ? "It is extracted from the file." : "Use post_message.";
  throw new AppError("not_editable", `The text of a ${type} page cannot be edited. ${instead}`);
}

export function excerptAround(
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
