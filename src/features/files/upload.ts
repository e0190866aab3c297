/** Uploads a file, in one piece or in parts, and records it on a page. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { AppError, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, allOf, isMet, type AnyQuery } from "../../db/sql.ts";
import { authenticate, type Authenticated, type AuthDeps } from "../../permissions/authenticate.ts";
import { commit, type CommitRequest } from "../../commit/commit.ts";
import { requireInstanceRoom, withinQuota } from "../quotas/service.ts";
import { fitsInstance } from "../quotas/statements.ts";
import { scheduleIndexing } from "../search/service.ts";
import type { FileRecord, FileTarget } from "./contract.ts";
import { repairBlob } from "./blob-promotion.ts";
import { toRecord } from "./record.ts";
import { receiveFile, type IncomingBytes, type ReceivedFile } from "./receive.ts";
import { blobKey, cleanFilename, stagedKey } from "./rules.ts";
import * as blobs from "./blob-store.ts";
import * as store from "./store.ts";
import { typeOf } from "./types.ts";
import {
  allowTarget,
  destinationOf,
  loadTarget,
  parseTarget,
  parseTargetEarly,
  type LoadedTarget,
} from "./upload-target.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";
import { allowAccount } from "../../permissions/authorize-account.ts";

type UploadBody = {
  readonly file: ReceivedFile;
  readonly filename: string;
  readonly fields: Readonly<Record<string, string>>;
};
/** Reads the request body once the caller is authenticated, passing the file's chunks on as they arrive. */
type ReadBody = (receive: (file: IncomingBytes) => Promise<ReceivedFile>) => Promise<UploadBody>;

/**
 * Throws errors of the body and the target, `storage_full`, and `rate_limited`. On any error nothing of the file
 * remains. A target that precedes the file is authorized before any of the file is read.
 */
export async function upload(deps: Deps, caller: Caller, read: ReadBody): Promise<FileRecord> {
  const generation = deps.newId();
  const held: { isAsked: boolean; entry: UploadContext | null; file: ReceivedFile | null } = {
    isAsked: false,
    entry: null,
    file: null,
  };
  try {
    const body = await read(async (file) => {
      held.isAsked = true;
      held.entry = await loadContext(deps, caller, parseTargetEarly(file.fields));
      return (held.file = await receiveFile(deps, generation, file));
    });
    const { entry } = held;
    if (!entry) throw new Error("A body was read without its file.");
    const target = parseTarget(body.fields);
    const known = isSameTarget(target, entry.target) ? entry : null;
    const { filename, file } = body;
    return await commitUpload(deps, { by: entry.by, target, known, filename: cleanFilename(filename), file });
  } catch (error) {
    // Errors in the body are only reported to callers who are authenticated.
    if (!held.isAsked) await authenticate(deps, caller, []);
    const { file } = held;
    if (file && isRefused(error)) deps.defer(() => discardBytes(deps, file));
    throw error;
  }
}

/** The uploader, their storage usage, and the target as loaded before the file arrived. */
type UploadContext = {
  readonly by: Authenticated;
  readonly target: FileTarget | null;
  readonly used: number;
  readonly loaded: LoadedTarget;
};

async function loadContext(deps: AuthDeps, caller: Caller, target: FileTarget | null): Promise<UploadContext> {
  const { by, results } = await authenticate(deps, caller, [
    store.usageOf(caller),
    ...loadTarget(caller, target ?? {}),
    isMet(fitsInstance({ files: 1 })),
  ]);
  allowAccount(by, "upload");
  const [used, page, root, isInstanceOpen] = results;
  const loaded: LoadedTarget = [page, root];
  // Before the file is read; the commit checks its size.
  if (!isInstanceOpen) await requireInstanceRoom(deps, { files: 1 });
  if (used >= deps.config.storageQuotaBytes) throw storageFull();
  if (target) allowTarget(by, target, loaded);
  return { by, target, used, loaded };
}

const isSameTarget = (a: FileTarget, b: FileTarget | null): boolean =>
  a.pageId === b?.pageId && a.driveId === b?.driveId && a.parentId === b?.parentId;

/** True if certainly nothing was committed. A database that did not respond may have executed the batch. */
const isRefused = (error: unknown): boolean =>
  error instanceof GuardFailed || (error instanceof AppError && error.code !== "unavailable");

export const storageFull = (): AppError =>
  new AppError("storage_full", "Your file storage is full. Permanently delete some files to free up space.");

type ReceivedUpload = {
  readonly by: Authenticated;
  readonly target: FileTarget;
  /** The rows loaded for this target before the file arrived, if any. */
  readonly known: Pick<UploadContext, "used" | "loaded"> | null;
  readonly filename: string;
  readonly file: ReceivedFile;
};

const blobOf = ({ generation, sha256, size, bytes }: ReceivedFile, now: Instant) => ({
  generation,
  sha256,
  size,
  staged: bytes === null,
  now,
});

