/** Changes the text of many pages: each in its room, all in one commit. */
import { tokenIdOf, type Actor, type Caller } from "../../../kernel/caller.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { UniqueViolation, GuardFailed } from "../../../platform/db.ts";
import { guard, TRUE, type Write } from "../../../db/sql.ts";
import type { Authorized } from "../../../permissions/authorized.ts";
import { authorizePages } from "../../../permissions/authorize-pages.ts";
import { commit } from "../../../commit/commit.ts";
import { commitTicket, isCommitted, abandonTicket } from "../content/statements.ts";
import type { PrepareReply } from "../../../rpc/page-room.ts";
import { requireContentSize } from "../content/rules.ts";
import { commandOf, roomErrorToAppError } from "../content/service.ts";
import { syncMentions } from "../../mentions/statements.ts";
import { loadPages, projectContent } from "../statements.ts";
import type { PageWithRights } from "../../../kernel/page.ts";
import { findDriveOverQuota, textsFit } from "../../quotas/statements.ts";
import { quotaExceeded } from "../../quotas/rules.ts";
import { requireInstanceRoom } from "../../quotas/service.ts";
import { reindexProperties } from "../../properties/statements.ts";
import { markDirty } from "../../search/statements.ts";
import { scheduleIndexing } from "../../search/service.ts";
import { recordTokenWrite } from "../undo/statements.ts";
import type { BulkContentUpdated, BulkUpdateContent } from "./contract.ts";
import * as store from "./store.ts";
import { exempt, writeExempt } from "../../../permissions/exempt.ts";

/** Maximum total size (characters) of the resulting pages per call, because all of them are in memory at once. */
const MAX_TEXT = 16_000_000;

type Update = BulkUpdateContent["updates"][number];
type PreparedEdit = {
  readonly page: PageWithRights;
  readonly update: Update;
  readonly reply: Extract<PrepareReply, { ok: true }>;
};

/** A room whose reply was lost may have staged its edit as well. */
const mayBeStaged = (reply: PrepareReply): boolean => (reply.ok ? reply.changed : reply.error.code === "unavailable");

/**
 * Each page's room stages its edit, merged with concurrent changes. One D1 commit then applies all of them or none, and
 * its ticket tells the rooms the outcome even if this request is interrupted.
 */
export async function updateContents(
  deps: Deps,
  caller: Caller,
  { updates }: BulkUpdateContent,
): Promise<BulkContentUpdated> {
  const pageIds = updates.map(({ pageId }) => pageId);
  const load = loadPages(caller, pageIds);
  const [allowed] = await authorizePages(deps, caller, "edit", { load, pageIds }, []);
  const { actor } = allowed;
  const pairs = allowed.target.flatMap((page, i) => {
    const update = updates[i];
    return update ? [{ page, update }] : [];
  });
  for (const { page, update } of pairs) {
    requireContentSize(update.content);
    if (page.type === "FILE")
      throw new AppError("not_editable", `Page ${page.id}: the text of a FILE page is extracted from its file.`);
  }
  const ticket = deps.newId();
  const replies = await Promise.all(
    pairs.map(async ({ page, update }) => ({
      page,
      update,
      reply: await prepare(deps, caller, actor, page, update, ticket),
    })),
  );
  const finish = (committed: boolean | null): Promise<unknown> =>
    Promise.allSettled(
      replies.flatMap(({ page, reply }) =>
        mayBeStaged(reply) ? [deps.objects.room(page.id).finish(page.id, ticket, committed)] : [],
      ),
    );
  try {
    const prepared = replies.map(requirePrepared);
    const committed = await commitAll(deps, allowed, prepared, ticket);
    // The response does not wait for the rooms to be notified; the next edit waits in the room instead.
    deps.defer(() => finish(committed));
    if (committed) scheduleIndexing(deps);
    return {
      success: true,
      updatedPages: prepared.map(({ page, update, reply }) => ({
        id: page.id,
        revision: reply.revision,
        operation: update.operation,
      })),
    };
  } catch (error) {
    await finish(
      error instanceof GuardFailed || error instanceof UniqueViolation || error instanceof AppError ? false : null,
    );
    if (error instanceof UniqueViolation) {
      throw new AppError("conflict", "Some of the pages were edited in the meantime. Nothing was changed. Try again.");
    }
    if (error instanceof CommitUnknown) {
      const sentence = "The pages may or may not have been changed. Read them again before you repeat the change.";
      throw new AppError("unavailable", sentence, { retryAfter: 2 }, error);
    }
    throw error;
  }
}

