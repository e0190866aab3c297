/** Page text for tools: numbered lines, in parts. */
import { AppError } from "../../../kernel/errors.ts";
import { printPath } from "../../../kernel/page-path.ts";
import type { PageType } from "../../../kernel/page-type.ts";
import { VIEW, includesRights } from "../../../kernel/rights.ts";
import type { DiffHunk } from "../../../realtime/line-diff.ts";
import { numberLines } from "../../../realtime/text.ts";
import { authorizePage, mayEdit } from "../../../permissions/authorize-page.ts";
import { visibleAncestors } from "../../../permissions/visible-ancestors.ts";
import { countOpenThreads } from "../../comments/statements.ts";
import { rememberEditor } from "../../pages/content/service.ts";
import { listAncestors, loadPage, readContent, rootRights, withPresentText } from "../../pages/service.ts";
import { endWithinBudget } from "../../../kernel/token-estimate.ts";
import { tokensOf } from "./answer-size.ts";
import { printedPath } from "./page-ref.ts";
import type { ToolContext } from "./tool.ts";
import { driveOfPage } from "../../../permissions/ancestors.ts";

/** Maximum number of lines per response, and the default token limit for them. */
const MAX_LINES = 1_000;
const TEXT_TOKENS = 19_000;
/** Estimated tokens of a line number. */
const NUMBER_TOKENS = 6;

/** As many lines of a text as fit into a response. */
export type Part = {
  readonly startLine: number;
  readonly endLine: number;
  /** The line to continue at; null at the end. */
  readonly nextLine: number | null;
  /** The column of `nextLine` to continue at, for a line longer than a response. */
  readonly nextColumn: number | null;
  readonly lines: readonly string[];
};

export type Excerpt = Omit<Part, "lines"> & {
  readonly revision: number;
  readonly totalLines: number;
  /** `   1 | text`. */
  readonly text: string;
};

type PartOptions = {
  readonly column?: number | undefined;
  readonly tokens?: number;
  readonly most?: number;
};

/**
 * The lines from `start` to `end`, or fewer if they do not fit. `column` is where the first line starts, in UTF-16
 * units from 1. Throws `line_out_of_range` if `start` does not exist.
 */
export function partOf(
  lines: readonly string[],
  start = 1,
  end = lines.length,
  { column = 1, tokens = TEXT_TOKENS, most = MAX_LINES }: PartOptions = {},
): Part {
  if (start > lines.length) {
    throw new AppError("line_out_of_range", `The page has ${lines.length} lines.`, { totalLines: lines.length });
  }
  const last = Math.max(start, Math.min(end, lines.length, start + most - 1));
  const first = lines[start - 1] ?? "";
  if (column > first.length + 1) {
    throw new AppError("line_out_of_range", `Line ${start} has ${first.length} characters.`);
  }
  const shown: string[] = [];
  let room = tokens;
  let nextColumn: number | null = null;
  for (const [index, whole] of lines.slice(start - 1, last).entries()) {
    const line = index === 0 ? whole.slice(column - 1) : whole;
    room -= tokensOf(line) + NUMBER_TOKENS;
    if (room < 0 && index > 0) break;
    const cut = room < 0 ? endWithinBudget(line, 0, tokens - NUMBER_TOKENS) : line.length;
    shown.push(line.slice(0, cut));
    if (cut < line.length) nextColumn = column + cut;
    if (room < 0) break;
  }
  const endLine = start + shown.length - 1;
  const more = endLine < Math.min(end, lines.length) ? endLine + 1 : null;
  return { startLine: start, endLine, nextLine: nextColumn === null ? more : start, nextColumn, lines: shown };
}

/** Like `partOf`, with line numbers. */
export function excerptOf(
  lines: readonly string[],
  revision: number,
  start = 1,
  end = lines.length,
  options: PartOptions = {},
): Excerpt {
  const { lines: shown, ...part } = partOf(lines, start, end, options);
  return { revision, totalLines: lines.length, ...part, text: numberLines(shown, start).join("\n") };
}

/** Token limit for a diff in one response. */
const DIFF_TOKENS = 12_000;

/** The part of a diff that starts at an offset, and the offset to continue at. */
export function partOfDiff(
  hunks: readonly DiffHunk[],
  from = 0,
): { readonly text: string; readonly next: number | null } {
  const text = hunks.flatMap(linesOfHunk).join("\n");
  const end = endWithinBudget(text, Math.min(from, text.length), DIFF_TOKENS);
  const atLine = text.lastIndexOf("\n", end) + 1;
  const until = end < text.length && atLine > from ? atLine : end;
  return { text: text.slice(from, until), next: until < text.length ? until : null };
}

const SIGNS = { same: " ", added: "+", removed: "-" } as const;

/** Formats a hunk as a unified diff. */
const linesOfHunk = ({ oldStart, newStart, lines }: DiffHunk): string[] => [
  `@@ -${oldStart} +${newStart} @@`,
  ...lines.map(({ kind, text }) => SIGNS[kind] + text),
];

type PresentPage = {
  readonly id: string;
  readonly title: string;
  readonly icon: string | null;
  readonly cover: string | null;
  readonly type: PageType;
  readonly driveId: string;
  readonly revision: number;
  readonly content: string;
  /** `/drive-slug/Title/Title`, without ancestors the caller cannot see. */
  readonly path: string;
  readonly warnings: readonly string[];
  /** Number of open comment threads. */
  readonly openThreads: number;
};

/** The current page, in one round trip. A later edit by this token without a base revision is based on this revision. */
export async function readPresent({ deps, caller }: ToolContext, pageId: string): Promise<PresentPage> {
  const load = loadPage(caller, pageId);
  const [{ actor, target }, stored, above, root, openThreads] = await authorizePage(deps, caller, "view", load, [
    readContent(pageId),
    listAncestors(caller, pageId),
    rootRights(caller, driveOfPage(pageId)),
    countOpenThreads(pageId),
  ]);
  if (mayEdit(target)) rememberEditor(deps, caller, actor, target);
  const page = await withPresentText(deps, actor, { ...target, content: stored });
  const { id, title, icon, cover, type, driveId, revision, content } = page;
  const rights = root?.rights ?? 0;
  const path = printPath(
    includesRights(rights, VIEW) ? (root?.slug ?? null) : null,
    visibleAncestors(target, above, rights).map((ancestor) => ancestor.title),
  );
  return {
    id,
    title,
    icon,
    cover,
    type,
    driveId,
    revision,
    content,
    path: printedPath({ pageId: id, path }),
    warnings: page.trashedAt === null ? [] : ["This page is in the trash."],
    openThreads,
  };
}
