/** SQL for messages. */
import type { Caller } from "../../kernel/caller.ts";
import type { Instant } from "../../kernel/clock.ts";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { messageReactions, messageReads, messages } from "../../db/schema/messages.ts";
import { users } from "../../db/schema/users.ts";
import {
  aliased,
  all,
  builder,
  first,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type SQL,
  type Write,
} from "../../db/sql.ts";
import { callerId } from "../../permissions/credential.ts";
import { selectMessages, toMessage } from "../messages/statements.ts";
import type { Message } from "../messages/contract.ts";

const m = alias(messages, "m");
const r = alias(messages, "r");

export const findMessage = (pageId: string, messageId: string): Query<Message | null> =>
  first(selectMessages(sql`where ${m.id} = ${messageId} and ${m.pageId} = ${pageId}`), toMessage);

/** Unread messages are counted up to this number. */
export const MAX_UNREAD = 100;

/** Messages by others after the last one the caller has read. */
export const countUnreadMessages = (caller: Caller, pageId: string): Query<number> =>
  all(
    rowsOf(
      { count: sql<number>`count(*)` },
      (columns) => sql`with me (id) as materialized (select ${callerId(caller)})
        select ${columns}
        from (
          select 1
          from me
          cross join ${messages} m
          where ${m.pageId} = ${pageId}
            and ${m.userId} is not me.id
            and ${m.deletedAt} is null
            and ${m.id} > coalesce(
              (
                select last_read_id from ${messageReads}
                where page_id = ${pageId}
                  and user_id = me.id), '')
          limit ${whole(MAX_UNREAD)})`,
    ),
    ([row]) => row?.count ?? 0,
  );

export const isMessageOf = (pageId: string, messageId: string): SQL =>
  sql`exists (
    select 1 from ${messages}
    where id = ${messageId}
      and page_id = ${pageId}
      and deleted_at is null)`;

type NewMessage = {
  id: string;
  pageId: string;
  userId: string;
  content: string;
  parentMessageId: string | null;
  tokenId: string | null;
  now: Instant;
};

export const insertMessage = ({ now, ...message }: NewMessage): Write<number> =>
  write(builder.insert(messages).values({ ...message, role: "user", createdAt: now }));

export const editMessage = (messageId: string, content: string, now: Instant): Write<number> =>
  write(builder.update(messages).set({ content, editedAt: now }).where(eq(messages.id, messageId)));

/** Removes the summaries that agents made of the conversation with this message in it. */
export const removeSummaries = (pageId: string, messageId: string): Write<number> =>
  write(
    builder
      .delete(messages)
      .where(
        and(
          eq(messages.pageId, pageId),
          eq(messages.role, "system"),
          isNotNull(messages.runId),
          gt(messages.id, messageId),
        ),
      ),
  );

/** Bytes a message grows by when its text is replaced by one of `bytes`. */
export const growthOfMessage = (messageId: string, bytes: number): SQL =>
  sql`(${bytes} - coalesce((select octet_length(content) from ${messages} where id = ${messageId}), 0))`;

/** A message with replies is kept as a placeholder; one without is deleted. */
export const deleteMessage = (messageId: string, now: Instant): readonly Write<number>[] => [
  write(sql`update ${messages} set content = '', deleted_at = ${now}
    where id = ${messageId}
      and exists (
        select 1 from ${messages} r
        where ${r.parentMessageId} = ${messageId})`),
  write(builder.delete(messageReactions).where(eq(messageReactions.messageId, messageId))),
  write(sql`delete from ${messages}
    where id = ${messageId}
      and deleted_at is null`),
];

export const insertReaction = (messageId: string, userId: string, emoji: string, now: Instant): Write<number> =>
  write(builder.insert(messageReactions).values({ messageId, userId, emoji, createdAt: now }).onConflictDoNothing());

export const deleteReaction = (messageId: string, userId: string, emoji: string): Write<number> =>
  write(
    builder
      .delete(messageReactions)
      .where(
        and(
          eq(messageReactions.messageId, messageId),
          eq(messageReactions.userId, userId),
          eq(messageReactions.emoji, emoji),
        ),
      ),
  );

/** Never moves back, because another window of the same reader may be further behind. */
export const readUpTo = (pageId: string, userId: string, messageId: string): Write<number> =>
  write(sql`insert into ${messageReads} (page_id, user_id, last_read_id)
    values (${pageId}, ${userId}, ${messageId})
    on conflict (page_id, user_id) do update set last_read_id = excluded.last_read_id
      where excluded.last_read_id > last_read_id`);

/** The caller's public profile, as the author of a message. */
export const findAuthor = (caller: Caller): Query<NonNullable<Message["user"]> | null> =>
  first(
    builder
      .select(aliased({ id: users.id, name: users.name, image: users.image }))
      .from(users)
      .where(eq(users.id, callerId(caller))),
  );
