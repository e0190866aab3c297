/** SQL that erases a deleted account from comments, and deletes the comments on its pages, in batches. */
import { alias } from "drizzle-orm/sqlite-core";
import { commentReactions, commentReaders, commentThreads, comments } from "../../../db/schema/comments.ts";
import { sql, whole, write, type SQL, type Write } from "../../../db/sql.ts";

const c = alias(comments, "c");
const ct = alias(commentThreads, "ct");

/** `pages` selects ids. Comments go before their threads, whose number per page is limited. */
export const deleteCommentsOn = (pages: SQL, most: number): Write<number> =>
  write(sql`delete from ${comments}
    where id in (
      select ${c.id}
      from (${pages}) p
      cross join ${commentThreads} ct on ${ct.pageId} = p.id
      cross join ${comments} c on ${c.threadId} = ${ct.id}
      limit ${whole(most)})`);

/** What the user wrote stays without an author. Statements as those of `eraseBatch`. */
export const eraseComments = (userId: string, most: number): Write<number>[] => {
  const limit = whole(most);
  return [
    write(sql`update ${commentThreads} set user_id = null, token_id = null
      where id in (
        select id from ${commentThreads}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`update ${commentThreads} set closed_by = null
      where id in (
        select id from ${commentThreads}
        where closed_by = ${userId}
        limit ${limit})`),
    write(sql`update ${comments} set user_id = null, token_id = null
      where id in (
        select id from ${comments}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${commentReactions}
      where (comment_id, user_id, emoji) in (
        select comment_id, user_id, emoji from ${commentReactions}
        where user_id = ${userId}
        limit ${limit})`),
    write(sql`delete from ${commentReaders}
      where (thread_id, user_id) in (
        select thread_id, user_id from ${commentReaders}
        where user_id = ${userId}
        limit ${limit})`),
  ];
};
