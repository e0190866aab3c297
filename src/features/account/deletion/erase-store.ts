/** SQL that erases a deleted account in batches: a bounded number of rows each, found by an index. */
import { and, eq, isNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../../kernel/clock.ts";
import type { Language } from "../../../kernel/preferences.ts";
import { agentConfigVersions, agentRuns } from "../../../db/schema/agents.ts";
import { drives } from "../../../db/schema/drives.ts";
import { files, uploads } from "../../../db/schema/files.ts";
import { messageReactions, messageReads, messages } from "../../../db/schema/messages.ts";
import { notifications } from "../../../db/schema/notifications.ts";
import { mentions, pages } from "../../../db/schema/pages.ts";
import { contactMessages } from "../../../db/schema/people.ts";
import { mcpTokenDrives, mcpTokens, tokenPages, toolCalls } from "../../../db/schema/tokens.ts";
import { accountDeletions, storageUsage, users } from "../../../db/schema/users.ts";
import {
  builder,
  changing,
  first,
  jsonList,
  many,
  orNull,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type SQL,
  type Write,
} from "../../../db/sql.ts";

const call = alias(toolCalls, "call");
const d = alias(mcpTokenDrives, "d");
const m = alias(messages, "m");
const written = alias(tokenPages, "written");
const t = alias(mcpTokens, "t");
const r = alias(agentRuns, "r");

export type Deletion = {
  readonly email: string;
  readonly byAdmin: boolean;
  readonly isMailed: boolean;
  readonly isErased: boolean;
  /** The user's language, while their row exists. */
  readonly language: Language | null;
};

export const findDeletion = (userId: string): Query<Deletion | null> =>
  first(
    rowsOf(
      {
        email: accountDeletions.email,
        byAdmin: accountDeletions.byAdmin,
        mailedAt: accountDeletions.mailedAt,
        erasedAt: accountDeletions.erasedAt,
        language: orNull(users.language),
      },
      (columns) => sql`
        select ${columns}
        from ${accountDeletions}
        left join ${users} on ${users.id} = ${accountDeletions.userId}
        where ${accountDeletions.userId} = ${userId}`,
    ),
    ({ email, byAdmin, mailedAt, erasedAt, language }) => ({
      email,
      byAdmin: byAdmin === 1,
      isMailed: mailedAt !== null,
      isErased: erasedAt !== null,
      language,
    }),
  );

export const markDeletionMailed = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(accountDeletions)
      .set({ mailedAt: now })
      .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.mailedAt))),
  );

export const markErased = (userId: string, now: Instant): Write<number> =>
  write(
    builder
      .update(accountDeletions)
      .set({ erasedAt: now })
      .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.erasedAt))),
  );

/** Claims up to `most` deletions whose job was last sent before `before`. */
export const claimStalledDeletions = (before: Instant, now: Instant, most: number): Write<string[]> =>
  changing(
    many(
      rowsOf(
        { userId: accountDeletions.userId },
        (columns) => sql`update ${accountDeletions} set sent_at = ${now}
          where user_id in (
            select user_id from ${accountDeletions}
            where sent_at < ${before}
            order by sent_at
            limit ${whole(most)})
          returning ${columns}`,
      ),
      ({ userId }) => userId,
    ),
  );

export const findDrive = (userId: string): Query<string | null> =>
  first(
    rowsOf(
      { id: drives.id },
      (columns) => sql`select ${columns} from ${drives}
        where owner_id = ${userId}
        limit 1`,
    ),
    ({ id }) => id,
  );

/** Pages of a drive in tree order; the same ones until some of them are deleted. */
export const nextPages = (driveId: string, most: number): SQL =>
  sql`select id from ${pages} indexed by pages_tree
    where drive_id = ${driveId}
    order by parent_id, position, id
    limit ${whole(most)}`;

/** Messages can be numerous on a single page, so they are deleted before the page. */
export const deleteMessagesOn = (some: SQL, most: number): Write<number> =>
  write(sql`delete from ${messages}
    where id in (
      select ${m.id}
      from (${some}) p
      cross join ${messages} m on ${m.pageId} = p.id
      limit ${whole(most)})`);

export const deletePages = (some: SQL): Write<number> => write(sql`delete from ${pages} where id in (${some})`);

export const deleteEmptyDrive = (driveId: string): Write<number> =>
  write(sql`delete from ${drives}
    where id = ${driveId}
      and not exists (select 1 from ${pages} where drive_id = ${driveId})`);

export type OpenUpload = { readonly id: string; readonly storeUploadId: string; readonly isFile: boolean };

export const listUploads = (userId: string, most: number): Query<OpenUpload[]> =>
  many(
    rowsOf(
      { id: uploads.id, storeUploadId: uploads.storeUploadId, fileId: uploads.fileId },
      (columns) => sql`select ${columns} from ${uploads}
        where user_id = ${userId}
        order by id
        limit ${whole(most)}`,
    ),
    ({ fileId, ...upload }) => ({ ...upload, isFile: fileId !== null }),
  );

