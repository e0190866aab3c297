/** SQL that reads threads with their comments, and the overview of a page's threads. */
import { alias } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../kernel/caller.ts";
import { toIso, toIsoOrNull } from "../../kernel/clock.ts";
import { commentReactions, commentReaders, comments, commentThreads } from "../../db/schema/comments.ts";
import { mcpTokens } from "../../db/schema/tokens.ts";
import { users } from "../../db/schema/users.ts";
import { agentName } from "../../db/agent-name.ts";
import {
  all,
  first,
  many,
  orNull,
  prepare,
  rowsOf,
  sql,
  whole,
  type AnyQuery,
  type Named,
  type Query,
  type RowOf,
  type SQL,
} from "../../db/sql.ts";
import type { Results } from "../../platform/db.ts";
import { prepareForCaller, prepareForCallerAndEach } from "../../permissions/credential.ts";
import { toReactions } from "../messages/statements.ts";
import type { Comment } from "./contract.ts";

const t = alias(commentThreads, "t");
const c = alias(comments, "c");
const u = alias(users, "u");
const closer = alias(users, "closer");
const k = alias(mcpTokens, "k");
const r = alias(commentReaders, "r");
const x = alias(commentReactions, "x");

/** Comments shown with each thread of a list, besides the first one. */
const NEWEST = 20;

const meCte = (userId: SQL): SQL => sql`me (id) as materialized (select ${userId})`;

/** Over the thread `t` and the caller's reader row `r`, if there is one. */
const IS_UNREAD = sql<0 | 1>`(${t.closedAt} is null and ${t.lastCommentId} > coalesce(${r.lastReadId}, ''))`;
const IS_MINE = sql<0 | 1>`coalesce(${r.commented}, 0)`;

const thread = {
  id: t.id,
  pageId: t.pageId,
  kind: t.kind,
  target: t.target,
  place: t.place,
  quote: t.quote,
  replacement: t.replacement,
  revision: t.revision,
  createdAt: t.createdAt,
  userId: orNull(u.id),
  name: orNull(u.name),
  image: u.image,
  agent: sql<string | null>`${agentName(sql`k`)}`,
  closedAt: t.closedAt,
  closedAs: t.closedAs,
  closedRevision: t.closedRevision,
  closerId: orNull(closer.id),
  closerName: orNull(closer.name),
  closerImage: closer.image,
  taskPageId: t.taskPageId,
  commentCount: t.commentCount,
  textBytes: t.textBytes,
  isUnread: IS_UNREAD,
  follows: sql<0 | 1>`coalesce(${r.follows}, ${IS_MINE})`,
};
export type ThreadRow = RowOf<typeof thread>;

/** `chosen` selects the ids. Newest first. Users with a deleted account are not shown. */
const threadRows = (userId: SQL, chosen: SQL): SQL<ThreadRow> =>
  rowsOf(
    thread,
    (columns) => sql`with ${meCte(userId)}, chosen (id) as materialized (${chosen})
      select ${columns}
      from me
      cross join chosen
      cross join ${commentThreads} t on ${t.id} = chosen.id
      left join ${users} u on ${u.id} = ${t.userId} and ${u.deletedAt} is null
      left join ${users} closer on ${closer.id} = ${t.closedBy} and ${closer.deletedAt} is null
      left join ${mcpTokens} k on ${k.id} = ${t.tokenId}
      left join ${commentReaders} r on ${r.threadId} = ${t.id} and ${r.userId} = me.id
      order by ${t.id} desc`,
  );

const comment = {
  id: c.id,
  threadId: c.threadId,
  content: c.content,
  userId: orNull(u.id),
  name: orNull(u.name),
  image: u.image,
  agent: sql<string | null>`${agentName(sql`k`)}`,
  authorName: c.authorName,
  createdAt: c.createdAt,
  editedAt: c.editedAt,
  deletedAt: c.deletedAt,
  /** See `toReactions`. */
  reactions: sql<string>`(
    select json_group_array(json_array(${x.emoji}, u.id, u.name, ${x.createdAt}))
    from ${commentReactions} x
    cross join ${users} u on u.id = ${x.userId} and u.deleted_at is null
    where ${x.commentId} = ${c.id})`,
};

