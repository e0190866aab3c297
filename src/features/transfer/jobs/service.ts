/** Background transfers: starts imports; lists, cancels and resumes imports and exports. */
import { type Actor, type Caller } from "../../../kernel/caller.ts";
import { toIso, type Instant } from "../../../kernel/clock.ts";
import { paginate, readCursor, writeCursor } from "../../../kernel/cursor.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Deps } from "../../../deps.ts";
import { guard } from "../../../db/sql.ts";
import { GuardFailed, retryOnce } from "../../../platform/db.ts";
import { commit } from "../../../commit/commit.ts";
import { authenticate, type AuthDeps } from "../../../permissions/authenticate.ts";
import { allowAccount } from "../../../permissions/authorize-account.ts";
import { authorizeDestination } from "../../../permissions/authorize-destination.ts";
import { forgetUpload, isUploadOpen } from "../../files/statements.ts";
import { assembleArchive } from "../../files/service.ts";
import { stagedKey } from "../../files/rules.ts";
import { loadDestination } from "../../pages/service.ts";
import type { Tables } from "../contract.ts";
import { creationOf } from "./import-pages.ts";
import {
  MAX_OPEN,
  NotePosition,
  type BeginImport,
  type ListTransfers,
  type NoteQuery,
  type Transfer,
  type TransferList,
  type TransferNotes,
} from "./contract.ts";
import { expireArchive } from "./export-archive-store.ts";
import { insertRoot } from "./staging-store.ts";
import { stepJob, type ImportCursor } from "./step.ts";
import * as store from "./store.ts";
import type { TransferRow } from "./store.ts";
import { keepInScope, requireInScope } from "../../../permissions/scope.ts";

/** Takes over the uploaded archive. Repeating the request returns the same transfer. */
export async function beginImport(
  deps: Deps,
  caller: Caller,
  { uploadId, tables = "sheets" }: BeginImport,
): Promise<{ transfer: Transfer; made: boolean }> {
  const { actor, results } = await authenticate(deps, caller, [store.findOwn(caller, uploadId)]);
  const [before] = results;
  if (before) {
    return { transfer: toTransfer(requireInScope(actor, before, "This upload"), deps.now), made: false };
  }
  const { target, filename, size } = await assembleArchive(deps, caller, uploadId);
  const where = { driveId: target.driveId ?? "", parentId: target.parentId ?? null };
  const [place, open] = await authorizeDestination(deps, caller, "createPages", where, loadDestination(caller, where), [
    store.countOpenTransfers(caller),
  ]);
  if (open >= MAX_OPEN)
    throw new AppError(
      "conflict",
      `You can have at most ${MAX_OPEN} imports in progress. Wait for one to finish, or cancel one.`,
    );
  const made = {
    id: uploadId,
    userId: place.actor.userId,
    kind: "import",
    driveId: where.driveId,
    pageId: where.parentId,
    name: filename,
    size,
    phase: "list",
    cursor: JSON.stringify(firstCursor(uploadId, size, tables)),
    callerKind: caller.kind,
    tokenHash: caller.tokenHash,
    rootId: deps.newId(),
  } as const;
  try {
    await commit(deps, place, {
      queries: [
        guard(isUploadOpen(uploadId)),
        forgetUpload(uploadId),
        store.insertTransfer(made, deps.now),
        insertRoot(made, creationOf(deps, place)),
      ],
      jobs: [stepJob(deps, uploadId, 1)],
      // The new pages are not announced before all of them exist.
      announces: [],
    });
  } catch (error) {
    // A concurrent request has already started the import.
    if (!(error instanceof GuardFailed)) throw error;
    return { transfer: await getTransfer(deps, caller, uploadId), made: false };
  }
  return { transfer: await getTransfer(deps, caller, uploadId), made: true };
}

const firstCursor = (id: string, size: number, tables: Tables): ImportCursor => ({
  archives: [{ key: stagedKey(id), base: 0, size, folder: "", level: 1 }],
  archive: 0,
  at: null,
  left: 0,
  listed: 0,
  found: [],
  unpacked: 0,
  ...(tables === "folders" && { tables, describes: true }),
});

export async function listTransfers(
  deps: AuthDeps,
  caller: Caller,
  { cursor, limit }: ListTransfers,
): Promise<TransferList> {
  const { actor, results } = await authenticate(deps, caller, [store.listOwn(caller, cursor ?? null, limit + 1)]);
  const { page, nextCursor } = paginate(results[0], limit, ({ id }) => id);
  const transfers = keepInScope(actor, page).map((row) => toTransfer(row, deps.now));
  return { transfers, nextCursor };
}

