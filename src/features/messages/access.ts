/** Reading messages, for the batch of whoever shows them. Ids sort by time, so that a page of them is a range of the index. */
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { many, sql, whole, type Query } from "../../db/sql.ts";
import type { Message } from "./contract.ts";

export type MessageRow = {
  id: string;
  page_id: string;
  role: Message["role"];
  content: string;
  user_id: string | null;
  name: string | null;
  image: string | null;
  created_at: number;
  edited_at: number | null;
  deleted_at: number | null;
  parent_message_id: string | null;
};

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  pageId: row.page_id,
  role: row.role,
  content: row.content,
  user: row.user_id === null || row.name === null ? null : { id: row.user_id, name: row.name, image: row.image },
  createdAt: toIso(row.created_at),
  editedAt: toIsoOrNull(row.edited_at),
  deletedAt: toIsoOrNull(row.deleted_at),
  parentMessageId: row.parent_message_id,
});

export const COLUMNS = sql`m.id, m.page_id, m.role, m.content, m.user_id, u.name, u.image, m.created_at, m.edited_at, m.deleted_at, m.parent_message_id`;

/** Goes with `COLUMNS`. Whoever has deleted their account is nobody from that moment on. */
export const AUTHOR = sql`left join users u on u.id = m.user_id and u.deleted_at is null`;

type Range = {
  readonly pageId: string;
  readonly before: string | null;
  readonly limit: number;
  readonly parent?: string;
};

/** Newest first. */
export const listMessages = ({ pageId, before, limit, parent }: Range): Query<Message[]> =>
  many<MessageRow, Message>(
    sql`select ${COLUMNS} from messages m ${AUTHOR}
        where m.id < ${before ?? "~"} and ${
          parent === undefined
            ? sql`m.page_id = ${pageId}`
            : // The plus keeps SQLite from reading the whole page's messages for one thread.
              sql`m.parent_message_id = ${parent} and +m.page_id = ${pageId}`
        }
        order by m.id desc limit ${whole(limit)}`,
    toMessage,
  );

/** A page of messages as people read them; `nextCursor` leads to older ones. */
export function oldestFirst(
  newestFirst: readonly Message[],
  limit: number,
): { messages: Message[]; nextCursor: string | null } {
  const page = newestFirst.slice(0, limit);
  return {
    messages: page.toReversed(),
    nextCursor: newestFirst.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}
