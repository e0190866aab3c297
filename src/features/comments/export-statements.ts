/** SQL that reads the threads of a page for an archive. */
import { alias } from "drizzle-orm/sqlite-core";
import { toIso } from "../../kernel/clock.ts";
import { onBehalf } from "../../kernel/agent.ts";
import { MAX_COMMENTS } from "../../kernel/comment.ts";
import { agentName } from "../../db/agent-name.ts";
import { commentReactions, comments, commentThreads } from "../../db/schema/comments.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import { jsonList, many, orNull, rowsOf, sql, whole, type Query, type RowOf } from "../../db/sql.ts";

const t = alias(commentThreads, "t");
const c = alias(comments, "c");
const u = alias(users, "u");
const closer = alias(users, "closer");
const k = alias(mcpTokens, "k");
const x = alias(commentReactions, "x");

/** Maximum bytes of the comments of one thread, and of the threads of one batch unless it is one. */
const MAX_BYTES = 2_000_000;
/** Threads per batch. */
const BATCH = 500;

const thread = {
  id: t.id,
  kind: t.kind,
  target: t.target,
  place: t.place,
  quote: t.quote,
  replacement: t.replacement,
  createdAt: t.createdAt,
  name: orNull(u.name),
  agent: sql<string | null>`${agentName(sql`k`)}`,
  closedAt: t.closedAt,
  closedAs: t.closedAs,
  closerName: orNull(closer.name),
  commentCount: t.commentCount,
};
export type ExportedThread = RowOf<typeof thread>;

/** The next threads of a page, oldest first; empty after the last one. */
export const listThreads = (pageId: string, after: string): Query<ExportedThread[]> =>
  many(
    rowsOf(
      thread,
      (columns) => sql`with next (id) as materialized (
          select id
          from (
            select id, sum(text_bytes) over (order by id) - text_bytes as bytes_before
            from (
              select id, text_bytes from ${commentThreads}
              where page_id = ${pageId}
                and id > ${after}
              order by id
              limit ${whole(BATCH)}))
          where bytes_before < ${whole(MAX_BYTES)})
        select ${columns}
        from next
        cross join ${commentThreads} t on ${t.id} = next.id
        left join ${users} u on ${u.id} = ${t.userId} and ${u.deletedAt} is null
        left join ${users} closer on ${closer.id} = ${t.closedBy} and ${closer.deletedAt} is null
        left join ${mcpTokens} k on ${k.id} = ${t.tokenId}
        order by ${t.id}`,
    ),
  );

const comment = {
  threadId: c.threadId,
  content: c.content,
  name: orNull(u.name),
  authorName: c.authorName,
  agent: sql<string | null>`${agentName(sql`k`)}`,
  createdAt: c.createdAt,
  editedAt: c.editedAt,
  deletedAt: c.deletedAt,
  /** JSON pairs of emoji and name. */
  reactions: sql<string>`(
    select json_group_array(json_array(${x.emoji}, u.name))
    from ${commentReactions} x
    cross join ${users} u on u.id = ${x.userId} and u.deleted_at is null
    where ${x.commentId} = ${c.id})`,
};

export type ExportedComment = {
  readonly threadId: string;
  readonly author: string | null;
  readonly content: string;
  readonly createdAt: string;
  readonly editedAt?: string;
  readonly deletedAt?: string;
  /** Sorted names by emoji. */
  readonly reactions?: Readonly<Record<string, readonly string[]>>;
};

/** The comments of these threads, oldest first: the first ones of a thread that has more text than an archive keeps. */
export const listComments = (threadIds: readonly string[]): Query<ExportedComment[]> =>
  many(
    rowsOf(
      comment,
      (columns) => sql`with kept (id) as materialized (
          select id
          from (
            select id, sum(octet_length(content)) over later as bytes, row_number() over later as n
            from ${comments}
            where thread_id in ${jsonList(threadIds)}
            window later as (partition by thread_id order by id rows unbounded preceding))
          where bytes <= ${whole(MAX_BYTES)}
            and n <= ${whole(MAX_COMMENTS)})
        select ${columns}
        from kept
        cross join ${comments} c on ${c.id} = kept.id
        left join ${users} u on ${u.id} = ${c.userId} and ${u.deletedAt} is null
        left join ${mcpTokens} k on ${k.id} = ${c.tokenId}
        order by ${c.id}`,
    ),
    toComment,
  );

function toComment(row: RowOf<typeof comment>): ExportedComment {
  const reactions: Record<string, string[]> = {};
  for (const [emoji, name] of JSON.parse(row.reactions) as [string, string][]) (reactions[emoji] ??= []).push(name);
  return {
    threadId: row.threadId,
    author: row.authorName ?? authorOf(row),
    content: row.content,
    createdAt: toIso(row.createdAt),
    ...(row.editedAt !== null && { editedAt: toIso(row.editedAt) }),
    ...(row.deletedAt !== null && { deletedAt: toIso(row.deletedAt) }),
    ...(Object.keys(reactions).length > 0 && {
      reactions: Object.fromEntries(Object.entries(reactions).map(([emoji, names]) => [emoji, names.toSorted()])),
    }),
  };
}

/** As the page shows it. */
export const authorOf = ({ name, agent }: { readonly name: string | null; readonly agent: string | null }) =>
  name === null || agent === null ? name : onBehalf(agent, name);