export async function getTransfer(deps: AuthDeps, caller: Caller, id: string): Promise<Transfer> {
  const { actor, results } = await authenticate(deps, caller, [store.findOwn(caller, id)]);
  return toTransfer(requireTransfer(actor, results[0]), deps.now);
}

export async function listNotes(
  deps: AuthDeps,
  caller: Caller,
  id: string,
  { cursor, limit }: NoteQuery,
): Promise<TransferNotes> {
  const after = readCursor(cursor, NotePosition) ?? [0, -1];
  const { actor, results } = await authenticate(deps, caller, [
    store.findOwn(caller, id),
    store.listNotes(id, after, limit + 1),
  ]);
  const [found, rows] = results;
  requireTransfer(actor, found);
  const { page, nextCursor } = paginate(rows, limit, ({ step, n }) => writeCursor([step, n]));
  return { notes: page.map(({ kind, path, reason }) => ({ kind, path, reason })), nextCursor };
}

/**
 * Discards the pages created so far, or deletes the archive of a completed export. Also succeeds if that is already in
 * progress.
 */
export const cancelTransfer = (deps: Deps, caller: Caller, id: string): Promise<Transfer> =>
  // A step may have completed in between.
  retryOnce(() => cancelOnce(deps, caller, id));

async function cancelOnce(deps: Deps, caller: Caller, id: string): Promise<Transfer> {
  const { by, results } = await authenticate(deps, caller, [store.findOwn(caller, id)]);
  const transfer = requireTransfer(by.actor, results[0]);
  const allowed = allowAccount(by, "steerTransfer");
  if (transfer.expiresAt !== null)
    // The archive is no longer wanted, so let the sweep delete it.
    await commit(deps, allowed, { queries: [expireArchive(id, deps.now)] });
  else if (transfer.state === "done") throw new AppError("conflict", "It is complete and can no longer be cancelled.");
  if (transfer.state === "running" || transfer.state === "paused")
    await commit(deps, allowed, {
      queries: [
        guard(store.isAt(transfer)),
        store.advance(id, { state: "cancelled", reason: null, phase: "discard", done: 0, total: 0 }, deps.now),
      ],
      jobs: [stepJob(deps, id, transfer.step + 1)],
    });
  return getTransfer(deps, caller, id);
}

/** Resumes with the current caller's credential, because they may have signed in again. */
export async function resumeTransfer(deps: Deps, caller: Caller, id: string): Promise<Transfer> {
  const { by, results } = await authenticate(deps, caller, [store.findOwn(caller, id)]);
  const transfer = requireTransfer(by.actor, results[0]);
  const allowed = allowAccount(by, "steerTransfer");
  if (transfer.state === "paused")
    await commit(deps, allowed, {
      queries: [guard(store.isAt(transfer)), store.resumeAs(id, caller, deps.now)],
      jobs: [stepJob(deps, id, transfer.step + 1)],
    });
  return getTransfer(deps, caller, id);
}

export const requireTransfer = (actor: Actor, transfer: TransferRow | null): TransferRow =>
  requireInScope(actor, transfer, "This transfer");

const STAGES: Readonly<Record<TransferRow["phase"], Transfer["stage"]>> = {
  list: "reading",
  arrange: "reading",
  pages: "making",
  contents: "making",
  convert: "converting",
  publish: "publishing",
  tree: "naming",
  names: "naming",
  write: "writing",
  finish: "packing",
  seal: "packing",
  discard: "clearing",
  clear: "clearing",
  ended: "ended",
};

const toTransfer = (row: TransferRow, now: Instant): Transfer => {
  const { id, kind, driveId, pageId, name, state, size, done, total, pages, files, links, changed, skipped, reason } =
    row;
  return {
    id,
    kind,
    driveId,
    pageId,
    name,
    state,
    size,
    done,
    total,
    pages,
    files,
    links,
    changed,
    skipped,
    reason,
    stage: STAGES[row.phase],
    createdAt: toIso(row.createdAt),
    endedAt: row.endedAt === null ? null : toIso(row.endedAt),
    expiresAt: row.expiresAt === null || row.expiresAt <= now ? null : toIso(row.expiresAt),
  };
};
