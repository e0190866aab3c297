/** SQL for multipart uploads. */
import { and, eq, gt, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/caller.ts";
import { uploadParts, uploads, files } from "../../db/schema/files.ts";
import { pages } from "../../db/schema/pages.ts";
import {
  aliased,
  all,
  builder,
  first,
  many,
  rowsOf,
  sql,
  write,
  whole,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import type { UploadTarget } from "./contract.ts";

const f = alias(files, "f");

const upload = {
  id: uploads.id,
  target: uploads.target,
  /** Drive of the resulting file, or else of the upload's destination; null if that no longer exists. */
  driveId: sql<string | null>`coalesce(
    (
      select drive_id from ${pages}
      where id = coalesce(
        (
          select page_id from ${files} f
          where ${f.id} = ${uploads.fileId}),
        target ->> 'pageId')),
    target ->> 'driveId')`,
  filename: uploads.filename,
  size: uploads.size,
  storeUploadId: uploads.storeUploadId,
  assembled: uploads.assembled,
  fileId: uploads.fileId,
  expiresAt: uploads.expiresAt,
};
type UploadRow = RowOf<typeof upload>;

export type PartialUpload = Omit<UploadRow, "target" | "assembled"> & {
  readonly target: UploadTarget;
  readonly assembled: boolean;
};

const toUpload = ({ target, assembled, ...row }: UploadRow): PartialUpload => ({
  ...row,
  target: JSON.parse(target) as UploadTarget, // `insertUpload` wrote it from an UploadTarget
  assembled: assembled === 1,
});

type NewUpload = Omit<PartialUpload, "driveId" | "assembled" | "fileId"> & { userId: string; now: Instant };

export const insertUpload = ({ target, now, ...begun }: NewUpload): Write<number> =>
  write(builder.insert(uploads).values({ ...begun, target: JSON.stringify(target), createdAt: now }));

/** Finds the caller's own upload; other users' uploads are treated as not found. */
export const findUpload = (caller: Caller, id: string, now: Instant): Query<PartialUpload | null> =>
  first(
    builder
      .select(aliased(upload))
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.userId, callerId(caller)), gt(uploads.expiresAt, now))),
    toUpload,
  );

/** Counts the caller's uploads that are neither completed nor cancelled. */
export const countOpenUploads = (caller: Caller): Query<number> =>
  all(
    builder
      .select(aliased({ n: sql<number>`count(*)` }))
      .from(uploads)
      .where(and(eq(uploads.userId, callerId(caller)), isNull(uploads.fileId))),
    ([row]) => row?.n ?? 0,
  );

const part = { partNumber: uploadParts.number, etag: uploadParts.etag, size: uploadParts.size };
/** A part as the bucket expects it on completion, with its size in bytes. */
export type ReceivedPart = RowOf<typeof part>;

export const listParts = (uploadId: string): Query<ReceivedPart[]> =>
  many(
    builder
      .select(aliased(part))
      .from(uploadParts)
      .where(eq(uploadParts.uploadId, uploadId))
      .orderBy(uploadParts.number),
  );

/** Replaces an earlier part with the same number; writes nothing once the parts have been assembled. */
export const savePart = (uploadId: string, { partNumber, etag, size }: ReceivedPart): Write<number> =>
  write(sql`insert into ${uploadParts} (upload_id, number, etag, size)
    select id, ${partNumber}, ${etag}, ${size} from ${uploads}
    where id = ${uploadId}
      and assembled = 0
    on conflict (upload_id, number) do update set etag = excluded.etag, size = excluded.size`);

export const markAssembled = (uploadId: string): Write<number> =>
  write(builder.update(uploads).set({ assembled: 1 }).where(eq(uploads.id, uploadId)));

/** Does nothing if a file is already set: of two concurrent completions, one finds the other's record. */
export const setFile = (uploadId: string, fileId: string): Write<number> =>
  write(
    builder
      .update(uploads)
      .set({ fileId })
      .where(and(eq(uploads.id, uploadId), isNull(uploads.fileId))),
  );

export const deleteUpload = (uploadId: string): Write<number> =>
  write(builder.delete(uploads).where(eq(uploads.id, uploadId)));

export const listExpiredUploads = (now: Instant, limit: number): Query<PartialUpload[]> =>
  many(
    rowsOf(
      upload,
      (columns) => sql`select ${columns} from ${uploads}
        where ${uploads.expiresAt} <= ${now}
        order by ${uploads.expiresAt}
        limit ${whole(limit)}`,
    ),
    toUpload,
  );

export const isUnfinished = (uploadId: string): SQL =>
  sql`exists (
    select 1 from ${uploads}
    where id = ${uploadId}
      and file_id is null)`;
