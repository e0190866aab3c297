/** SQL of file records and of the bytes they refer to. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, many, sql, whole, write, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { growthOfPage } from "../quotas/access.ts";
import { markDirty } from "../search/access.ts";
import type { FileRole, ProcessingStatus } from "./contract.ts";

/** What the caller's files weigh together, in bytes. */
export const usageOf = (caller: Caller): Query<number> => ({
  ...print(sql`select bytes from storage_usage where user_id = ${callerId(caller)}`),
  read: ([row]) => Number(row?.["bytes"] ?? 0),
});

/** The user's files and this one fit their quota. */
export const fits = (userId: string, size: number, quota: number): SQL =>
  sql`coalesce((select bytes from storage_usage where user_id = ${userId}), 0) + ${size} <= ${quota}`;

type Blob = { generation: string; sha256: string; size: number; staged: boolean; now: Instant };

/** Says that an object is about to be written which nothing names yet. */
export const insertCandidate = ({
  generation,
  sha256,
  now,
}: Pick<Blob, "generation" | "sha256" | "now">): Query<number> =>
  write(sql`insert into blob_candidates (generation, sha256, created_at) values (${generation}, ${sha256}, ${now})`);

export const deleteCandidate = (generation: string): Query<number> =>
  write(sql`delete from blob_candidates where generation = ${generation}`);

const liveBlob = (sha256: string): SQL =>
  sql`(select generation from blobs where sha256 = ${sha256} and state = 'live')`;

export type LiveBlob = Pick<Blob, "generation" | "sha256" | "size" | "staged">;

export const findLiveBlob = (sha256: string): Query<LiveBlob | null> =>
  first<{ generation: string; size: number; staged: number }, LiveBlob>(
    sql`select generation, size, staged from blobs where sha256 = ${sha256} and state = 'live'`,
    (row) => ({ generation: row.generation, sha256, size: row.size, staged: row.staged === 1 }),
  );

/**
 * Makes sure that a live blob of this content exists, and that nobody is about to remove it: the one there is, or one of
 * the bytes that the caller has just written. Belongs before the record that refers to it, in one batch.
 */
export const claimBlob = ({ generation, sha256, size, staged, now }: Blob): readonly Query<number>[] => [
  write(sql`insert into blobs (generation, sha256, size, staged, created_at, sent_at)
    select ${generation}, ${sha256}, ${size}, ${staged ? 1 : 0}, ${now}, ${now} where not exists (select 1 from blobs where sha256 = ${sha256} and state = 'live')`),
  write(
    sql`update blobs set condemned_at = null where sha256 = ${sha256} and state = 'live' and condemned_at is not null`,
  ),
  write(
    sql`delete from blob_candidates where generation = ${generation} and exists (select 1 from blobs where generation = ${generation})`,
  ),
];

type NewFile = {
  id: string;
  pageId: string;
  role: FileRole;
  filename: string;
  mimeType: string;
  size: number;
  sha256: string;
  createdBy: string;
  now: Instant;
};

/** Refers to the live blob of that content; breaks a NOT NULL constraint when there is none. */
export const insertFile = (file: NewFile): Query<number> =>
  write(sql`insert into files (id, page_id, role, filename, mime_type, size, generation, created_by, created_at, updated_at)
    values (${file.id}, ${file.pageId}, ${file.role}, ${file.filename}, ${file.mimeType}, ${file.size}, ${liveBlob(file.sha256)}, ${file.createdBy}, ${file.now}, ${file.now})`);

/** What a FILE page was until now stays with it as what it was before. */
export const retireContent = (pageId: string): Query<number> =>
  write(sql`update files set role = 'previous' where page_id = ${pageId} and role = 'content'`);

/** The text of a FILE page is what its present file says, if anything. `condition` may keep it as it is. */
export const writeText = (pageId: string, text: string, now: Instant, condition: SQL = sql`1`): Query<unknown>[] => [
  write(sql`update pages set revision = revision + 1, updated_at = ${now} where id = ${pageId} and ${condition}`),
  write(sql`insert into page_contents (page_id, content) select ${pageId}, ${text} where ${condition}
    on conflict (page_id) do update set content = excluded.content`),
  markDirty([pageId], now),
];

/** Bytes that the file's page, or what it is found by, gains by text of `bytes` in place of what the file said before. */
export const growthOfText = (
  { id, pageId, role }: Pick<StoredFileRow, "id" | "pageId" | "role">,
  bytes: number,
): SQL =>
  role === "attachment"
    ? sql`(${bytes} - coalesce((select octet_length(content) from attachment_texts where file_id = ${id}), 0))`
    : growthOfPage(pageId, bytes);