async function prepare(
  deps: Pick<Deps, "log" | "now" | "objects">,
  caller: Caller,
  actor: Actor,
  page: PageWithRights,
  { operation, content, expectedRevision }: Update,
  ticket: string,
): Promise<PrepareReply> {
  const change = operation === "replace" ? ({ kind: "body", content } as const) : { kind: operation, content };
  const command = commandOf(deps, {
    caller,
    actor,
    pageId: page.id,
    type: page.type,
    change,
    title: null,
    stored: page.revision,
    ...(expectedRevision !== undefined && { expectedRevision }),
  });
  try {
    return await deps.objects.room(page.id).prepare(command, ticket);
  } catch (error) {
    deps.log.error("room.unreachable", { error });
    return { ok: false, error: { code: "unavailable" } };
  }
}

/** Throws the error of the first page that could not be changed, with the page's id in the message. */
function requirePrepared({
  page,
  update,
  reply,
}: {
  page: PageWithRights;
  update: Update;
  reply: PrepareReply;
}): PreparedEdit {
  if (reply.ok) return { page, update, reply };
  const { code, message, detail } = roomErrorToAppError(reply.error);
  throw new AppError(code, `Page ${page.id}: ${message}`, detail);
}

/** Returns false if no page's text changed. */
async function commitAll(
  deps: Deps,
  allowed: Authorized<"page.edit">,
  prepared: readonly PreparedEdit[],
  ticket: string,
): Promise<boolean> {
  const { actor } = allowed;
  const changed = prepared.filter(({ reply }) => reply.changed);
  if (changed.length === 0) {
    await commit(deps, allowed, { queries: [] });
    return false;
  }
  if (changed.reduce((sum, { reply }) => sum + reply.text.length, 0) > MAX_TEXT) {
    throw new AppError(
      "payload_too_large",
      "These pages contain too much text for one call. Split them across several calls.",
    );
  }
  const { now } = deps;
  const written = { by: actor.userId, tokenId: tokenIdOf(actor), now, newId: deps.newId };
  const writes = changed.flatMap(({ page, reply }): Write<number>[] => [
    ...projectContent({ pageId: page.id, content: reply.text, revision: reply.revision, title: null, now }),
    ...(written.tokenId === null ? [] : [recordTokenWrite(written.tokenId, page.id, now, TRUE)]),
    ...syncMentions({ ...written, pageId: page.id }, page.type, reply.text, TRUE, null),
  ]);
  const revisions = changed.map(({ page, reply }) => [page.id, reply.revision, page.driveId] as const);
  const growth = growthOf(changed);
  const limit = deps.config.quotas.text;
  try {
    await commit(deps, allowed, {
      queries: [
        guard(textsFit(growth, limit)),
        commitTicket(ticket, now),
        ...writes,
        ...reindexProperties(changed.map(({ page, reply }) => ({ ...page, content: reply.text }))),
        guard(store.revisionsAreUnchanged(revisions)),
        markDirty(
          changed.map(({ page }) => page.id),
          now,
        ),
      ],
    });
  } catch (error) {
    if (error instanceof GuardFailed) {
      const used = await deps.db.one(findDriveOverQuota(growth, limit));
      if (used !== null) throw quotaExceeded({ quota: "text", limit, used });
      await requireInstanceRoom(deps, { text: growth.reduce((sum, [, bytes]) => sum + bytes, 0) });
      throw error;
    }
    if (error instanceof UniqueViolation) throw error;
    // The response may have been lost after the commit, so look up the ticket; if that fails too, the rooms will.
    // Abandon the ticket first, so that a commit still in flight cannot succeed after it was reported as failed.
    const record = await writeExempt(deps.db, exempt.room, [abandonTicket(ticket, now), isCommitted(ticket)]).catch(
      () => null,
    );
    if (record === null) throw new CommitUnknown(error);
    if (!record[1]) throw error;
  }
  return true;
}

/** Net growth in bytes per drive: text removed from one page makes room for text added to another. */
const growthOf = (changed: readonly PreparedEdit[]): (readonly [driveId: string, bytes: number])[] =>
  [...Map.groupBy(changed, ({ page }) => page.driveId)].map(
    ([driveId, those]) => [driveId, those.reduce((sum, { reply }) => sum + reply.grows, 0)] as const,
  );

/** Thrown when it is not known whether the pages were changed. */
class CommitUnknown extends Error {
  override readonly name = "Unknown";

  constructor(cause: unknown) {
    super("The outcome of the commit is unknown.", { cause });
  }
}
