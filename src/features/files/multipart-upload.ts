/**
 * Uploads a large file in parts, so that a broken connection costs one part and no request is larger than a few
 * megabytes. Access to the destination is checked at the beginning and again at the end.
 */
import type { Caller } from "../../kernel/caller.ts";
import { type Actor } from "../../kernel/caller.ts";
import { DAY, toIso } from "../../kernel/clock.ts";
import { AppError, invalid, notFound } from "../../kernel/errors.ts";
import type { Deps } from "../../deps.ts";
import { guard, isMet } from "../../db/sql.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { allowAccount } from "../../permissions/authorize-account.ts";
import { commit } from "../../commit/commit.ts";
import { requireInstanceRoom } from "../quotas/service.ts";
import { fitsInstance } from "../quotas/statements.ts";
import type { BeginUpload, FileRecord, Upload } from "./contract.ts";
import { allowTarget, loadTarget } from "./upload-target.ts";
import * as parts from "./multipart-store.ts";
import { ContentHash, tooLargeFile, type ReceivedFile } from "./receive.ts";
import { MAX_ARCHIVE_UPLOAD_BYTES, MAX_FILE_BYTES, UPLOAD_PART_BYTES } from "./contract.ts";
import { cleanFilename, stagedKey } from "./rules.ts";
import * as store from "./store.ts";
import { recordOf, commitUpload, storageFull } from "./upload.ts";
import { exempt, writeOneExempt } from "../../permissions/exempt.ts";
import { requireInScope } from "../../permissions/scope.ts";

/** How long an upload may take before it expires. */
const UPLOAD_LIFETIME = DAY;
/** Maximum open uploads per user: each uses space that no quota counts yet. */
const MAX_OPEN_UPLOADS = 20;

const partCount = (size: number): number => Math.ceil(size / UPLOAD_PART_BYTES);
const sizeOfPart = (size: number, part: number): number =>
  part < partCount(size) ? UPLOAD_PART_BYTES : size - (partCount(size) - 1) * UPLOAD_PART_BYTES;

const requireUpload = (actor: Actor, upload: parts.PartialUpload | null): parts.PartialUpload =>
  requireInScope(actor, upload, "This upload");

type UploadSummary = Pick<parts.PartialUpload, "id" | "filename" | "size" | "expiresAt">;

const toUpload = (upload: UploadSummary, received: readonly parts.ReceivedPart[]): Upload => ({
  uploadId: upload.id,
  filename: upload.filename,
  size: upload.size,
  partSize: UPLOAD_PART_BYTES,
  parts: partCount(upload.size),
  received: received.map(({ partNumber }) => partNumber),
  expiresAt: toIso(upload.expiresAt),
});

export async function beginUpload(deps: Deps, caller: Caller, asked: BeginUpload): Promise<Upload> {
  const { size, filename: _, ...target } = asked;
  const filename = cleanFilename(asked.filename);
  const isArchive = target.purpose === "import";
  if (!isArchive && size > MAX_FILE_BYTES) throw tooLargeFile();
  if (size > MAX_ARCHIVE_UPLOAD_BYTES)
    throw new AppError("payload_too_large", `An archive can be at most ${MAX_ARCHIVE_UPLOAD_BYTES / 1_000_000} MB.`);
  if (isArchive && (target.driveId === undefined || target.pageId !== undefined))
    throw invalid("driveId", "must be the drive to import into, and parentId a page in it");
  const { by, results } = await authenticate(deps, caller, [
    store.usageOf(caller),
    parts.countOpenUploads(caller),
    ...loadTarget(caller, target),
    isMet(fitsInstance({ files: size })),
  ]);
  const [used, open, page, root, isWithinInstance] = results;
  const own = allowAccount(by, "upload");
  const place = allowTarget(by, target, [page, root]);
  if (used + size > deps.config.storageQuotaBytes) throw storageFull();
  if (!isWithinInstance) await requireInstanceRoom(deps, { files: size });
  if (open >= MAX_OPEN_UPLOADS)
    throw new AppError(
      "conflict",
      `You can have at most ${MAX_OPEN_UPLOADS} uploads in progress. Complete or cancel one first.`,
    );
  const id = deps.newId();
  const writer = await deps.files.writeParts(stagedKey(id));
  const upload = { id, target, filename, size, storeUploadId: writer.uploadId, expiresAt: deps.now + UPLOAD_LIFETIME };
  const insert = parts.insertUpload({ ...upload, userId: own.actor.userId, now: deps.now });
  // The page is created only after the last part has arrived.
  await commit(deps, [own, place], { queries: [insert], announces: [] }).catch((error: unknown) => {
    deps.defer(() => writer.abort());
    throw error;
  });
  return toUpload(upload, []);
}

/** Returns the parts received so far, for resuming an upload. */
export async function showUpload(deps: AuthDeps, caller: Caller, uploadId: string): Promise<Upload> {
  const { actor, results } = await authenticate(deps, caller, [
    parts.findUpload(caller, uploadId, deps.now),
    parts.listParts(uploadId),
  ]);
  const [found, received] = results;
  const upload = requireUpload(actor, found);
  return toUpload(upload, received);
}

