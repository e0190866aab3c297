/** Request and response schemas for files. */
import * as z from "zod";
import { Id, Limit, Time, cleanText } from "../../kernel/contract.ts";

/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 100_000_000;

/** How much of a file is buffered at a time, in bytes: one part of a large file, or all of a small one. */
export const UPLOAD_PART_BYTES = 7 * 1_048_576;

const ProcessingStatus = z.enum(["pending", "processing", "completed", "failed"]).meta({ id: "ProcessingStatus" });
export type ProcessingStatus = z.infer<typeof ProcessingStatus>;

export const FileRecord = z
  .object({
    id: z.string(),
    filename: z.string(),
    mimeType: z.string(),
    /** Bytes. */
    size: z.int(),
    processingStatus: ProcessingStatus,
    pageId: z.string(),
    /** Lower-case hex. */
    sha256: z.string(),
    /** The caller has uploaded the same bytes before. Reveals nothing about other users' files. */
    deduplicated: z.boolean(),
  })
  .meta({ id: "FileRecord" });
export type FileRecord = z.infer<typeof FileRecord>;

/**
 * `content`: the current file of a FILE page; `previous`: an earlier version of it; `attachment`: a file attached to
 * any other page.
 */
export const FileRole = z.enum(["content", "previous", "attachment"]);
export type FileRole = z.infer<typeof FileRole>;

export const FileOfPage = FileRecord.omit({ deduplicated: true })
  .extend({ role: FileRole, createdBy: z.string(), createdAt: Time })
  .meta({ id: "FileOfPage" });
export type FileOfPage = z.infer<typeof FileOfPage>;

/** Newest first; `cursor` continues with older files. */
export const ListPageFiles = z.object({
  cursor: Id.optional(),
  limit: Limit,
});
export type ListPageFiles = z.infer<typeof ListPageFiles>;

export const PageFileList = z.object({ files: z.array(FileOfPage), nextCursor: z.string().nullable() });
export type PageFileList = z.infer<typeof PageFileList>;

/** Destination of a file: an existing page, or a new FILE page in a drive, at its root or under `parentId`. */
export const FileTarget = z
  .object({
    pageId: Id.optional(),
    driveId: Id.optional(),
    parentId: Id.optional(),
  })
  .refine((target) => target.pageId !== undefined || target.driveId !== undefined, {
    path: ["driveId"],
    message: "is required without a pageId",
  });
export type FileTarget = z.infer<typeof FileTarget>;

/** For the API description only; the body is parsed as a stream. */
export const UploadParts = z.object({
  file: z.file(),
  pageId: z.string().optional(),
  driveId: z.string().optional(),
  parentId: z.string().optional(),
});

/** Largest archive that can be imported in the background, in bytes. */
export const MAX_ARCHIVE_UPLOAD_BYTES = 5_000_000_000;

export const BeginUpload = z.intersection(
  FileTarget,
  z.object({
    /** The upload is an archive whose contents become pages; the archive itself does not become a file. */
    purpose: z.literal("import").optional(),
    filename: cleanText(1_000),
    /** Bytes. */
    size: z.int().min(1).max(1e15),
  }),
);
export type BeginUpload = z.infer<typeof BeginUpload>;
/** The part of the request that is stored until all parts have arrived. */
export type UploadTarget = FileTarget & Pick<BeginUpload, "purpose">;

export const Upload = z
  .object({
    uploadId: z.string(),
    filename: z.string(),
    size: z.int(),
    /** Size of every part but the last, in bytes. */
    partSize: z.int(),
    parts: z.int(),
    /** Numbers of the parts that have arrived, ascending from 1. */
    received: z.array(z.int()),
    expiresAt: Time,
  })
  .meta({
    id: "Upload",
    description: `A file uploaded in parts of ${UPLOAD_PART_BYTES} bytes. At most ${MAX_FILE_BYTES} bytes in total, or ${MAX_ARCHIVE_UPLOAD_BYTES} for an archive to import.`,
  });
export type Upload = z.infer<typeof Upload>;

export const UploadParams = z.object({ uploadId: Id });
export const PartParams = z.object({
  uploadId: Id,
  part: z.coerce
    .number()
    .int()
    .min(1)
    .max(Math.ceil(MAX_ARCHIVE_UPLOAD_BYTES / UPLOAD_PART_BYTES)),
});
export const PartReceived = z.object({ part: z.int(), size: z.int() });

/** `?variant=` selects a smaller image made from the file. */
export const ViewQuery = z.object({ variant: z.enum(["thumbnail", "preview"]).optional() });

export const Processing = z
  .object({
    pageId: z.string(),
    fileId: z.string(),
    processingStatus: ProcessingStatus,
    /** The reason for a failure, written for the user. */
    error: z.string().nullable(),
    attempts: z.int(),
    updatedAt: Time,
    /** Facts about the contents: width, height, pageCount, characters and so on. */
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "Processing" });
export type Processing = z.infer<typeof Processing>;

export const Converted = z.object({
  pageId: z.string(),
  title: z.string(),
  driveId: z.string(),
  parentId: z.string().nullable(),
});
export type Converted = z.infer<typeof Converted>;
