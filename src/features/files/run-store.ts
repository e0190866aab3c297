/** SQL for processing runs: pending → processing → completed or failed. */
import { and, eq } from "drizzle-orm";
import { MINUTE, type Instant } from "../../kernel/clock.ts";
import { files } from "../../db/schema/files.ts";
import {
  builder,
  exists,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
  changing,
} from "../../db/sql.ts";
import { insertNotification } from "../notifications/statements.ts";
import { inLanguageOf } from "../notifications/text-statements.ts";
import { pageOfFile, type StoredFileRow } from "./store.ts";

/** The run has neither ended nor been replaced by another. */
export const isRunOpen = (fileId: string, run: number): SQL =>
  sql`exists (
    select 1 from ${files}
    where id = ${fileId}
      and run = ${run}
      and status in ('pending', 'processing'))`;

export const beginRun = (fileId: string, run: number, now: Instant): Write<number> =>
  write(sql`update ${files}
    set status = 'processing', attempts = attempts + 1, updated_at = ${now}
    where id = ${fileId}
      and run = ${run}
      and status in ('pending', 'processing')`);

export const completeRun = (fileId: string, metadata: string, now: Instant): Write<number> =>
  write(
    builder
      .update(files)
      .set({ status: "completed", error: null, metadata, updatedAt: now })
      .where(eq(files.id, fileId)),
  );

export const failRun = (fileId: string, why: string, now: Instant): Write<number> =>
  write(builder.update(files).set({ status: "failed", error: why, updatedAt: now }).where(eq(files.id, fileId)));

/** Drops the `quiet` flag: a user who reprocesses a file wants to be notified. */
const WITHOUT_QUIET = sql`json_remove(metadata, '$.quiet')`;

/** Replaces the file's current run with the next one; false if another request has replaced it, or its status has changed. */
export const replaceRun = (
  { id, run, status }: Pick<StoredFileRow, "id" | "run" | "status">,
  now: Instant,
): Write<boolean> =>
  changing(
    exists(
      builder
        .update(files)
        .set({ status: "pending", run: run + 1, attempts: 0, error: null, metadata: WITHOUT_QUIET, updatedAt: now })
        .where(and(eq(files.id, id), eq(files.run, run), eq(files.status, status)))
        .returning({ id: files.id }),
    ),
  );

const lost = { id: files.id, run: files.run, attempts: files.attempts };

/** Literals instead of parameters, so that SQLite can use the partial index. */
const isStalled = (before: Instant): SQL => sql`status in ('pending', 'processing') and updated_at < ${before}`;

/** Runs that have neither ended nor reported since `before`. */
export const listStalled = (before: Instant, limit: number): Query<RowOf<typeof lost>[]> =>
  many(
    rowsOf(
      lost,
      (columns) => sql`select ${columns} from ${files}
        where ${isStalled(before)}
        order by updated_at
        limit ${whole(limit)}`,
    ),
  );

/** Resets the timestamp of these lost runs. */
export const touchStalled = (fileIds: readonly string[], before: Instant, now: Instant): Write<number> =>
  write(sql`update ${files} set updated_at = ${now}
    where id in (select value from json_each(${JSON.stringify(fileIds)}))
      and ${isStalled(before)}`);

type RunOutcome = {
  readonly id: string;
  readonly fileId: string;
  readonly type: "FILE_PROCESSED" | "FILE_FAILED";
  readonly message: string;
};

/** How long (ms) after an upload its success is not news: the uploader still sees it on the page. */
const WATCHED_FOR = 10 * MINUTE;

/**
 * Notifies the uploader that a file failed, or that it is ready after a long wait. An upload that they have just
 * watched needs no notification.
 */
export const notifyUploader = ({ id, fileId, type, message }: RunOutcome, now: Instant): Write<number> =>
  insertNotification(
    {
      id,
      userId: sql`(select created_by from ${files} where id = ${fileId})`,
      type,
      title: inLanguageOf(type === "FILE_PROCESSED" ? "fileReady" : "fileFailed", {
        file: sql`(select filename from ${files} where id = ${fileId})`,
      }),
      message,
      actorId: null,
      pageId: pageOfFile(fileId),
    },
    now,
    sql`(
      select json_extract(metadata, '$.quiet') is null
        and (${type} = 'FILE_FAILED' or ${files.createdAt} < ${now - WATCHED_FOR} and ${files.run} = 1)
      from ${files}
      where id = ${fileId})`,
  );

/** The file is the current content of its page. */
export const isContent = (fileId: string): SQL =>
  sql`exists (
    select 1 from ${files}
    where id = ${fileId}
      and role = 'content')`;