export const deleteUploads = (ids: readonly string[]): Write<number> =>
  write(sql`delete from ${uploads} where id in ${jsonList(ids)}`);

/** Stands in for the deleted uploader; their files' size moves to this id, so that the total over all users stays correct. */
const NOBODY = "deleted";

export const anonymizeFiles = (
  userId: string,
  most: number,
): readonly [Write<number>, Write<number>, Write<number>] => {
  const some = sql`select id from ${files}
    where created_by = ${userId}
    order by id
    limit ${whole(most)}`;
  const weight = sql`select coalesce(sum(size), 0) as bytes, count(*) as files
    from ${files}
    where id in (${some})`;
  return [
    write(sql`insert into ${storageUsage} (user_id, bytes, files)
      select ${NOBODY}, bytes, files from (${weight})
      where files > 0
      on conflict (user_id) do update set
        bytes = ${storageUsage.bytes} + excluded.bytes,
        files = ${storageUsage.files} + excluded.files`),
    write(sql`update ${storageUsage} set
        bytes = ${storageUsage.bytes} - w.bytes,
        files = ${storageUsage.files} - w.files
      from (${weight}) w
      where user_id = ${userId}
        and w.files > 0`),
    write(sql`update ${files} set created_by = ${NOBODY} where id in (${some})`),
  ];
};

const tokensOf = (userId: string): SQL => sql`select id from ${mcpTokens} where user_id = ${userId}`;

/** Statements that each change at most `most` rows; to be repeated until none changes any. */
export const eraseBatch = (userId: string, most: number): Write<number>[] => {
  const limit = whole(most);
  const own = (table: typeof messages | typeof notifications | typeof contactMessages): SQL =>
    sql`select id from ${table}
      where user_id = ${userId}
      limit ${limit}`;
  return [
    write(sql`update ${messages} set user_id = null, token_id = null
      where id in (${own(messages)})`),
    write(sql`delete from ${notifications} where id in (${own(notifications)})`),
    write(sql`delete from ${messageReads}
      where (page_id, user_id) in (
        select page_id, user_id from ${messageReads}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${messageReactions}
      where (message_id, user_id, emoji) in (
        select message_id, user_id, emoji from ${messageReactions}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${mentions}
      where (page_id, target_type, target_id) in (
        select page_id, target_type, target_id from ${mentions}
        where target_type = 'user'
          and target_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${contactMessages} where id in (${own(contactMessages)})`),
    write(sql`delete from ${agentRuns}
      where id in (
        select ${r.id} from ${agentRuns} r
        where ${r.userId} = ${userId}
        limit ${limit})`),
    write(sql`update ${agentConfigVersions} set user_id = ${NOBODY}, token_id = null
      where (page_id, version) in (
        select page_id, version from ${agentConfigVersions}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${tokenPages}
      where (token_id, page_id) in (
        select ${written.tokenId}, ${written.pageId}
        from ${mcpTokens} t
        cross join ${tokenPages} written on ${written.tokenId} = ${t.id}
        where ${t.userId} = ${userId}
        limit ${limit})`),
    write(sql`delete from ${toolCalls}
      where (token_id, key) in (
        select ${call.tokenId}, ${call.key}
        from ${mcpTokens} t
        cross join ${toolCalls} call on ${call.tokenId} = ${t.id}
        where ${t.userId} = ${userId}
        limit ${limit})`),
    write(sql`delete from ${mcpTokenDrives}
      where (token_id, drive_id) in (
        select ${d.tokenId}, ${d.driveId}
        from ${mcpTokens} t
        cross join ${mcpTokenDrives} d on ${d.tokenId} = ${t.id}
        where ${t.userId} = ${userId}
        limit ${limit})`),
  ];
};

/** Deletes the user row, once everything that can be numerous is gone. */
export const deleteUser = (userId: string): Write<number>[] => {
  const isErasable = sql`exists (
    select 1 from ${users}
    where id = ${userId}
      and deleted_at is not null)
    and not exists (select 1 from ${drives} where owner_id = ${userId})
    and not exists (select 1 from ${files} where created_by = ${userId})
    and not exists (
      select 1 from ${tokenPages}
      where token_id in (${tokensOf(userId)}))
    and not exists (
      select 1 from ${toolCalls}
      where token_id in (${tokensOf(userId)}))`;
  return [
    write(sql`delete from ${storageUsage}
      where user_id = ${userId}
        and ${isErasable}`),
    write(sql`delete from ${users}
      where id = ${userId}
        and ${isErasable}`),
  ];
};

/** Removes the deletion record and with it the address. Waits until `mailBy` for a mail that cannot be sent. */
export const forgetDeletion = (userId: string, mailBy: Instant): Write<number> =>
  write(sql`delete from ${accountDeletions}
    where user_id = ${userId}
      and erased_at is not null
      and (mailed_at is not null or created_at < ${mailBy})
      and not exists (select 1 from ${users} where id = ${userId})`);
