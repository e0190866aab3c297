/** SQL of what is removed after an account was deleted, each time a bounded number of rows that an index finds. */
import type { Instant } from "../../kernel/clock.ts";
import { first, jsonList, many, sql, whole, write, type Query, type SQL } from "../../db/sql.ts";

export type Deletion = {
  readonly email: string;
  readonly byAdmin: boolean;
  readonly isMailed: boolean;
  readonly isErased: boolean;
};

type DeletionRow = { email: string; by_admin: number; mailed_at: number | null; erased_at: number | null };

export const findDeletion = (userId: string): Query<Deletion | null> =>
  first<DeletionRow, Deletion>(
    sql`select email, by_admin, mailed_at, erased_at from account_deletions where user_id = ${userId}`,
    (row) => ({
      email: row.email,
      byAdmin: row.by_admin === 1,
      isMailed: row.mailed_at !== null,
      isErased: row.erased_at !== null,
    }),
  );

export const markMailed = (userId: string, now: Instant): Query<number> =>
  write(sql`update account_deletions set mailed_at = ${now} where user_id = ${userId} and mailed_at is null`);

export const markErased = (userId: string, now: Instant): Query<number> =>
  write(sql`update account_deletions set erased_at = ${now} where user_id = ${userId} and erased_at is null`);

/** Takes up to so many deletions that nobody was told to go on with since `before`. */
export const resume = (before: Instant, now: Instant, most: number): Query<string[]> =>
  many<{ user_id: string }, string>(
    sql`update account_deletions set sent_at = ${now} where user_id in (
        select user_id from account_deletions where sent_at < ${before} order by sent_at limit ${whole(most)}) returning user_id`,
    (row) => row.user_id,
  );

export const findDrive = (userId: string): Query<string | null> =>
  first<{ id: string }, string>(sql`select id from drives where owner_id = ${userId} limit 1`, (row) => row.id);

/** Pages of a drive, in the order of its tree; the same ones for as long as none of them is deleted. */
export const somePages = (driveId: string, most: number): SQL =>
  sql`select id from pages indexed by pages_tree where drive_id = ${driveId} order by parent_id, position, id limit ${whole(most)}`;

/** What can be many on a single page goes before the page does. */
export const deleteMessagesOn = (pages: SQL, most: number): Query<number> =>
  write(sql`delete from messages where id in (
    select m.id from (${pages}) p cross join messages m on m.page_id = p.id limit ${whole(most)})`);

export const deletePages = (pages: SQL): Query<number> => write(sql`delete from pages where id in (${pages})`);

export const deleteEmptyDrive = (driveId: string): Query<number> =>
  write(sql`delete from drives where id = ${driveId} and not exists (select 1 from pages where drive_id = ${driveId})`);

export type OpenUpload = { readonly id: string; readonly storeUploadId: string; readonly isFile: boolean };

export const listUploads = (userId: string, most: number): Query<OpenUpload[]> =>
  many<{ id: string; store_upload_id: string; file_id: string | null }, OpenUpload>(
    sql`select id, store_upload_id, file_id from uploads where user_id = ${userId} order by id limit ${whole(most)}`,
    (row) => ({ id: row.id, storeUploadId: row.store_upload_id, isFile: row.file_id !== null }),
  );

export const deleteUploads = (ids: readonly string[]): Query<number> =>
  write(sql`delete from uploads where id in ${jsonList(ids)}`);

/** Whoever wrote these files is nobody; their weight is counted there, so that the sum over all stays right. */
const NOBODY = "deleted";

export const disownFiles = (userId: string, most: number): readonly [Query<number>, Query<number>, Query<number>] => {
  const some = sql`select id from files where created_by = ${userId} order by id limit ${whole(most)}`;
  const weight = sql`select coalesce(sum(size), 0) as bytes, count(*) as files from files where id in (${some})`;
  return [
    write(sql`insert into storage_usage (user_id, bytes, files) select ${NOBODY}, bytes, files from (${weight}) where files > 0
      on conflict (user_id) do update set bytes = storage_usage.bytes + excluded.bytes, files = storage_usage.files + excluded.files`),
    write(sql`update storage_usage set bytes = storage_usage.bytes - w.bytes, files = storage_usage.files - w.files from (${weight}) w
      where user_id = ${userId} and w.files > 0`),
    write(sql`update files set created_by = ${NOBODY} where id in (${some})`),
  ];
};

const tokensOf = (userId: string): SQL => sql`select id from mcp_tokens where user_id = ${userId}`;

/** Statements that each remove or change at most so many rows; to be repeated until none finds any more. */
export const eraseSome = (userId: string, most: number): Query<number>[] => {
  const limit = whole(most);
  return [
    write(
      sql`update messages set user_id = null where id in (select id from messages where user_id = ${userId} limit ${limit})`,
    ),
    write(
      sql`delete from notifications where id in (select id from notifications where user_id = ${userId} limit ${limit})`,
    ),
    write(sql`delete from message_reads where (page_id, user_id) in (
      select page_id, user_id from message_reads where user_id = ${userId} limit ${limit})`),
    write(sql`delete from mentions where (page_id, target_type, target_id) in (
      select page_id, target_type, target_id from mentions where target_type = 'user' and target_id = ${userId} limit ${limit})`),
    write(
      sql`delete from contact_messages where id in (select id from contact_messages where user_id = ${userId} limit ${limit})`,
    ),
    write(sql`delete from token_pages where (token_id, page_id) in (
      select x.token_id, x.page_id from mcp_tokens t cross join token_pages x on x.token_id = t.id
      where t.user_id = ${userId} limit ${limit})`),
    write(sql`delete from mcp_token_drives where (token_id, drive_id) in (
      select x.token_id, x.drive_id from mcp_tokens t cross join mcp_token_drives x on x.token_id = t.id
      where t.user_id = ${userId} limit ${limit})`),
  ];
};

/** The last of it, once nothing is left that could be many. */
export const deleteUser = (userId: string): Query<number>[] => {
  const isLeft = sql`exists (select 1 from users where id = ${userId} and deleted_at is not null)
    and not exists (select 1 from drives where owner_id = ${userId})
    and not exists (select 1 from files where created_by = ${userId})
    and not exists (select 1 from token_pages where token_id in (${tokensOf(userId)}))`;
  return [
    write(sql`delete from storage_usage where user_id = ${userId} and ${isLeft}`),
    write(sql`delete from users where id = ${userId} and ${isLeft}`),
  ];
};

/** Forgets the address, and that there was anything to do. A mail that cannot be sent is waited for until `mailBy`. */
export const finish = (userId: string, mailBy: Instant): Query<number> =>
  write(sql`delete from account_deletions where user_id = ${userId} and erased_at is not null
    and (mailed_at is not null or created_at < ${mailBy}) and not exists (select 1 from users where id = ${userId})`);
