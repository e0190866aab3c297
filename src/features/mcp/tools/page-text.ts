/** Pages as tools read them: numbered lines, a part at a time. */
import { AppError } from "../../../kernel/errors.ts";
import { printPath } from "../../../kernel/page-path.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { VIEW, holds } from "../../../kernel/rights.ts";
import type { DiffHunk } from "../../../realtime/line-diff.ts";
import { numberLines } from "../../../realtime/text.ts";
import { authorizePage, mayEdit } from "../../../permissions/authorize-page.ts";
import { visibleAncestors } from "../../../permissions/visible-ancestors.ts";
import { rememberEditor } from "../../pages/content/service.ts";
import { listAncestors, loadPage, readContent, rootRights, withPresentText } from "../../pages/service.ts";
import { printedPath } from "./page-ref.ts";
import type { ToolContext } from "./tool.ts";
import { driveOfPage } from "../../../permissions/ancestors.ts";

/** Most lines and characters of one answer: what reads it pays for every word. */
const MAX_LINES = 1_000;
const MAX_CHARACTERS = 60_000;

export type Excerpt = {
  readonly revision: number;
  readonly totalLines: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Where to read on; null at the end. */
  readonly nextLine: number | null;
  /** `   1 | text`. */
  readonly text: string;
};

/** The lines from `start` to `end`, fewer when they are too many. Throws `line_out_of_range` for a start that is not there. */
export function excerptOf(lines: readonly string[], revision: number, start = 1, end = lines.length): Excerpt {
  if (start > lines.length) {
    throw new AppError("line_out_of_range", `The page has ${lines.length} lines.`, { totalLines: lines.length });
  }
  const last = Math.max(start, Math.min(end, lines.length, start + MAX_LINES - 1));
  const shown: string[] = [];
  let room = MAX_CHARACTERS;
  for (const line of lines.slice(start - 1, last)) {
    room -= line.length + 8;
    if (room < 0 && shown.length > 0) break;
    shown.push(line);
  }
  const endLine = start + shown.length - 1;
  return {
    revision,
    totalLines: lines.length,
    startLine: start,
    endLine,
    nextLine: endLine < Math.min(end, lines.length) ? endLine + 1 : null,
    text: numberLines(shown, start).join("\n"),
  };
}

const SIGNS = { same: " ", added: "+", removed: "-" } as const;

/** As a unified diff writes it. */
export const linesOfHunk = ({ oldStart, newStart, lines }: DiffHunk): string[] => [
  `@@ -${oldStart} +${newStart} @@`,
  ...lines.map(({ kind, text }) => SIGNS[kind] + text),
];

type PresentPage = {
  readonly id: string;
  readonly title: string;
  readonly type: PageType;
  readonly driveId: string;
  readonly revision: number;
  readonly content: string;
  /** `/drive-slug/Title/Title` without what the caller may not see. */
  readonly path: string;
  readonly warnings: readonly string[];
};

/** The page as it is now, in one round trip; a later edit of this token without a base means this revision. */
export async function readPresent({ deps, caller }: ToolContext, pageId: string): Promise<PresentPage> {
  const [{ actor, target }, stored, above, root] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [
    readContent(pageId),
    listAncestors(caller, pageId),
    rootRights(caller, driveOfPage(pageId)),
  ]);
  if (mayEdit(target)) rememberEditor(deps, caller, actor, target);
  const page = await withPresentText(deps, actor, { ...target, content: stored });
  const { id, title, type, driveId, revision, content } = page;
  const rights = root?.rights ?? 0;
  const path = printPath(
    holds(rights, VIEW) ? (root?.slug ?? null) : null,
    visibleAncestors(target, above, rights).map((ancestor) => ancestor.title),
  );
  return {
    id,
    title,
    type,
    driveId,
    revision,
    content,
    path: printedPath({ pageId: id, path }),
    warnings: page.trashedAt === null ? [] : ["This page is in the trash."],
  };
}
