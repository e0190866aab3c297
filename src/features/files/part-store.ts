/** SQL of files that come in parts. */
import type { Instant } from "../../kernel/clock.ts";
import type { Caller } from "../../kernel/caller.ts";
import { first, many, sql, write, whole, type Query, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import type { Target } from "./contract.ts";

export type PartialUpload = {
  readonly id: string;
  readonly target: Target;
  /** Of the file that it has become, else of where it is to stand; null when that is gone. */
  readonly driveId: string | null;
  readonly filename: string;
  readonly size: number;
  readonly storeUploadId: string;
  readonly assembled: boolean;
  readonly fileId: string | null;
  readonly expiresAt: Instant;
};

type Row = {
  id: string;
  target: string;
  drive_id: string | null;
  filename: string;
  size: number;
  store_upload_id: string;
  assembled: number;
  file_id: string | null;
  expires_at: number;
};

const toUpload = (row: Row): PartialUpload => ({
  id: row.id,
  target: JSON.parse(row.target) as Target, // written by `insertUpload`, from a Target
  driveId: row.drive_id,
  filename: row.filename,
  size: row.size,
  storeUploadId: row.store_upload_id,
  assembled: row.assembled === 1,
  fileId: row.file_id,
  expiresAt: row.expires_at,
});

type NewUpload = Omit<PartialUpload, "driveId" | "assembled" | "fileId"> & { userId: string; now: Instant };

export const insertUpload = (upload: NewUpload): Query<number> =>
  write(sql`insert into uploads (id, user_id, target, filename, size, store_upload_id, created_at, expires_at)
    values (${upload.id}, ${upload.userId}, ${JSON.stringify(upload.target)}, ${upload.filename}, ${upload.size}, ${upload.storeUploadId}, ${upload.now}, ${upload.expiresAt})`);

const COLUMNS = sql`id, target,
  coalesce((select drive_id from pages where id = coalesce((select page_id from files f where f.id = uploads.file_id), target ->> 'pageId')),
    target ->> 'driveId') as drive_id, filename, size, store_upload_id, assembled, file_id, expires_at`;

/** The caller's own upload; another's does not exist for them. */
export const findUpload = (caller: Caller, id: string, now: Instant): Query<PartialUpload | null> =>
  first<Row, PartialUpload>(
    sql`select ${COLUMNS} from uploads where id = ${id} and user_id = ${callerId(caller)} and expires_at > ${now}`,
    toUpload,
  );

/** Uploads that the user has begun and neither ended nor given up. */
export const countOpen = (caller: Caller): Query<number> => ({
  ...print(sql`select count(*) as n from uploads where user_id = ${callerId(caller)} and file_id is null`),
  read: ([row]) => Number(row?.["n"] ?? 0),
});

/** As the bucket wants it back, with its size in bytes. */
export type ReceivedPart = { readonly partNumber: number; readonly etag: string; readonly size: number };

export const listParts = (uploadId: string): Query<ReceivedPart[]> =>
  many<{ number: number; etag: string; size: number }, ReceivedPart>(
    sql`select number, etag, size from upload_parts where upload_id = ${uploadId} order by number`,
    (row) => ({ partNumber: row.number, etag: row.etag, size: row.size }),
  );

/** Replaces what came under that number before; nothing is written once the parts are one object. */
export const savePart = (uploadId: string, part: ReceivedPart): Query<number> =>
  write(sql`insert into upload_parts (upload_id, number, etag, size)
    select id, ${part.partNumber}, ${part.etag}, ${part.size} from uploads where id = ${uploadId} and assembled = 0
    on conflict (upload_id, number) do update set etag = excluded.etag, size = excluded.size`);

export const markAssembled = (uploadId: string): Query<number> =>
  write(sql`update uploads set assembled = 1 where id = ${uploadId}`);

/** Breaks nothing when it is done already: of two that complete at once, one finds the other's record. */
export const setFile = (uploadId: string, fileId: string): Query<number> =>
  write(sql`update uploads set file_id = ${fileId} where id = ${uploadId} and file_id is null`);

export const deleteUpload = (uploadId: string): Query<number> => write(sql`delete from uploads where id = ${uploadId}`);

export const listExpired = (now: Instant, limit: number): Query<PartialUpload[]> =>
  many<Row, PartialUpload>(
    sql`select ${COLUMNS} from uploads where expires_at <= ${now} order by expires_at limit ${whole(limit)}`,
    toUpload,
  );