/** Stores and records received bytes. Costs one extra round trip to the database if `known` is null or the file is small. */
export async function commitUpload(
  deps: Deps,
  arrived: ReceivedUpload,
  extra: (fileId: string) => readonly AnyQuery<unknown>[] = () => [],
): Promise<FileRecord> {
  const { by, target, known, filename, file } = arrived;
  const blob = blobOf(file, deps.now);
  // From here on a candidate row names the object that is written next, however this request ends.
  const announced = file.bytes === null ? [] : [blobs.insertCandidate(blob)];
  const { loaded, used } = known ?? (await loadUsage(deps, by.caller, target, announced));
  if (known && announced.length > 0) await writeExempt(deps.db, exempt.stage, announced);
  const allowed = allowTarget(by, target, loaded);
  const place = destinationOf(deps, allowed, filename);
  const quota = deps.config.storageQuotaBytes;
  if (used + file.size > quota) throw storageFull();
  const mimeType = await typeOf(file.head, filename);
  // Do the same work whether or not the bytes exist already: the duration must not reveal that another user has them.
  if (file.bytes !== null) await deps.files.putChecked(blobKey(file.sha256, file.generation), file.bytes, file.sha256);

  const record = {
    id: deps.newId(),
    pageId: place.pageId,
    role: place.role,
    filename,
    mimeType,
    size: file.size,
    sha256: file.sha256,
  };
  const queries = [
    ...place.writes,
    ...blobs.claimBlob(blob),
    store.insertFile({ ...record, createdBy: by.actor.userId, now: deps.now }),
    ...extra(record.id),
    store.readClaim(record.id),
  ];
  const { driveId, parentId } = place;
  const newPage = place.isNew ? { pages: 1, place: { parentId, more: 1 } } : {};
  const [claim] = await withinQuota(deps, { driveId, ...newPage, files: file.size }, (fitsQuota) =>
    commit(deps, allowed, {
      queries: [guard(allOf([store.fitsStorage(by.actor.userId, file.size, quota), fitsQuota])), ...queries],
      ...consequencesOf(deps, by.actor, record, place.isNew, blob),
    }),
  )
    .then((results) => results.slice(-1) as [{ generation: string; deduplicated: boolean } | null]) // `readClaim` is last
    .catch(async (error: unknown) => {
      // Concurrent uploads by the same user may have used up the space.
      if (error instanceof GuardFailed && (await deps.db.one(store.usageOf(by.caller))) + file.size > quota)
        throw storageFull();
      throw error;
    });
  if (place.isNew) scheduleIndexing(deps);
  if (claim && claim.generation !== blob.generation) deps.defer(() => releaseDuplicate(deps, file, claim.generation));
  const { role: _, ...shown } = record;
  return { ...shown, processingStatus: "pending", deduplicated: claim?.deduplicated ?? false };
}

/** Side effects of an upload besides its rows: an audit entry, jobs, and announcements to viewers of the page. */
const consequencesOf = (
  { newId }: Pick<Deps, "newId">,
  by: Authenticated["actor"],
  { id, pageId, size, mimeType }: Pick<FileRecord, "id" | "size" | "mimeType"> & { readonly pageId: string },
  isNewPage: boolean,
  { generation, sha256, staged }: { readonly generation: string; readonly sha256: string; readonly staged: boolean },
): Pick<CommitRequest<[]>, "notes" | "jobs" | "announces"> => ({
  notes: [{ kind: "file.upload", by, resource: { type: "file", id }, detail: { page: pageId, size, type: mimeType } }],
  jobs: [
    { id: newId(), kind: "file.process", fileId: id, run: 1 },
    ...(staged ? [{ id: newId(), kind: "blob.promote", generation, sha256 } as const] : []),
  ],
  announces: isNewPage ? [{ kind: "pages", ids: [pageId] }] : [{ kind: "file", fileId: id, status: "pending" }],
});

async function loadUsage(
  deps: Pick<Deps, "db">,
  caller: Caller,
  target: FileTarget,
  more: readonly AnyQuery<unknown>[],
): Promise<Pick<UploadContext, "used" | "loaded">> {
  const [used, page, root] = await writeExempt(deps.db, exempt.stage, [
    store.usageOf(caller),
    ...loadTarget(caller, target),
    ...more,
  ]);
  return { used, loaded: [page, root] };
}

/** The record of an existing file, for its uploader. */
export async function recordOf(deps: Pick<Deps, "db">, fileId: string): Promise<FileRecord> {
  const [file, claim] = await deps.db.batch([store.findFile(fileId), store.readClaim(fileId)]);
  if (!file) throw notFound("This file");
  return { ...toRecord(file), deduplicated: claim?.deduplicated ?? false };
}

/**
 * Discards bytes that the bucket already has, first repairing the existing object if it was lost. The promotion job
 * handles staged bytes, so that the two do not interfere.
 */
async function releaseDuplicate(
  deps: Pick<Deps, "db" | "files" | "log">,
  file: ReceivedFile,
  generation: string,
): Promise<void> {
  const { bytes, sha256 } = file;
  if (bytes === null) return;
  await repairBlob(deps, { sha256, generation }, () => Promise.resolve(bytes));
  await discardBytes(deps, file);
}

/** Removes bytes that no record refers to; the sweep removes whatever is left. */
async function discardBytes(
  deps: Pick<Deps, "db" | "files">,
  { generation, sha256, bytes }: ReceivedFile,
): Promise<void> {
  if (bytes === null) await deps.files.delete(stagedKey(generation));
  else {
    await deps.files.delete(blobKey(sha256, generation));
    await writeOneExempt(deps.db, exempt.stage, blobs.deleteCandidate(generation));
  }
}