/** The page of an attachment is found by what it says. */
export const writeAttachmentText = (
  { id, pageId }: Pick<StoredFileRow, "id" | "pageId">,
  text: string,
  now: Instant,
): Query<unknown>[] => [
  write(sql`insert into attachment_texts (file_id, page_id, content) values (${id}, ${pageId}, ${text})
    on conflict (file_id) do update set content = excluded.content`),
  touchAttached(sql`${pageId}`, now),
  markDirty([pageId], now),
];

/** Whoever indexes the page just now sees by this that it has changed meanwhile. */
const touchAttached = (pageId: SQL, now: Instant): Query<number> =>
  write(sql`update pages set updated_at = max(updated_at + 1, ${now}) where id = ${pageId}`);

export const clearText = (pageId: string, now: Instant): Query<unknown>[] => writeText(pageId, "", now);

/** Which bytes the record came to refer to, and whether its maker had uploaded them before. */
export const readClaim = (fileId: string): Query<{ generation: string; deduplicated: boolean } | null> =>
  first<{ generation: string; again: number }, { generation: string; deduplicated: boolean }>(
    sql`select generation, exists (select 1 from files o where o.generation = f.generation and o.created_by = f.created_by and o.id <> f.id) as again
      from files f where id = ${fileId}`,
    (row) => ({ generation: row.generation, deduplicated: row.again === 1 }),
  );

export type StoredFileRow = {
  readonly id: string;
  readonly pageId: string;
  readonly role: FileRole;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number;
  readonly sha256: string;
  readonly generation: string;
  readonly staged: boolean;
  readonly createdBy: string;
  readonly status: ProcessingStatus;
  readonly run: number;
  readonly attempts: number;
  readonly error: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
};

type Row = {
  id: string;
  page_id: string;
  role: FileRole;
  filename: string;
  mime_type: string;
  size: number;
  sha256: string;
  generation: string;
  staged: number;
  created_by: string;
  status: ProcessingStatus;
  run: number;
  attempts: number;
  error: string | null;
  metadata: string;
  created_at: number;
  updated_at: number;
};

const toFile = (row: Row): StoredFileRow => ({
  id: row.id,
  pageId: row.page_id,
  role: row.role,
  filename: row.filename,
  mimeType: row.mime_type,
  size: row.size,
  sha256: row.sha256,
  generation: row.generation,
  staged: row.staged === 1,
  createdBy: row.created_by,
  status: row.status,
  run: row.run,
  attempts: row.attempts,
  error: row.error,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>, // written by `settle` from an object
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const FILES = sql`select f.id, f.page_id, f.role, f.filename, f.mime_type, f.size, b.sha256, f.generation, b.staged, f.created_by,
  f.status, f.run, f.attempts, f.error, f.metadata, f.created_at, f.updated_at from files f cross join blobs b on b.generation = f.generation`;

export const findFile = (fileId: string): Query<StoredFileRow | null> =>
  first<Row, StoredFileRow>(sql`${FILES} where f.id = ${fileId}`, toFile);

/** The page that a file belongs to. */
export const pageOf = (fileId: string): SQL => sql`(select page_id from files where id = ${fileId})`;

/** What a FILE page is at present. */
export const findContent = (pageId: string): Query<StoredFileRow | null> =>
  first<Row, StoredFileRow>(sql`${FILES} where f.page_id = ${pageId} and f.role = 'content'`, toFile);

/** What these pages are and what is attached to them, without what they were before. */
export const listFiles = (pageIds: readonly string[]): Query<StoredFileRow[]> =>
  many<Row, StoredFileRow>(
    sql`${FILES} where f.page_id in (select value from json_each(${JSON.stringify(pageIds)})) and f.role <> 'previous'`,
    toFile,
  );

/** All of a page's files, newest first, from `before` on. */
export const listOfPage = (pageId: string, before: string | null, limit: number): Query<StoredFileRow[]> =>
  many<Row, StoredFileRow>(
    sql`${FILES} where f.page_id = ${pageId} and (${before} is null or f.id < ${before}) order by f.id desc limit ${whole(limit)}`,
    toFile,
  );

/** The record goes, and with it what it counts towards its owner's quota; its bytes once nothing else refers to them. */
export const deleteFile = (fileId: string, now: Instant): Query<unknown>[] => [
  touchAttached(sql`(select page_id from files where id = ${fileId} and role = 'attachment')`, now),
  markDirty(sql`select page_id as id from files where id = ${fileId}`, now),
  write(sql`delete from files where id = ${fileId} and role <> 'content'`),
];