/** `shown` selects ids of comments. Oldest first. */
const commentRows = (shown: SQL): SQL<RowOf<typeof comment>> =>
  rowsOf(
    comment,
    (columns) => sql`with ${shown}
      select ${columns}
      from shown
      cross join ${comments} c on ${c.id} = shown.id
      left join ${users} u on ${u.id} = ${c.userId} and ${u.deletedAt} is null
      left join ${mcpTokens} k on ${k.id} = ${c.tokenId}
      order by ${c.id}`,
  );

const toComment = ({ userId, name, image, reactions, ...row }: RowOf<typeof comment>): Comment => ({
  ...row,
  user: userId === null || name === null ? null : { id: userId, name, image },
  createdAt: toIso(row.createdAt),
  editedAt: toIsoOrNull(row.editedAt),
  deletedAt: toIsoOrNull(row.deletedAt),
  reactions: toReactions(reactions),
});

/** The first comment and the newest ones of each chosen thread. */
const shownOf = (chosen: SQL): SQL => sql`chosen (id) as materialized (${chosen}),
  recent (id, since) as materialized (
    select t.id, iif(${t.commentCount} <= ${whole(NEWEST)}, '', (
      select id from ${comments}
      where thread_id = t.id
      order by id desc
      limit 1 offset ${whole(NEWEST - 1)}))
    from chosen
    cross join ${commentThreads} t on ${t.id} = chosen.id),
  shown (id) as (
    select c.id
    from recent
    cross join ${comments} c on c.thread_id = recent.id and c.id >= recent.since
    union all
    select id
    from (
      select (select min(id) from ${comments} where thread_id = recent.id) as id, since
      from recent
      where since <> '')
    where id < since)`;

/** Threads, newest first, and their comments, oldest first. */
type Chosen = readonly [Query<ThreadRow[]>, Query<Comment[]>];

const named = ({ pageId, ids }: Named<"pageId" | "ids">): SQL =>
  sql`select id from ${commentThreads}
    where id in (select value from json_each(${ids}))
      and page_id = ${pageId}`;

const threadsNamed = prepareForCaller((userId, values: Named<"pageId" | "ids">) => threadRows(userId, named(values)));
const commentsNamed = prepare((values: Named<"pageId" | "ids">) => commentRows(shownOf(named(values))));

export function readThreads(caller: Caller, pageId: string, threadIds: readonly string[]): Chosen {
  const values = { pageId, ids: JSON.stringify(threadIds) };
  return [many(threadsNamed(caller, values)), many(commentsNamed(values), toComment)];
}

export const readThread = (caller: Caller, pageId: string, threadId: string): Query<ThreadRow | null> =>
  first(threadsNamed(caller, { pageId, ids: JSON.stringify([threadId]) }));

const commentsOfThread = prepare(({ pageId, threadId }: Named<"pageId" | "threadId">) =>
  commentRows(sql`shown (id) as (
    select c.id
    from ${commentThreads} t
    cross join ${comments} c on c.thread_id = t.id
    where ${t.id} = ${threadId}
      and ${t.pageId} = ${pageId})`),
);

/** All comments of a thread of this page, oldest first. */
export const readComments = (pageId: string, threadId: string): Query<Comment[]> =>
  many(commentsOfThread({ pageId, threadId }), toComment);

const commentById = prepare(({ pageId, threadId, commentId }: Named<"pageId" | "threadId" | "commentId">) =>
  commentRows(sql`shown (id) as (
    select id from ${comments}
    where id = ${commentId}
      and thread_id = ${threadId}
      and page_id = ${pageId})`),
);

export const readComment = (pageId: string, threadId: string, commentId: string): Query<Comment | null> =>
  first(commentById({ pageId, threadId, commentId }), toComment);

/** Bytes of text in one response. */
export const LIST_BYTES = 2_000_000;

