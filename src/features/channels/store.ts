/** SQL of messages. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { first, sql, write, whole, type Query, type SQL, print } from "../../db/sql.ts";
import { callerId } from "../access/access.ts";
import { AUTHOR, COLUMNS, toMessage, type MessageRow } from "../messages/access.ts";
import type { Message } from "../messages/contract.ts";

export const findMessage = (pageId: string, messageId: string): Query<Message | null> =>
  first<MessageRow, Message>(
    sql`select ${COLUMNS} from messages m ${AUTHOR} where m.id = ${messageId} and m.page_id = ${pageId}`,
    toMessage,
  );

/** Counted no further than this. */
export const MOST_UNREAD = 100;

/** Messages of others after the last one the caller has read. */
export const countUnread = (caller: Caller, pageId: string): Query<number> => ({
  ...print(sql`with me (id) as materialized (select ${callerId(caller)})
    select count(*) as n from (select 1 from me cross join messages m where m.page_id = ${pageId} and m.user_id is not me.id and m.deleted_at is null
      and m.id > coalesce((select last_read_id from message_reads where page_id = ${pageId} and user_id = me.id), '') limit ${whole(MOST_UNREAD)})`),
  read: ([row]) => Number(row?.["n"] ?? 0),
});

export const isMessageOf = (pageId: string, messageId: string): SQL =>
  sql`exists (select 1 from messages where id = ${messageId} and page_id = ${pageId} and deleted_at is null)`;

type NewMessage = {
  id: string;
  pageId: string;
  userId: string;
  content: string;
  parentMessageId: string | null;
  now: Instant;
};

export const insertMessage = (message: NewMessage): Query<number> =>
  write(sql`insert into messages (id, page_id, user_id, role, content, parent_message_id, created_at)
    values (${message.id}, ${message.pageId}, ${message.userId}, 'user', ${message.content}, ${message.parentMessageId}, ${message.now})`);

export const editMessage = (messageId: string, content: string, now: Instant): Query<number> =>
  write(sql`update messages set content = ${content}, edited_at = ${now} where id = ${messageId}`);

/** Bytes that a message gains by becoming one of `bytes`. */
export const growthOfMessage = (messageId: string, bytes: number): SQL =>
  sql`(${bytes} - coalesce((select octet_length(content) from messages where id = ${messageId}), 0))`;

/** A message with replies keeps its place; one without goes altogether. */
export const deleteMessage = (messageId: string, now: Instant): readonly Query<number>[] => [
  write(sql`update messages set content = '', deleted_at = ${now} where id = ${messageId}
    and exists (select 1 from messages r where r.parent_message_id = ${messageId})`),
  write(sql`delete from messages where id = ${messageId} and deleted_at is null`),
];

/** Never moves back: a second window of the same reader may be further behind. */
export const readUpTo = (pageId: string, userId: string, messageId: string): Query<number> =>
  write(sql`insert into message_reads (page_id, user_id, last_read_id) values (${pageId}, ${userId}, ${messageId})
    on conflict (page_id, user_id) do update set last_read_id = excluded.last_read_id where excluded.last_read_id > last_read_id`);

/** Who the caller is to those who read them. */
export const findAuthor = (caller: Caller): Query<NonNullable<Message["user"]> | null> =>
  first<NonNullable<Message["user"]>, NonNullable<Message["user"]>>(
    sql`select id, name, image from users where id = ${callerId(caller)}`,
    (row) => row,
  );
