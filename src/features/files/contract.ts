/** What requests about files carry and what they are answered. */
import * as z from "zod";
import { Id, Limit, Time, cleanText } from "../../kernel/contract.ts";

/** Largest file, in bytes. */
export const MAX_FILE_BYTES = 100_000_000;

/** What is held of a file at a time, in bytes: one part of a large one, or the whole of a small one. */
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
    /** The caller has uploaded these very bytes before. Says nothing of what others have. */
    deduplicated: z.boolean(),
  })
  .meta({ id: "FileRecord" });
export type FileRecord = z.infer<typeof FileRecord>;

/** `content`: what a FILE page is; `previous`: what it was before; `attachment`: beside any other page. */
export const FileRole = z.enum(["content", "previous", "attachment"]);
export type FileRole = z.infer<typeof FileRole>;

export const FileOfPage = FileRecord.omit({ deduplicated: true })
  .extend({ role: FileRole, createdBy: z.string(), createdAt: Time })
  .meta({ id: "FileOfPage" });
export type FileOfPage = z.infer<typeof FileOfPage>;

/** Newest first: `cursor` leads to what is older. */
export const ListPageFiles = z.object({
  cursor: Id.optional(),
  limit: Limit,
});
export type ListPageFiles = z.infer<typeof ListPageFiles>;

export const PageFileList = z.object({ files: z.array(FileOfPage), nextCursor: z.string().nullable() });
export type PageFileList = z.infer<typeof PageFileList>;

/** Where a file goes: to a page, or to a new FILE page in a drive, at its root or under `parentId`. */
export const FileTarget = z
  .object({
    pageId: Id.optional(),
    driveId: Id.optional(),
    parentId: Id.optional(),
  })
  .refine((target) => target.pageId !== undefined || target.driveId !== undefined, {
    path: ["driveId"],
    message: "is needed when there is no pageId",
  });
export type FileTarget = z.infer<typeof FileTarget>;

/** For the description of the interface; the body is read as it comes in. */
export const UploadParts = z.object({
  file: z.file(),
  pageId: z.string().optional(),
  driveId: z.string().optional(),
  parentId: z.string().optional(),
});

/** Largest archive that is imported in the background, in bytes. */
export const MAX_ARCHIVE_UPLOAD_BYTES = 5_000_000_000;

export const BeginUpload = z.intersection(
  FileTarget,
  z.object({
    /** Of an archive whose contents are to become pages there; it does not become a file. */
    purpose: z.literal("import").optional(),
    filename: cleanText(1_000),
    /** Bytes. */
    size: z.int().min(1).max(1e15),
  }),
);
export type BeginUpload = z.infer<typeof BeginUpload>;
/** What is kept of it until all parts have come. */
export type UploadTarget = FileTarget & Pick<BeginUpload, "purpose">;

export const Upload = z
  .object({
    uploadId: z.string(),
    filename: z.string(),
    size: z.int(),
    /** Bytes of every part but the last. */
    partSize: z.int(),
    parts: z.int(),
    /** Numbers of the parts that have arrived, ascending from 1. */
    received: z.array(z.int()),
    expiresAt: Time,
  })
  .meta({
    id: "Upload",
    description: `A file that comes in parts of ${UPLOAD_PART_BYTES} bytes, at most ${MAX_FILE_BYTES} in all, of an archive to import ${MAX_ARCHIVE_UPLOAD_BYTES}`,
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

/** `?variant=`: a smaller picture made from the file. */
export const ViewQuery = z.object({ variant: z.enum(["thumbnail", "preview"]).optional() });

export const Processing = z
  .object({
    pageId: z.string(),
    fileId: z.string(),
    processingStatus: ProcessingStatus,
    /** Why it failed, for a person. */
    error: z.string().nullable(),
    attempts: z.int(),
    updatedAt: Time,
    /** What is known of the contents: width, height, pageCount, characters and the like. */
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
