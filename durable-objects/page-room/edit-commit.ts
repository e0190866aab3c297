/** Commits an edit made through REST or MCP: D1 decides, under the permission guard. */
import type { Deps } from "../../src/deps.ts";
import { commit } from "../../src/commit/commit.ts";
import { guard, type Write } from "../../src/db/sql.ts";
import type { ClosedThread } from "../../src/features/comments/room-statements.ts";
import { writtenNow } from "../../src/features/pages/content/statements.ts";
import { loadPage, loadPageWithChildren, type PageWithChildren, updateFields } from "../../src/features/pages/index.ts";
import type { LoadedPage } from "../../src/features/pages/contract.ts";
import { changesAppearance } from "../../src/kernel/page.ts";
import { byteLengthOf } from "../../src/features/quotas/service.ts";
import { markDirty } from "../../src/features/search/statements.ts";
import { scheduleIndexing } from "../../src/features/search/service.ts";
import { exempt } from "../../src/permissions/exempt.ts";
import { guardContext, pageGuard } from "../../src/permissions/authorized.ts";
import { GuardFailed } from "../../src/platform/db.ts";
import type { EditCommand, EditReply, EditView } from "../../src/rpc/page-room.ts";
import type { Edited } from "../../src/realtime/room.ts";
import { explainFailedCommit } from "./commit-failure.ts";
import { conditionsOf, guardedEdit } from "../../src/features/pages/edit-statements.ts";
import { resolvePending } from "./ready-log.ts";
import { textWrites } from "./text-writes.ts";
import type { UpdateLog } from "./update-log.ts";

/** The page view in the response, read by the batch that commits the edit. */
const VIEWS = { page: loadPage, "page-and-children": loadPageWithChildren } as const;

/** The result of the query after the writes, if there was one. */
function viewOf([read]: readonly unknown[]): EditView | null {
  if (!read) return null;
  // One of VIEWS.
  const { children = [], ...page } = read as LoadedPage & Partial<PageWithChildren>;
  return { page, children };
}

type Failure = Extract<EditReply, { ok: false }>;
const failed = (code: "refused" | "unavailable"): Failure => ({ ok: false, error: { code } });

/** `resolving` are writes that depend on the edit's commit. */
type StagedEdit = Omit<Edited, "update"> & { readonly resolving: readonly Write<ClosedThread[]>[] };

/** `resolved` has the results of `resolving`; null if D1's response was lost. */
type CommittedEdit = { readonly view: EditView | null; readonly resolved: readonly ClosedThread[][] | null };

/**
 * Runs the guard, the projection and the query for the response in one transaction, then confirms or aborts the staged
 * edit. Returns a reply instead of a view on failure.
 */
export async function commitEdit(
  deps: Deps,
  log: UpdateLog,
  command: EditCommand,
  edited: StagedEdit,
): Promise<CommittedEdit | EditReply> {
  const { pageId, title, appearance = {}, caller, by, now } = command;
  const views = command.view === "none" ? [] : [VIEWS[command.view](caller, pageId)];
  const hasFields = title !== null || changesAppearance(appearance);
  if (!edited.changed && !hasFields && views.length === 0) return { view: null, resolved: [] };
  const { text: content, revision, resolving } = edited;
  const context = guardContext(deps, caller);
  const edit = {
    pageId,
    revision,
    title,
    ticket: log.ticket ?? "",
    limit: deps.config.quotas.text,
    bytes: byteLengthOf(content),
  };
  const isNew = edited.changed || hasFields;
  // Typed text that D1 does not have yet is part of the same text.
  const tokens = [...new Set([...log.tokensAhead(), ...(by.tokenId === null ? [] : [by.tokenId])])];
  const text = { content, revision, title, appearance, before: log.isAhead ? null : log.text, by, tokens };
  const writes = [
    ...(edited.changed
      ? textWrites(deps, { id: pageId, type: command.type }, text, guardedEdit(context, edit, appearance))
      : hasFields
        ? [
            updateFields(pageId, { title: title ?? undefined, ...appearance }, now, pageGuard(context, pageId, "edit")),
            markDirty(writtenNow(pageId, revision, now), now),
          ]
        : [guard(pageGuard(context, pageId, "edit"))]),
  ];
  const queries = [...writes, ...resolving, ...views];
  try {
    const [done, ...rest] = await commit(deps, exempt.room, {
      queries,
      announces: hasFields ? [{ kind: "pages", ids: [pageId] }] : [],
    });
    const hasCommitted = done === 1 || done === true;
    if (hasCommitted && isNew) scheduleIndexing(deps);
    if (hasCommitted) log.learnRevision(revision);
    else if (edited.changed) log.abort();
    const resolved = rest.slice(writes.length - 1, writes.length - 1 + resolving.length) as ClosedThread[][]; // of `resolving`
    if (hasCommitted) return { view: viewOf(rest.slice(writes.length - 1 + resolving.length)), resolved };
    return edited.changed ? await explainFailedCommit(deps, pageId, conditionsOf(context, edit)) : failed("refused");
  } catch (error) {
    if (error instanceof GuardFailed) return failed("refused");
    deps.log.error("room.commit_unknown", { error, pageId });
  }
  // D1 may have committed although its response was lost. Its revision decides, now or before the next edit.
  if (!edited.changed) return failed("unavailable");
  try {
    await resolvePending(deps, log, pageId);
    return log.revision === revision ? { view: null, resolved: null } : failed("unavailable");
  } catch {
    return failed("unavailable");
  }
}
