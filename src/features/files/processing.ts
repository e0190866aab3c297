/**
 * Processing of a file after its upload: pending → processing → completed or failed, never backwards within a run. The
 * Worker that parses the bytes receives one file only, and its result counts only with a token for that one call.
 */
import { createHash } from "node:crypto";
import type { Caller } from "../../kernel/caller.ts";
import { MINUTE, toIso, type Instant } from "../../kernel/clock.ts";
import { AppError } from "../../kernel/errors.ts";
import { CONTENT_LIMIT_BYTES } from "../../kernel/text.ts";
import type { Deps } from "../../deps.ts";
import type { FoundThread } from "../../formats/transfer/found-threads.ts";
import { GuardFailed } from "../../platform/db.ts";
import { guard, allOf, isMet } from "../../db/sql.ts";
import { authorizePage } from "../../permissions/authorize-page.ts";
import { exempt } from "../../permissions/exempt.ts";
import { commit } from "../../commit/commit.ts";
import type { AuditNote } from "../../commit/audit-note.ts";
import { loadPage } from "../pages/service.ts";
import { fits } from "../quotas/statements.ts";
import { byteLengthOf } from "../quotas/service.ts";
import { scheduleIndexing } from "../search/service.ts";
import { issueServiceToken, verifyServiceToken } from "../auth/tokens/service-tokens/service.ts";
import type { Processing } from "./contract.ts";
import { commentsOf, storeComments } from "./found-comments.ts";
import * as runs from "./run-store.ts";
import { variantKey, VARIANTS, type VariantName } from "./rules.ts";
import { readBytes, variantsOf, type StoredVariant } from "./serve.ts";
import * as store from "./store.ts";
import * as texts from "./text-store.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";

/** The service that parses files; the audience of the tokens issued to it. */
const PARSER = "file-parser";

/** One file to parse, with one token to read it and another to report the result. */
export type Assignment = {
  readonly fileId: string;
  readonly run: number;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  /** The file came in an archive, and may link to other files in it. */
  readonly isOfArchive: boolean;
  readonly readToken: string;
  readonly finishToken: string;
};

type EncodedVariant = {
  readonly bytes: Uint8Array;
  readonly type: "image/webp" | "image/jpeg";
  readonly width: number;
  readonly height: number;
};

/** The parser's result. `reason` is a sentence written for the user. */
export type Findings =
  | { readonly kind: "failed"; readonly reason: string }
  | {
      readonly kind: "completed";
      readonly text: string;
      readonly metadata: Readonly<Record<string, unknown>>;
      readonly variants: Partial<Readonly<Record<VariantName, EncodedVariant>>>;
      /** Comments in the file, with their places in the text. */
      readonly threads?: readonly FoundThread[];
    };

/** Maximum length of an attachment's text, which is stored for search only. */
const ATTACHMENT_TEXT_BYTES = 50_000;
/** Maximum length of the metadata, in characters of JSON. */
const METADATA_LENGTH = 10_000;
const REASON_LENGTH = 300;
/** The file is still stored and served; processing can be retried once there is room. */
const QUOTA_FULL =
  "There is no space for its text: the drives of this drive's owner are full. Permanently delete pages, then process the file again.";
/** Attempts per run: the first one and the queue's retries (queues/parser/wrangler.toml). */
export const MAX_ATTEMPTS = 6;

/**
 * Starts or restarts a run; returns null if it has ended or been replaced. A run that has used up its attempts is
 * failed here even if the queue does not report it, so that clients waiting for it are notified.
 */
export async function beginProcessing(deps: Deps, fileId: string, run: number): Promise<Assignment | null> {
  const [begun, file] = await commit(deps, exempt.job, {
    queries: [runs.beginRun(fileId, run, deps.now), store.findFile(fileId)],
    announces: [{ kind: "file", fileId, status: "processing" }],
  });
  if (begun === 0 || !file) return null;
  if (file.attempts > MAX_ATTEMPTS) {
    await quarantine(deps, fileId, run);
    return null;
  }
  const call = (action: string) =>
    issueServiceToken(deps, { audience: PARSER, resource: { type: "file", id: `${fileId}/${run}` }, action });
  const [readToken, finishToken] = await Promise.all([call("read"), call("finish")]);
  const { filename, mimeType, size, metadata } = file;
  const isOfArchive = metadata["quiet"] === true;
  return { fileId, run, filename, mimeType, size, isOfArchive, readToken, finishToken };
}