/** Stores one part, replacing an earlier one with the same number. Throws `invalid_request` if its size is wrong. */
export async function receivePart(
  deps: Deps,
  caller: Caller,
  { uploadId, part }: { uploadId: string; part: number },
  read: () => Promise<Uint8Array>,
): Promise<{ part: number; size: number }> {
  const { by, results } = await authenticate(deps, caller, [parts.findUpload(caller, uploadId, deps.now)]);
  const upload = requireUpload(by.actor, results[0]);
  const own = allowAccount(by, "upload");
  if (part > partCount(upload.size)) throw notFound("This part of an upload");
  if (upload.assembled) throw new AppError("conflict", "The parts of this upload have already been assembled.");
  const bytes = await read();
  const size = sizeOfPart(upload.size, part);
  if (bytes.length !== size)
    throw new AppError(
      "invalid_request",
      `Part ${part} of this upload must have ${size} bytes; it has ${bytes.length}.`,
    );
  const stored = await deps.files.resumeParts(stagedKey(uploadId), upload.storeUploadId).write(part, bytes);
  const [saved] = await commit(deps, own, { queries: [parts.savePart(uploadId, { ...stored, size })] });
  if (saved === 0) throw new AppError("conflict", "This upload was completed or cancelled in the meantime.");
  return { part, size };
}

/** Assembles the parts into one file. Throws `incomplete` while parts are missing; repeated calls return the same record. */
export async function completeUpload(
  deps: Deps,
  caller: Caller,
  uploadId: string,
): Promise<{ record: FileRecord; made: boolean }> {
  const { by, results } = await authenticate(deps, caller, [
    parts.findUpload(caller, uploadId, deps.now),
    parts.listParts(uploadId),
  ]);
  const [found, received] = results;
  const upload = requireUpload(by.actor, found);
  allowAccount(by, "upload");
  if (upload.target.purpose === "import")
    throw new AppError("conflict", "This upload is an archive. Import it with POST /api/transfers/imports.");
  if (upload.fileId !== null) return { record: await recordOf(deps, upload.fileId), made: false };
  await requireAssembled(deps, upload, received);
  const file = await readBack(deps, upload);
  const isFirst = parts.isUnfinished(uploadId);
  const record = await commitUpload(
    deps,
    { by, target: upload.target, filename: upload.filename, file, known: null },
    (fileId) => [guard(isFirst), parts.setFile(uploadId, fileId)],
  );
  return { record, made: true };
}

/**
 * Assembles an archive's parts into one object for an import, whose commit must include `forgetUpload`. Throws like
 * `completeUpload`.
 */
export async function assembleArchive(deps: Deps, caller: Caller, uploadId: string): Promise<parts.PartialUpload> {
  const { by, results } = await authenticate(deps, caller, [
    parts.findUpload(caller, uploadId, deps.now),
    parts.listParts(uploadId),
  ]);
  const [found, received] = results;
  const upload = requireUpload(by.actor, found);
  allowAccount(by, "upload");
  if (upload.target.purpose !== "import") throw notFound("This upload of an archive");
  await requireAssembled(deps, upload, received);
  return upload;
}

async function requireAssembled(
  deps: Pick<Deps, "db" | "files">,
  upload: parts.PartialUpload,
  received: readonly parts.ReceivedPart[],
): Promise<void> {
  const missing = partCount(upload.size) - received.length;
  if (missing > 0) throw new AppError("incomplete", `${missing} of ${partCount(upload.size)} parts are missing.`);
  if (!upload.assembled) await assemble(deps, upload, received);
}

async function assemble(
  deps: Pick<Deps, "db" | "files">,
  upload: parts.PartialUpload,
  received: readonly parts.ReceivedPart[],
): Promise<void> {
  const key = stagedKey(upload.id);
  try {
    await deps.files.resumeParts(key, upload.storeUploadId).complete(received);
  } catch (error) {
    // Another call, or one whose response was lost, may already have assembled it.
    if ((await deps.files.sizeOf(key)) !== upload.size) throw error;
  }
  await writeOneExempt(deps.db, exempt.stage, parts.markAssembled(upload.id));
}

/** Reads the assembled object back to hash it, so that no hash has to be taken from the client. */
async function readBack(deps: Pick<Deps, "files">, upload: parts.PartialUpload): Promise<ReceivedFile> {
  const stored = await deps.files.get(stagedKey(upload.id));
  if (stored?.size !== upload.size) throw notFound("This upload");
  const passage = new ContentHash();
  const reader = stored.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) passage.note(read.value);
  return passage.end(upload.id, null);
}

/** Cancels the upload and deletes the parts received. Succeeds even if the upload has become a file, which stays. */
export async function cancelUpload(deps: Deps, caller: Caller, uploadId: string): Promise<void> {
  const { by, results } = await authenticate(deps, caller, [parts.findUpload(caller, uploadId, deps.now)]);
  const upload = requireUpload(by.actor, results[0]);
  await commit(deps, allowAccount(by, "upload"), { queries: [parts.deleteUpload(uploadId)] });
  if (upload.fileId === null) deps.defer(() => abortUpload(deps, upload));
}

/** Deletes the parts of an upload that never became a file. */
export async function abortUpload(deps: Pick<Deps, "files">, upload: parts.PartialUpload): Promise<void> {
  await deps.files.resumeParts(stagedKey(upload.id), upload.storeUploadId).abort();
  // If the parts were assembled after all, the object stays: the sweep of the staging area removes it once it is unreferenced.
}
