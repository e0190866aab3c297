/** SQL for blobs: one row per content, plus candidate rows for objects that are written before they have one. */
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Instant } from "../../kernel/clock.ts";
import { blobCandidates, blobs, files, uploads } from "../../db/schema/files.ts";
import { transfers } from "../../db/schema/transfers.ts";
import {
  aliased,
  builder,
  changing,
  first,
  jsonList,
  many,
  rowsOf,
  sql,
  whole,
  write,
  type Query,
  type RowOf,
  type SQL,
  type Write,
} from "../../db/sql.ts";

const b = alias(blobs, "b");

type Blob = { generation: string; sha256: string; size: number; staged: boolean; now: Instant };

/** Records an object that is about to be written and that no blob refers to yet. */
export const insertCandidate = ({
  generation,
  sha256,
  now,
}: Pick<Blob, "generation" | "sha256" | "now">): Write<number> =>
  write(builder.insert(blobCandidates).values({ generation, sha256, createdAt: now }));

export const deleteCandidate = (generation: string): Write<number> =>
  write(builder.delete(blobCandidates).where(eq(blobCandidates.generation, generation)));

/** A literal instead of a parameter, so that SQLite can use the partial index. */
const IS_LIVE = sql`${blobs.state} = 'live'`;

/** The generation of the live blob with this content, as a SQL value. */
export const liveBlob = (sha256: string): SQL<string> =>
  sql`(
    select generation from ${blobs}
    where sha256 = ${sha256}
      and state = 'live')`;

export type LiveBlob = Pick<Blob, "generation" | "sha256" | "size" | "staged">;

export const findLiveBlob = (sha256: string): Query<LiveBlob | null> =>
  first(
    builder
      .select(aliased({ generation: blobs.generation, sha256: blobs.sha256, size: blobs.size, staged: blobs.staged }))
      .from(blobs)
      .where(and(eq(blobs.sha256, sha256), IS_LIVE)),
    ({ staged, ...blob }) => ({ ...blob, staged: staged === 1 }),
  );

/**
 * Ensures that a live blob with this content exists and is not about to be removed: the existing one, or one for the
 * bytes that the caller has just written. Must precede the file row that refers to it, in the same batch.
 */
export const claimBlob = ({ generation, sha256, size, staged, now }: Blob): readonly Write<number>[] => [
  write(sql`insert into ${blobs} (generation, sha256, size, staged, created_at, sent_at)
    select ${generation}, ${sha256}, ${size}, ${staged ? 1 : 0}, ${now}, ${now}
    where not exists (
      select 1 from ${blobs}
      where sha256 = ${sha256}
        and state = 'live')`),
  write(
    builder
      .update(blobs)
      .set({ condemnedAt: null })
      .where(and(eq(blobs.sha256, sha256), IS_LIVE, isNotNull(blobs.condemnedAt))),
  ),
  write(sql`delete from ${blobCandidates}
    where generation = ${generation}
      and exists (select 1 from ${blobs} where generation = ${generation})`),
];

/** Marks the bytes as moved from the staging area to their final key. */
export const markPlaced = (generation: string): Write<number> =>
  write(builder.update(blobs).set({ staged: 0 }).where(eq(blobs.generation, generation)));

const content = { generation: blobs.generation, sha256: blobs.sha256 };
/** The parts of an object's key. */
export type BlobContent = RowOf<typeof content>;

/** Staged blobs that were last sent to the queue before `before`, oldest first; marks them as sent now. */
export const claimStaged = (before: Instant, now: Instant, limit: number): Write<BlobContent[]> =>
  changing(
    many(
      rowsOf(
        content,
        (columns) => sql`update ${blobs} set sent_at = ${now}
          where generation in (
            select generation from ${blobs}
            where staged = 1
              and sent_at < ${before}
            order by sent_at
            limit ${whole(limit)})
          returning ${columns}`,
      ),
    ),
  );

/** Records since when blobs have been unreferenced. */
export const markUnreferenced = (now: Instant, limit: number): Write<number> =>
  write(sql`update ${blobs} set condemned_at = ${now}
    where generation in (
      select generation from ${blobs}
      where condemned_at = 0
      limit ${whole(limit)})`);

/** Marks blobs dead that have been unreferenced since `before`; a dead blob accepts no new references. */
export const markDead = (before: Instant, limit: number): Write<number> =>
  write(sql`update ${blobs} set state = 'dead'
    where generation in (
      select generation from ${blobs}
      where condemned_at > 0
        and condemned_at < ${before}
        and state = 'live'
      order by condemned_at
      limit ${whole(limit)})
      and not exists (
        select 1 from ${files}
        where ${files.generation} = ${blobs.generation})`);

export const listDead = (before: Instant, limit: number): Query<BlobContent[]> =>
  many(
    rowsOf(
      content,
      (columns) => sql`select ${columns} from ${blobs}
        where condemned_at > 0
          and condemned_at < ${before}
          and state = 'dead'
        limit ${whole(limit)}`,
    ),
  );

export const deleteDead = (generations: readonly string[]): Write<number> =>
  write(builder.delete(blobs).where(and(eq(blobs.state, "dead"), inArray(blobs.generation, jsonList(generations)))));

const unnamed = {
  generation: blobCandidates.generation,
  sha256: blobCandidates.sha256,
  /** The generation of the live blob with the same content. */
  live: sql<string | null>`(
    select ${b.generation} from ${blobs} b
    where ${b.sha256} = ${blobCandidates.sha256}
      and ${b.state} = 'live')`,
};
export type UnnamedCandidate = RowOf<typeof unnamed>;

/** Candidates older than `beforeId` that no blob names, oldest first. */
export const listUnnamedBlobs = (beforeId: string, limit: number): Query<UnnamedCandidate[]> =>
  many(
    rowsOf(
      unnamed,
      (columns) => sql`select ${columns} from ${blobCandidates}
        where generation < ${beforeId}
          and not exists (
            select 1 from ${blobs}
            where ${blobs.generation} = ${blobCandidates.generation})
        order by generation
        limit ${whole(limit)}`,
    ),
  );

/** The generations whose staged bytes are still needed by a blob, an upload or an import in progress. */
export const listNeededStaged = (generations: readonly string[]): Query<string[]> =>
  many(
    sql<{ generation: string }>`select value as generation
      from json_each(${JSON.stringify(generations)})
      where exists (
        select 1 from ${blobs}
        where generation = value
          and staged = 1)
        or exists (select 1 from ${uploads} where id = value)
        or exists (
          select 1 from ${transfers}
          where id = substr(value, 1, instr(value || '.', '.') - 1)
            and ended_at is null)`,
    ({ generation }) => generation,
  );