/** Returns the bytes; the token is valid once. */
export async function readForProcessing(
  deps: Deps,
  fileId: string,
  run: number,
  token: string,
): Promise<ReadableStream> {
  await verifyServiceToken(deps, token, {
    audience: PARSER,
    resource: { type: "file", id: `${fileId}/${run}` },
    action: "read",
  });
  const file = await deps.db.one(store.findFile(fileId));
  if (file?.run !== run) throw new AppError("conflict", "This run has been replaced by another.");
  return (await readBytes(deps, file)).body;
}

/** Accepts the result, once; results of a run that has ended are ignored. */
export async function finishProcessing(
  deps: Deps,
  fileId: string,
  run: number,
  token: string,
  findings: Findings,
): Promise<void> {
  await verifyServiceToken(deps, token, {
    audience: PARSER,
    resource: { type: "file", id: `${fileId}/${run}` },
    action: "finish",
  });
  if (findings.kind === "failed") return failProcessing(deps, fileId, run, findings.reason);
  const file = await deps.db.one(store.findFile(fileId));
  if (file?.run !== run) return;
  const variants = await storeVariants(deps, file.generation, findings.variants);
  const text = truncateUtf8(findings.text, CONTENT_LIMIT_BYTES);
  const comments = await storeComments(deps, file.generation, text, findings.threads);
  // `variants` and `comments` are our own keys and control what is read, so the parser must not set them.
  const { variants: _, comments: __, ...found } = findings.metadata;
  const metadata = JSON.stringify({
    ...smallEnough(found),
    ...(comments && { comments }),
    ...(Object.keys(variants).length > 0 && { variants }),
  });
  const isContent = runs.isContent(fileId);
  const attached = file.role === "attachment" ? truncateUtf8(text, ATTACHMENT_TEXT_BYTES) : null;
  const fitsQuota = fits(
    driveOfPage(file.pageId),
    { text: texts.growthOfText(file, byteLengthOf(attached ?? text)) },
    deps.config.quotas,
  );
  const done = await ranOnce(
    commit(deps, exempt.job, {
      queries: [
        guard(allOf([runs.isRunOpen(fileId, run), fitsQuota])),
        ...texts.writeText(file.pageId, text, deps.now, isContent),
        ...(attached === null ? [] : texts.writeAttachmentText(file, attached, deps.now)),
        // Must precede `completeRun`, which overwrites the `quiet` flag in the metadata.
        runs.notifyUploader({ id: deps.newId(), fileId, type: "FILE_PROCESSED", message: "" }, deps.now),
        runs.completeRun(fileId, metadata, deps.now),
      ],
      announces: [{ kind: "file", fileId, status: "completed" }],
    }),
  );
  if (done) scheduleIndexing(deps);
  else if (!(await deps.db.one(isMet(fitsQuota)))) await failProcessing(deps, fileId, run, QUOTA_FULL);
}

/** Ends a run without a result and records the reason. */
async function failProcessing(
  deps: Deps,
  fileId: string,
  run: number,
  reason: string,
  notes: readonly AuditNote[] = [],
): Promise<void> {
  const why = reason.slice(0, REASON_LENGTH);
  await ranOnce(
    commit(deps, exempt.job, {
      notes,
      queries: [
        guard(runs.isRunOpen(fileId, run)),
        runs.failRun(fileId, why, deps.now),
        runs.notifyUploader({ id: deps.newId(), fileId, type: "FILE_FAILED", message: why }, deps.now),
      ],
      announces: [{ kind: "file", fileId, status: "failed" }],
    }),
  );
}