type Filter = Named<"pageId" | "before" | "isClosed" | "isMine" | "isUnread">;

/** One more than fit in a response, if there are more. */
const newest = (limit: SQL, userId: SQL, { pageId, before, isClosed, isMine, isUnread }: Filter): SQL =>
  sql`select id
    from (
      select id, sum(text_bytes) over (order by id desc) - text_bytes as bytes_before
      from (
        select ${t.id} as id, ${t.textBytes} as text_bytes
        from (select ${userId} as id) me
        cross join ${commentThreads} t
        left join ${commentReaders} r on ${r.threadId} = ${t.id} and ${r.userId} = me.id
        where ${t.pageId} = ${pageId}
          and ${t.id} < ${before}
          and (${t.closedAt} is not null) = coalesce(${isClosed}, ${t.closedAt} is not null)
          and (not ${isMine} or ${IS_MINE})
          and (not ${isUnread} or ${IS_UNREAD})
        order by ${t.id} desc
        limit ${limit}))
    where bytes_before <= ${whole(LIST_BYTES)}`;

const newestThreads = prepareForCallerAndEach((limit, userId, filter: Filter) =>
  threadRows(userId, newest(limit, userId, filter)),
);
const newestComments = prepareForCallerAndEach((limit, userId, filter: Filter) =>
  commentRows(shownOf(newest(limit, userId, filter))),
);

type Range = {
  /** Null for open and closed ones. */
  readonly isClosed: boolean | null;
  readonly isMine: boolean;
  readonly isUnread: boolean;
  readonly before: string | null;
  readonly limit: number;
};

/** Threads newest first: one more than fit in a response, if there are more. */
export function readNewestThreads(caller: Caller, pageId: string, range: Range): Chosen {
  const { isClosed, isMine, isUnread, before, limit } = range;
  const filter = {
    pageId,
    before: before ?? "~",
    isClosed: isClosed === null ? null : Number(isClosed),
    isMine: Number(isMine),
    isUnread: Number(isUnread),
  };
  return [many(newestThreads(limit + 1, caller, filter)), many(newestComments(limit + 1, caller, filter), toComment)];
}

const overview = {
  id: t.id,
  target: t.target,
  place: t.place,
  textBytes: t.textBytes,
  isUnread: IS_UNREAD,
};
export type OpenThreadRow = RowOf<typeof overview> & { readonly isMine: 0 | 1 };

const openThreads = prepareForCaller((userId, { pageId, asksMine }: Named<"pageId" | "asksMine">) =>
  rowsOf(
    { ...overview, isMine: sql<0 | 1>`(not ${asksMine} or ${IS_MINE})` },
    (columns) => sql`with ${meCte(userId)}
      select ${columns}
      from me
      cross join ${commentThreads} t
      left join ${commentReaders} r on ${r.threadId} = ${t.id} and ${r.userId} = me.id
      where ${t.pageId} = ${pageId}
        and ${t.closedAt} is null`,
  ),
);

/** What sorting, filtering and counting the open threads of a page needs. `isMine` is 1 for all unless asked for. */
export const listOpenThreads = (caller: Caller, pageId: string, asksMine: boolean): Query<OpenThreadRow[]> =>
  many(openThreads(caller, { pageId, asksMine: Number(asksMine) }));

const countOfThreads = prepare(({ pageId }: Named<"pageId">) =>
  rowsOf(
    { n: sql<number>`count(*)` },
    (columns) => sql`select ${columns} from ${commentThreads} where page_id = ${pageId}`,
  ),
);

/** Open and closed ones. */
export const countThreads = (pageId: string): Query<number> => all(countOfThreads({ pageId }), ([row]) => row?.n ?? 0);

/** The results of the queries at the end of a batch. */
export const lastResults = <const Q extends readonly AnyQuery<unknown>[]>(
  results: readonly unknown[],
  queries: Q,
): Results<Q> => results.slice(-queries.length) as unknown as Results<Q>; // in the order of `queries`
