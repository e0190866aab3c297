/** Maintains the index: copies waiting pages from the main database to the search database. */
import type { Deps } from "../../deps.ts";
import { deleteDocuments, listOutdated, upsertDocuments, type IndexDocument } from "./index-store.ts";
import {
  hasDirty,
  listDirty,
  markOutdated,
  readSources,
  markIndexed,
  type IndexSource,
  type DirtyPage,
} from "./dirty-store.ts";
import { embedDue } from "./embed-pages.ts";
import { meaningOf } from "./meaning/meaning.ts";
import { hasDueVectors, queueVectors } from "./meaning/vector-store.ts";
import { placesOf } from "./place-rules.ts";
import { termsOf } from "./word-rules.ts";
import type { Write } from "../../db/sql.ts";
import { fold } from "../../kernel/fold.ts";
import { exempt, writeExempt } from "../../permissions/exempt.ts";

/** Maximum number of pages, and bytes of their texts, per batch. */
const PAGES_PER_BATCH = 100;
const BYTES_PER_BATCH = 2_000_000;
/** Number of outdated pages that one sweep queues for reindexing. */
const PAGES_PER_SWEEP = 1_000;
/** Keeps a run well below the thousand statements that D1 allows; the next run continues a second or two later. */
const ROUNDS = 20;

/**
 * The queue handler. Runs may overlap, repeat or stop at any point: a page waits until the main database has it in the
 * state that was indexed. A page that cannot be indexed is logged, does not block others, and keeps waiting.
 */
export async function indexDirty(deps: Deps): Promise<void> {
  const isWordsLeft = await indexWords(deps);
  const meaning = meaningOf(deps);
  const isMeaningLeft = meaning !== null && (await embedDue(deps, meaning));
  if (isWordsLeft || isMeaningLeft) await deps.objects.enqueueDebounced({ id: deps.newId(), kind: "search.index" });
}

/** Returns true if pages may be left. */
async function indexWords(deps: Deps): Promise<boolean> {
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const waiting = await deps.db.one(listDirty(PAGES_PER_BATCH, failed));
    if (waiting.length === 0) return false;
    await indexPages(deps, fitting(waiting), failed);
  }
  return true;
}

/** The sweep handler: queues a job for waiting pages in case the original job was lost. */
export async function sweepDirty(
  deps: Pick<Deps, "db" | "embeddings" | "newId" | "now" | "objects" | "searchDb" | "vectors">,
): Promise<void> {
  // A deployment may change the rules. Reindex some pages at a time, in the order of their changes: the others stay searchable.
  const outdated = await deps.searchDb.one(listOutdated(PAGES_PER_SWEEP));
  if (outdated.length > 0) await writeExempt(deps.db, exempt.job, [markOutdated(outdated, deps.now)]);
  const isWaiting =
    (await deps.db.one(hasDirty())) || (meaningOf(deps) !== null && (await deps.searchDb.one(hasDueVectors(deps.now))));
  if (isWaiting) await deps.objects.enqueueDebounced({ id: deps.newId(), kind: "search.index" });
}

/** As many pages as fit in one batch, at least one. */
function fitting(waiting: readonly DirtyPage[]): string[] {
  let bytes = 0;
  const rest = waiting.findIndex((page, i) => (bytes += page.bytes) > BYTES_PER_BATCH && i > 0);
  return waiting.slice(0, rest === -1 ? undefined : rest).map(({ pageId }) => pageId);
}

async function indexPages(deps: Deps, pageIds: readonly string[], failed: string[]): Promise<void> {
  const sources = await deps.db.one(readSources(pageIds));
  const there = new Set(sources.map(({ id }) => id));
  const gone = pageIds.filter((id) => !there.has(id));
  const indexed = await put(deps, sources, gone, failed);
  await writeExempt(deps.db, exempt.job, markIndexed(indexed, gone, deps.now));
}

/** Queues these pages for the index of meanings; nothing if there is none. */
const queued = (deps: PutDeps, pageIds: readonly string[]): Write<number>[] =>
  meaningOf(deps) === null || pageIds.length === 0 ? [] : [queueVectors(pageIds, deps.newId(), deps.now)];

type PutDeps = Pick<Deps, "embeddings" | "log" | "newId" | "now" | "searchDb" | "vectors">;

/** Returns the pages that are now in the index. */
async function put(
  deps: PutDeps,
  sources: readonly IndexSource[],
  gone: readonly string[],
  failed: string[],
): Promise<readonly IndexSource[]> {
  try {
    await writeExempt(deps.searchDb, exempt.job, [
      ...deleteDocuments(gone),
      ...upsertDocuments(sources.map(toIndexDocument)),
      ...queued(deps, [...gone, ...sources.map(({ id }) => id)]),
    ]);
    return sources;
  } catch (error) {
    // Perhaps only one page is at fault. If the database is, this throws again and the queue retries later.
    await writeExempt(deps.searchDb, exempt.job, [...deleteDocuments(gone), ...queued(deps, gone)]);
    if (sources.length === 0) throw error;
  }
  const done: IndexSource[] = [];
  for (const source of sources) {
    try {
      const writes = [...upsertDocuments([toIndexDocument(source)]), ...queued(deps, [source.id])];
      await writeExempt(deps.searchDb, exempt.job, writes);
      done.push(source);
    } catch (error) {
      deps.log.error("search.page_failed", { error, pageId: source.id });
      failed.push(source.id);
    }
  }
  return done;
}

const toIndexDocument = (page: IndexSource): IndexDocument => ({
  pageId: page.id,
  driveId: page.driveId,
  revision: page.revision,
  changedAt: page.updatedAt,
  title: ` ${fold(page.title)}`,
  body: ` ${fold(page.content)}`,
  places: placesOf(page.content),
  terms: termsOf(page),
});
