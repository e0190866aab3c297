/** SQL for file records. */
import { and, eq, ne } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { blobs, files } from "../../db/schema/files.ts";
import { storageUsage } from "../../db/schema/users.ts";
import {
  aliased,
  all,
  builder,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
  type AnyQuery,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import { markDirty } from "../search/statements.ts";
import { liveBlob } from "./blob-store.ts";
import type { FileRole } from "./contract.ts";
import { pages } from "../../db/schema/pages.ts";
import { driveOfPage } from "../../permissions/ancestors.ts";

const o = alias(files, "o");

/** Total size of the caller's files, in bytes. */
export const usageOf = (caller: Caller): Query<number> =>
  all(
    builder
      .select(aliased({ bytes: storageUsage.bytes }))
      .from(storageUsage)
      .where(eq(storageUsage.userId, callerId(caller))),
    ([row]) => row?.bytes ?? 0,
  );

/** The user's files plus this one fit their quota. */
export const fitsStorage = (userId: string, size: number, quota: number): SQL =>
  sql`coalesce((select bytes from ${storageUsage} where user_id = ${userId}), 0) + ${size} <= ${quota}`;

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

/** Refers to the live blob with that content; violates a NOT NULL constraint if there is none. */
export const insertFile = ({ sha256, now, ...file }: NewFile): Write<number> =>
  write(builder.insert(files).values({ ...file, generation: liveBlob(sha256), createdAt: now, updatedAt: now }));

/** Keeps the current content of a FILE page as a previous version. */
export const retireContent = (pageId: string): Write<number> =>
  write(
    builder
      .update(files)
      .set({ role: "previous" })
      .where(and(eq(files.pageId, pageId), eq(files.role, "content"))),
  );

const f = alias(files, "f");
const b = alias(blobs, "b");

const claim = {
  generation: f.generation,
  again: sql<0 | 1>`exists (
    select 1 from ${files} o
    where ${o.generation} = ${f.generation}
      and ${o.createdBy} = ${f.createdBy}
      and ${o.id} <> ${f.id})`,
};

/** The generation that the record refers to, and whether its uploader had uploaded the same bytes before. */
export const readClaim = (fileId: string) =>
  first(
    rowsOf(claim, (columns) => sql`select ${columns} from ${files} f where id = ${fileId}`),
    ({ generation, again }) => ({ generation, deduplicated: again === 1 }),
  );

const file = {
  id: f.id,
  pageId: f.pageId,
  role: f.role,
  filename: f.filename,
  mimeType: f.mimeType,
  size: f.size,
  sha256: b.sha256,
  generation: f.generation,
  staged: b.staged,
  createdBy: f.createdBy,
  status: f.status,
  run: f.run,
  attempts: f.attempts,
  error: f.error,
  metadata: f.metadata,
  createdAt: f.createdAt,
  updatedAt: f.updatedAt,
};
type FileRow = RowOf<typeof file>;

export type StoredFileRow = Omit<FileRow, "staged" | "metadata"> & {
  readonly staged: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
};

const toFile = ({ staged, metadata, ...row }: FileRow): StoredFileRow => ({
  ...row,
  staged: staged === 1,
  metadata: JSON.parse(metadata) as Record<string, unknown>, // `finishProcessing` wrote it from an object
});

const filesThat = (condition: SQL): SQL<FileRow> =>
  rowsOf(
    file,
    (columns) => sql`select ${columns}
      from ${files} f
      cross join ${blobs} b on ${b.generation} = ${f.generation}
      where ${condition}`,
  );

export const findFile = (fileId: string): Query<StoredFileRow | null> =>
  first(filesThat(sql`${f.id} = ${fileId}`), toFile);

/** The page that a file belongs to. */
export const pageOfFile = (fileId: string): SQL => sql`(select page_id from ${files} where id = ${fileId})`;

export const parentOfFile = (fileId: string): SQL =>
  sql`(select parent_id from ${pages} where id = ${pageOfFile(fileId)})`;
export const driveOfFile = (fileId: string): SQL => driveOfPage(pageOfFile(fileId));

/** The current content of a FILE page. */
export const findContent = (pageId: string): Query<StoredFileRow | null> =>
  first(filesThat(sql`${f.pageId} = ${pageId} and ${f.role} = 'content'`), toFile);

/** The current content and attachments of these pages, without previous versions. */
export const listFiles = (pageIds: readonly string[]): Query<StoredFileRow[]> =>
  many(filesThat(sql`${f.pageId} in ${jsonList(pageIds)} and ${f.role} <> 'previous'`), toFile);

/** All files of a page, newest first, older than `before`. */
export const listOfPage = (pageId: string, before: string | null, limit: number): Query<StoredFileRow[]> =>
  many(
    filesThat(sql`${f.pageId} = ${pageId} and (${before} is null or ${f.id} < ${before})
      order by ${f.id} desc
      limit ${whole(limit)}`),
    toFile,
  );

/** Bumps `updated_at`, so that an indexing run in progress notices that the page has changed. */
export const touchAttached = (pageId: string | SQL, now: Instant): Write<number> =>
  write(
    builder
      .update(pages)
      .set({ updatedAt: sql`max(${pages.updatedAt} + 1, ${now})` })
      .where(eq(pages.id, pageId)),
  );

/** Deletes the record and releases its share of the owner's quota; the bytes go once nothing else refers to them. */
export const deleteFile = (fileId: string, now: Instant): AnyQuery<unknown>[] => [
  touchAttached(
    sql`(
      select page_id from ${files}
      where id = ${fileId}
        and role = 'attachment')`,
    now,
  ),
  markDirty(sql`select page_id as id from ${files} where id = ${fileId}`, now),
  write(builder.delete(files).where(and(eq(files.id, fileId), ne(files.role, "content")))),
];

/** The file belongs to this page and is not its current content. */
export const isAttached = (fileId: string, pageId: string): SQL =>
  sql`exists (
    select 1 from ${files}
    where id = ${fileId}
      and page_id = ${pageId}
      and role <> 'content')`;