/** Fails a run that has repeatedly crashed the parser. The file is still served, but not retried automatically. */
export async function quarantine(deps: Deps, fileId: string, run: number): Promise<void> {
  const by = { userId: null, client: { ip: "", userAgent: "" } };
  await failProcessing(deps, fileId, run, "The file could not be read after several attempts.", [
    { kind: "file.quarantined", outcome: "fail", by, resource: { type: "file", id: fileId }, detail: { run } },
  ]);
}

/** Returns false if the guard failed: the work of a redelivered message is already done. */
async function ranOnce(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof GuardFailed) return false;
    throw error;
  }
}

async function storeVariants(
  deps: Pick<Deps, "files">,
  generation: string,
  variants: Partial<Readonly<Record<VariantName, EncodedVariant>>>,
): Promise<Partial<Record<VariantName, StoredVariant>>> {
  const stored: Partial<Record<VariantName, StoredVariant>> = {};
  for (const name of VARIANTS) {
    const variant = variants[name];
    if (!variant || (variant.type !== "image/webp" && variant.type !== "image/jpeg")) continue;
    const { bytes, type, width, height } = variant;
    const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    await deps.files.put(variantKey(generation, name, tag), bytes);
    stored[name] = { type, size: bytes.length, width, height, tag };
  }
  return stored;
}

/** Truncates between characters. The parser does so too, but is not trusted. */
function truncateUtf8(text: string, bytes: number): string {
  const clean = text.toWellFormed().replaceAll("\0", "");
  const encoded = new TextEncoder().encode(clean);
  if (encoded.length <= bytes) return clean;
  return new TextDecoder().decode(encoded.subarray(0, bytes), { stream: true });
}

const smallEnough = (metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  JSON.stringify(metadata).length <= METADATA_LENGTH ? metadata : {};

export function toProcessing(file: store.StoredFileRow): Processing {
  const { variants: _, quiet: __, comments: ___, ...metadata } = file.metadata;
  const comments = commentsOf(file.metadata);
  return {
    pageId: file.pageId,
    fileId: file.id,
    processingStatus: file.status,
    error: file.error,
    attempts: file.attempts,
    updatedAt: toIso(file.updatedAt),
    metadata: {
      ...metadata,
      variants: Object.keys(variantsOf(file)),
      ...(comments && { threadCount: comments.threads }),
    },
  };
}

const notAFile = (): AppError => new AppError("not_a_file", "This page is not a FILE page.");

export async function processingStatus(deps: AuthDeps, caller: Caller, pageId: string): Promise<Processing> {
  const [, file] = await authorizePage(deps, caller, "view", loadPage(caller, pageId), [store.findContent(pageId)]);
  if (!file) throw notAFile();
  return toProcessing(file);
}

/** Time in ms after which an unfinished run counts as lost. */
export const STALLED_AFTER = 15 * MINUTE;

/** The current run has neither ended nor been lost. */
export const isProcessing = (file: store.StoredFileRow, now: Instant): boolean =>
  (file.status === "pending" || file.status === "processing") && file.updatedAt > now - STALLED_AFTER;

export async function reprocess(deps: Deps, caller: Caller, pageId: string): Promise<Processing> {
  const [page, file] = await authorizePage(deps, caller, "edit", loadPage(caller, pageId), [store.findContent(pageId)]);
  if (!file) throw notAFile();
  if (isProcessing(file, deps.now)) throw new AppError("already_processing", "This file is already being processed.");
  const run = file.run + 1;
  const [again] = await commit(deps, page, {
    queries: [runs.replaceRun(file, deps.now)],
    jobs: [{ id: deps.newId(), kind: "file.process", fileId: file.id, run }],
    announces: [{ kind: "file", fileId: file.id, status: "pending" }],
  });
  if (!again) throw new AppError("already_processing", "This file is already being processed.");
  return toProcessing({ ...file, status: "pending", run, attempts: 0, error: null, updatedAt: deps.now });
}
