/** Reads and edits pages by line number. */
import type { Caller } from "../../kernel/caller.ts";
import { AppError } from "../../kernel/errors.ts";
import { isTextEditable, type PageType } from "../../kernel/page-type.ts";
import type { Deps } from "../../deps.ts";
import type { LineOperation } from "../../realtime/lines.ts";
import { numberLines, splitLines } from "../../realtime/text.ts";
import { authorizePage, mayEdit } from "../../permissions/authorize-page.ts";
import { formatInserted } from "../../formats/inserted.ts";
import type { PageText } from "../../rpc/page-room.ts";
import { callRoom, rememberEditor, roomErrorToAppError } from "../pages/content/service.ts";
import { editPage, loadPage, readContent, type LoadedPage } from "../pages/service.ts";
import type { DocumentAnswer, DocumentEdit, DocumentRead, DocumentRequest } from "./contract.ts";

/** Number of context lines shown before and after a change. */
const CONTEXT_LINES = 3;

export const handleDocument = (deps: Deps, caller: Caller, request: DocumentRequest): Promise<DocumentAnswer> =>
  request.operation === "read" ? readDocument(deps, caller, request) : editDocument(deps, caller, request);

/** Reads the text from D1, and reports to the room what this token sees; the room returns its own text if that is newer. */
async function readDocument(deps: Deps, caller: Caller, request: DocumentRead): Promise<DocumentAnswer> {
  const { pageId } = request;
  const [allowed, stored] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [readContent(pageId)]);
  const { actor, target: page } = allowed;
  if (mayEdit(page)) rememberEditor(deps, caller, actor, page);
  // Check the request before the room records the revision as seen, because a rejected read shows nothing.
  const asStored = readable(request, { text: stored, revision: page.revision });
  const wanted = { line: Math.max(request.startLine ?? 1, request.endLine ?? 1), revision: request.expectedRevision };
  const newer = await callRoom(deps, () =>
    deps.objects.room(page.id, page.driveLocation).show(actor.credentialId, page.revision, wanted),
  );
  const revision = newer?.revision ?? page.revision;
  const { lines, start, end } = newer ? readable(request, newer) : asStored;
  const warnings = page.trashedAt === null ? [] : ["This page is in the trash."];
  return answer(page, "read", { revision, lines, start, end, changed: false, warnings });
}

/** The requested lines; throws if the page does not have them, or is not at the expected revision. */
function readable({ startLine, endLine, ...asked }: DocumentRead, { text, revision }: PageText) {
  // A read changes nothing, but a revision that never existed is an error here too.
  if ((asked.baseRevision ?? 0) > revision)
    throw roomErrorToAppError({ code: "revision_invalid", currentRevision: revision });
  if (asked.expectedRevision !== undefined && asked.expectedRevision !== revision)
    throw roomErrorToAppError({ code: "revision_conflict", currentRevision: revision });
  const lines = splitLines(text);
  const start = startLine ?? 1;
  const end = endLine ?? lines.length;
  if (start < 1 || start > end || end > lines.length)
    throw roomErrorToAppError({ code: "line_out_of_range", totalLines: lines.length });
  return { lines, start, end };
}

async function editDocument(deps: Deps, caller: Caller, request: DocumentEdit): Promise<DocumentAnswer> {
  const { edited, page } = await editPage(deps, caller, {
    pageId: request.pageId,
    changeFor: (type) => ({ kind: "lines", ...lineChange(type, request) }),
    baseRevision: request.baseRevision,
    expectedRevision: request.expectedRevision,
    view: "page",
  });
  const lines = splitLines(edited.text);
  const { start, end } = edited.changedLines ?? {
    start: Math.min(request.startLine, lines.length),
    end: Math.min(request.startLine, lines.length),
  };
  const warnings =
    edited.baseUsed === edited.baseAsked
      ? []
      : [
          `Revision ${edited.baseAsked} is no longer kept exactly; line numbers were taken at revision ${edited.baseUsed}. Read the page to check.`,
        ];
  return answer(page, request.operation, {
    revision: edited.revision,
    lines,
    start: Math.max(1, start - CONTEXT_LINES),
    end: Math.min(lines.length, Math.max(start, end) + CONTEXT_LINES),
    changed: edited.changed,
    warnings,
  });
}

function lineChange(type: PageType, request: DocumentEdit): LineOperation {
  if (!isTextEditable(type)) throw new AppError("not_editable", `The text of a ${type} page cannot be edited by line.`);
  switch (request.operation) {
    case "replace":
    case "insert":
      return { ...request, content: formatInserted(type, request.content, request.startLine) };
    case "delete":
      return request;
  }
}

type Excerpt = { revision: number; lines: string[]; start: number; end: number; changed: boolean; warnings: string[] };

function answer(page: LoadedPage, operation: DocumentRequest["operation"], excerpt: Excerpt): DocumentAnswer {
  const { lines, start, end, warnings } = excerpt;
  const shown = start === 1 && end === lines.length ? lines : lines.slice(start - 1, end);
  return {
    pageId: page.id,
    pageTitle: page.title,
    type: page.type,
    driveId: page.driveId,
    operation,
    revision: excerpt.revision,
    totalLines: lines.length,
    startLine: start,
    endLine: end,
    numberedLines: numberLines(shown, start),
    content: shown.join("\n"),
    changed: excerpt.changed,
    ...(warnings.length > 0 && { warnings }),
  };
}
