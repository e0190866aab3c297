/** SQL that writes threads, comments, reactions and readers. Triggers maintain the counts of a thread. */
import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { MAX_COMMENTS, MAX_THREADS, type Closing, type TargetKind, type ThreadKind } from "../../kernel/comment.ts";
import { commentReactions, commentReaders, comments, commentThreads } from "../../db/schema/comments.ts";
import { files } from "../../db/schema/files.ts";
import {
  builder,
  changing,
  first,
  isMet,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Operand,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import { MAX_THREAD_BYTES } from "./rules.ts";

const t = alias(commentThreads, "t");

/** Users who may be notified of one reply; the statement that notifies them has its own limit. */
const MAX_RECIPIENTS = 60;

export type NewThread = {
  readonly id: string;
  readonly pageId: string;
  readonly kind: ThreadKind;
  readonly target: TargetKind;
  /** JSON. */
  readonly place: string;
  readonly quote: string;
  readonly replacement: string | null;
  readonly revision: number;
};

export type Author = { readonly userId: string; readonly tokenId: string | null };

/** The thread counts as its own newest comment until it has one. */
export const insertThreads = (threads: readonly NewThread[], by: Author, now: Instant): Write<number> =>
  write(sql`insert into ${commentThreads}
      (id, page_id, kind, target, place, quote, replacement, revision, user_id, token_id, created_at, last_comment_id, text_bytes)
    select value ->> 'id', value ->> 'pageId', value ->> 'kind', value ->> 'target', value ->> 'place',
      value ->> 'quote', value ->> 'replacement', value ->> 'revision', ${by.userId}, ${by.tokenId}, ${now}, value ->> 'id',
      octet_length(value ->> 'quote') + octet_length(coalesce(value ->> 'replacement', ''))
    from json_each(${JSON.stringify(threads)})`);

type NewComment = { readonly id: string; readonly threadId: string; readonly pageId: string; readonly content: string };

export const insertComment = (comment: NewComment, by: Author, now: Instant): Write<number> =>
  write(builder.insert(comments).values({ ...comment, ...by, createdAt: now }));

/** Guard: the page has room for `more` threads. */
export const fitsPage = (pageId: string, more: number): SQL =>
  sql`((select count(*) from ${commentThreads} where page_id = ${pageId}) + ${more} <= ${MAX_THREADS})`;

/** Guard: the thread has room for another comment of `bytes`. */
export const fitsThread = (threadId: string, bytes: number): SQL =>
  sql`exists (
    select 1 from ${commentThreads}
    where id = ${threadId}
      and comment_count < ${MAX_COMMENTS}
      and text_bytes + ${bytes} <= ${MAX_THREAD_BYTES})`;

/** Guard: the thread has room for one of its comments to grow by so many bytes. */
export const fitsEdit = (threadId: string, grows: SQL): SQL =>
  sql`exists (
    select 1 from ${commentThreads}
    where id = ${threadId}
      and (${grows} <= 0 or text_bytes + ${grows} <= ${MAX_THREAD_BYTES}))`;

/** Guard. */
export const isThreadOf = (pageId: string, threadId: string): SQL =>
  sql`exists (
    select 1 from ${commentThreads}
    where id = ${threadId}
      and page_id = ${pageId})`;

/** Guard: the comment is there and not deleted. */
export const isCommentOf = (pageId: string, threadId: string, commentId: string): SQL =>
  sql`exists (
    select 1 from ${comments}
    where id = ${commentId}
      and thread_id = ${threadId}
      and page_id = ${pageId}
      and deleted_at is null)`;

/** Nobody but the caller has commented in the thread. */
export const isAlone = (caller: Caller, threadId: string): Query<boolean> =>
  isMet(isOnlyBy(threadId, callerId(caller)));

/** Guard: nobody but this user has commented in the thread. */
export const isOnlyBy = (threadId: string, userId: Operand): SQL =>
  sql`not exists (
    select 1 from ${comments}
    where thread_id = ${threadId}
      and user_id is not ${userId})`;

/** Null if the page has no file. */
export const findFileType = (pageId: string): Query<string | null> =>
  first(
    rowsOf(
      { mimeType: files.mimeType },
      (columns) => sql`select ${columns} from ${files}
        where page_id = ${pageId}
          and role = 'content'
        limit 1`,
    ),
    ({ mimeType }) => mimeType,
  );

/** Users to notify of a reply: those who have written in the thread or follow it, without those who have stopped. */
export const listRecipients = (threadId: string): Query<string[]> =>
  many(
    rowsOf(
      { userId: commentReaders.userId },
      (columns) => sql`select ${columns} from ${commentReaders}
        where thread_id = ${threadId}
          and coalesce(follows, commented) = 1
        limit ${whole(MAX_RECIPIENTS)}`,
    ),
    ({ userId }) => userId,
  );

/** Those who have written in a thread have read it. */
export const markWritten = (threadIds: readonly string[], userId: string): Write<number> =>
  write(sql`insert into ${commentReaders} (thread_id, user_id, last_read_id, commented)
    select ${t.id}, ${userId}, ${t.lastCommentId}, 1
    from ${commentThreads} t
    where ${t.id} in ${jsonList(threadIds)}
    on conflict (thread_id, user_id) do update set
      last_read_id = max(last_read_id, excluded.last_read_id),
      commented = 1`);

/** Up to the newest comments of those threads of this page. Never moves back. */
export const markRead = (pageId: string, threadIds: readonly string[], userId: string): Write<number> =>
  write(sql`insert into ${commentReaders} (thread_id, user_id, last_read_id)
    select ${t.id}, ${userId}, ${t.lastCommentId}
    from ${commentThreads} t
    where ${t.id} in ${jsonList(threadIds)}
      and ${t.pageId} = ${pageId}
    on conflict (thread_id, user_id) do update set last_read_id = excluded.last_read_id
      where excluded.last_read_id > last_read_id`);

export const setFollows = (threadId: string, userId: string, follows: boolean): Write<number> =>
  write(
    builder
      .insert(commentReaders)
      .values({ threadId, userId, follows: follows ? 1 : 0 })
      .onConflictDoUpdate({
        target: [commentReaders.threadId, commentReaders.userId],
        set: { follows: follows ? 1 : 0 },
      }),
  );

type Close = {
  readonly pageId: string;
  readonly ids: readonly string[];
  readonly as: Closing;
  readonly by: string | null;
  readonly revision: number;
  readonly now: Instant;
};

/** Closes those that are open; returns their ids. */
export const closeThreads = ({ pageId, ids, as, by, revision, now }: Close): Write<string[]> =>
  changing(
    many(
      rowsOf(
        { id: commentThreads.id },
        (columns) => sql`update ${commentThreads}
          set closed_at = ${now}, closed_as = ${as}, closed_by = ${by}, closed_revision = ${revision}
          where id in ${jsonList(ids)}
            and page_id = ${pageId}
            and closed_at is null
          returning ${columns}`,
      ),
      ({ id }) => id,
    ),
  );

export const reopenThread = (threadId: string): Write<number> =>
  write(
    builder
      .update(commentThreads)
      .set({ closedAt: null, closedAs: null, closedBy: null, closedRevision: null })
      .where(eq(commentThreads.id, threadId)),
  );

/** The words and place of a thread that was placed anew. */
export const moveThread = (threadId: string, target: TargetKind, quote: string): Write<number> =>
  write(sql`update ${commentThreads}
    set target = ${target}, quote = ${quote}, text_bytes = text_bytes + ${Buffer.byteLength(quote)} - octet_length(quote)
    where id = ${threadId}`);

export const linkTask = (threadId: string, taskPageId: string | null): Write<number> =>
  write(builder.update(commentThreads).set({ taskPageId }).where(eq(commentThreads.id, threadId)));

export const deleteThread = (threadId: string): Write<number> =>
  write(builder.delete(commentThreads).where(eq(commentThreads.id, threadId)));

export const editComment = (commentId: string, content: string, now: Instant): Write<number> =>
  write(builder.update(comments).set({ content, editedAt: now }).where(eq(comments.id, commentId)));

/** Bytes a comment grows by when its text is replaced by one of `bytes`. */
export const growthOfComment = (commentId: string, bytes: number): SQL =>
  sql`(${bytes} - coalesce((select octet_length(content) from ${comments} where id = ${commentId}), 0))`;

/**
 * The first comment of a thread with replies is kept without its content, any other one is deleted. A thread without any
 * comment left is deleted, unless it is a suggestion. The last result is the number of deleted threads.
 */
export const deleteComment = (threadId: string, commentId: string, now: Instant): readonly Write<number>[] => [
  write(sql`update ${comments} set content = '', deleted_at = ${now}
    where id = ${commentId}
      and id = (select min(id) from ${comments} where thread_id = ${threadId})
      and exists (
        select 1 from ${comments}
        where thread_id = ${threadId}
          and id > ${commentId})`),
  write(builder.delete(commentReactions).where(eq(commentReactions.commentId, commentId))),
  write(sql`delete from ${comments}
    where id = ${commentId}
      and deleted_at is null`),
  write(sql`delete from ${commentThreads}
    where id = ${threadId}
      and kind = 'comment'
      and not exists (
        select 1 from ${comments}
        where thread_id = ${threadId}
          and deleted_at is null)`),
];

export const insertReaction = (commentId: string, userId: string, emoji: string, now: Instant): Write<number> =>
  write(builder.insert(commentReactions).values({ commentId, userId, emoji, createdAt: now }).onConflictDoNothing());

export const deleteReaction = (commentId: string, userId: string, emoji: string): Write<number> =>
  write(
    builder
      .delete(commentReactions)
      .where(
        and(
          eq(commentReactions.commentId, commentId),
          eq(commentReactions.userId, userId),
          eq(commentReactions.emoji, emoji),
        ),
      ),
  );
