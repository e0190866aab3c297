/** SQL that opens threads read from files, which name their authors but prove nobody's identity. */
import { eq } from "drizzle-orm";
import type { Instant } from "../../kernel/clock.ts";
import type { Closing, TargetKind, ThreadKind } from "../../kernel/comment.ts";
import type { PageType } from "../../kernel/page-type.ts";
import { chunked } from "../../db/chunked.ts";
import { comments, commentThreads } from "../../db/schema/comments.ts";
import { pages } from "../../db/schema/pages.ts";
import {
  aliased,
  builder,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type Write,
} from "../../db/sql.ts";
import type { RoomPageRef, StoredAnchor } from "../../rpc/page-threads.ts";

/** Where it stands in the text; its page's room does not know it yet. */
export type ImportedAnchor = Omit<StoredAnchor, "id" | "kind" | "quote">;

export type ImportedThread = {
  readonly kind: ThreadKind;
  readonly target: TargetKind;
  /** Null for threads that are not on the text. */
  readonly anchor: ImportedAnchor | null;
  /** Which part of a picture or of a PDF, as JSON; null for other targets. */
  readonly part: string | null;
  readonly quote: string;
  readonly replacement: string | null;
  readonly createdAt: Instant;
  readonly closed: { readonly at: Instant; readonly as: Closing } | null;
  readonly comments: readonly ImportedComment[];
};

export type ImportedComment = {
  readonly authorName: string | null;
  readonly content: string;
  readonly createdAt: Instant;
  readonly editedAt: Instant | null;
  readonly deletedAt: Instant | null;
};

export type ImportedThreads = { readonly pageId: string; readonly threads: readonly ImportedThread[] };

/** Bytes of text of these threads, for the quota of their drive. */
export const sizeOfThreads = (threads: readonly ImportedThread[]): number =>
  threads.reduce(
    (sum, { quote, replacement, comments: said }) =>
      sum +
      Buffer.byteLength(quote) +
      Buffer.byteLength(replacement ?? "") +
      said.reduce((length, { content }) => length + Buffer.byteLength(content), 0),
    0,
  );

/**
 * For the batch that creates the pages, or a later one. The job `threads.place` has to follow: until then the places are
 * stored with the threads.
 */
export function insertThreads(
  imported: readonly ImportedThreads[],
  { newId, now }: { readonly newId: () => string; readonly now: Instant },
): Write<number>[] {
  const count = imported.reduce(
    (sum, { threads }) => sum + threads.reduce((all, thread) => all + 1 + thread.comments.length, 0),
    0,
  );
  // Threads and comments are in the order of their ids, and ids of one instant are in none.
  const ids = Array.from({ length: count }, newId)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .values();
  const nextId = (): string => ids.next().value ?? newId();
  const past = (at: Instant): Instant => Math.max(0, Math.min(at, now)) as Instant;
  const threadRows: string[] = [];
  const commentRows: string[] = [];
  for (const { pageId, threads } of imported)
    for (const { kind, target, anchor, part, quote, replacement, createdAt, closed, comments: said } of threads) {
      const id = nextId();
      const place = anchor === null ? (part ?? "{}") : JSON.stringify(anchor);
      const closing = closed === null ? [null, null] : [past(closed.at), closed.as];
      threadRows.push(
        JSON.stringify([id, pageId, kind, target, place, quote, replacement, past(createdAt), ...closing]),
      );
      for (const { authorName, content, createdAt: written, editedAt, deletedAt } of said) {
        const times = [past(written), editedAt && past(editedAt), deletedAt && past(deletedAt)];
        commentRows.push(JSON.stringify([nextId(), id, pageId, authorName, content, ...times]));
      }
    }
  return [
    ...chunked(threadRows).map((list) =>
      write(sql`insert into ${commentThreads} (id, page_id, kind, target, place, quote, replacement, created_at, closed_at,
          closed_as, revision, closed_revision, last_comment_id, text_bytes)
        select value ->> 0, p.id, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
          value ->> 8, value ->> 9, p.revision, iif(value ->> 8 is null, null, p.revision), value ->> 0,
          octet_length(value ->> 5) + coalesce(octet_length(value ->> 6), 0)
        from json_each(${list})
        cross join ${pages} p on p.id = value ->> 1`),
    ),
    ...chunked(commentRows).map((list) =>
      write(sql`insert into ${comments} (id, thread_id, page_id, author_name, content, created_at, edited_at, deleted_at)
        select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
        from json_each(${list})
        cross join ${pages} p on p.id = value ->> 2`),
    ),
  ];
}

const page = { pageId: pages.id, type: sql<PageType>`type`, stored: pages.revision };

export const findPageRef = (pageId: string): Query<RoomPageRef | null> =>
  first(builder.select(aliased(page)).from(pages).where(eq(pages.id, pageId)));

export type UnplacedThread = { readonly anchor: StoredAnchor; readonly isClosed: boolean };

const unplaced = {
  id: commentThreads.id,
  kind: commentThreads.kind,
  quote: commentThreads.quote,
  place: commentThreads.place,
  closedAt: commentThreads.closedAt,
};

export const listUnplaced = (pageId: string, limit: number): Query<UnplacedThread[]> =>
  many(
    rowsOf(
      unplaced,
      (columns) => sql`select ${columns}
        from ${commentThreads}
        where page_id = ${pageId}
          and target in ('text', 'cells')
          and place <> '{}'
        order by id
        limit ${whole(limit)}`,
    ),
    ({ id, kind, quote, place, closedAt }) => ({
      anchor: { ...(JSON.parse(place) as ImportedAnchor), id, kind, quote }, // written by `insertThreads`
      isClosed: closedAt !== null,
    }),
  );

export const markPlaced = (ids: readonly string[]): Write<number> =>
  write(sql`update ${commentThreads} set place = '{}' where id in ${jsonList(ids)}`);
