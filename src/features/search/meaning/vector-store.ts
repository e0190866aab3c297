/** SQL on the search database: which chunks of pages have vectors, and which pages wait for theirs. */
import { alias } from "drizzle-orm/sqlite-core";
import { DAY, MINUTE, type Instant } from "../../../kernel/clock.ts";
import { docs, pageVectors, vectorQueue } from "../../../db/schema/search.ts";
import {
  changing,
  exists,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type Write,
} from "../../../db/sql.ts";

const v = alias(pageVectors, "v");
const d = alias(docs, "d");

/** Add it to the batch that indexes the words of these pages, or removes them. A change makes earlier failures irrelevant. */
export const queueVectors = (pageIds: readonly string[], mark: string, now: Instant): Write<number> =>
  write(sql`insert into ${vectorQueue} (page_id, mark, tries, due_at)
    select value, ${mark}, 0, ${now} from json_each(${JSON.stringify(pageIds)}) where true
    on conflict (page_id) do update set mark = excluded.mark, tries = 0, due_at = excluded.due_at`);

export const hasDueVectors = (now: Instant): Query<boolean> =>
  exists(sql`select 1 from ${vectorQueue}
    where due_at <= ${now}
    limit 1`);

const claimed = { pageId: vectorQueue.pageId, mark: vectorQueue.mark };
export type ClaimedPage = RowOf<typeof claimed>;

/** Doublings of the delay between attempts: from two minutes to a day. */
const MAX_DOUBLINGS = 10;

/**
 * Takes pages that are due, longest wait first. Each becomes due again after a delay that doubles with every attempt, up to a day,
 * unless `finishVectors` removes it before.
 */
export const claimVectors = (limit: number, now: Instant): Write<ClaimedPage[]> =>
  changing(
    many(
      rowsOf(
        claimed,
        (columns) => sql`update ${vectorQueue}
          set tries = tries + 1,
            due_at = ${now} + min(${whole(DAY)}, ${whole(2 * MINUTE)} << min(tries, ${whole(MAX_DOUBLINGS)}))
          where page_id in (
            select page_id from ${vectorQueue}
            where due_at <= ${now}
            order by due_at
            limit ${whole(limit)})
          returning ${columns}`,
      ),
    ),
  );

const chunkRow = { pageId: v.pageId, chunk: v.chunk, hash: v.hash };
export type ChunkRow = RowOf<typeof chunkRow>;

export const listChunks = (pageIds: readonly string[]): Query<ChunkRow[]> =>
  many(
    rowsOf(
      chunkRow,
      (columns) => sql`select ${columns} from ${pageVectors} v
        where ${v.pageId} in ${jsonList(pageIds)}`,
    ),
  );

/** A page whose vectors have been written. */
export type FinishedPage = ClaimedPage & {
  readonly chunks: readonly { readonly chunk: number; readonly hash: string; readonly place: number }[];
};

/**
 * Records the chunks of pages. A page that has changed meanwhile stays queued, or is queued again, because these vectors may have
 * replaced those of the change.
 */
export function finishVectors(pages: readonly FinishedPage[], mark: string, now: Instant): Write<number>[] {
  const marks = JSON.stringify(pages.map((page) => [page.pageId, page.mark]));
  const chunks = JSON.stringify(
    pages.flatMap((page) => page.chunks.map(({ chunk, hash, place }) => [page.pageId, chunk, hash, place])),
  );
  const current = sql`select q.page_id
    from json_each(${marks}) j
    cross join ${vectorQueue} q on q.page_id = j.value ->> 0 and q.mark = j.value ->> 1`;
  return [
    write(sql`delete from ${pageVectors}
      where page_id in (select value ->> 0 from json_each(${marks}))
        and (page_id, chunk) not in (select value ->> 0, value ->> 1 from json_each(${chunks}))`),
    write(sql`insert into ${pageVectors} (page_id, chunk, hash, place)
      select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${chunks}) where true
      on conflict (page_id, chunk) do update set hash = excluded.hash, place = excluded.place
        where hash <> excluded.hash or place <> excluded.place`),
    write(sql`insert into ${vectorQueue} (page_id, mark, tries, due_at)
      select value ->> 0, ${mark}, 0, ${now} from json_each(${marks})
      where value ->> 0 not in (${current})
      on conflict do nothing`),
    write(sql`delete from ${vectorQueue} where page_id in (${current})`),
  ];
}

const nearRow = {
  at: sql<number>`j.key`,
  pageId: v.pageId,
  driveId: d.driveId,
  changedAt: d.changedAt,
  place: v.place,
};
export type NearRow = RowOf<typeof nearRow>;

/** The indexed state of the pages that these chunks belong to; `at` is the index into `chunks`. */
export const findChunkPages = (
  chunks: readonly { readonly pageId: string; readonly chunk: number }[],
  changedSince: Instant | null,
): Query<NearRow[]> =>
  many(
    rowsOf(
      nearRow,
      (columns) => sql`select ${columns}
        from json_each(${JSON.stringify(chunks.map(({ pageId, chunk }) => [pageId, chunk]))}) j
        cross join ${pageVectors} v on ${v.pageId} = j.value ->> 0 and ${v.chunk} = j.value ->> 1
        cross join ${docs} d on ${d.pageId} = ${v.pageId}
        where ${changedSince === null ? sql`true` : sql`${d.changedAt} >= ${changedSince}`}
        order by j.key`,
    ),
  );
