/** Keeps the vectors of pages in step with the index of words. Their failures are retried later and affect nothing else. */
import { hash } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { SECOND } from "../../kernel/clock.ts";
import { exempt, writeExempt, writeOneExempt } from "../../permissions/exempt.ts";
import { raceTimeout } from "../../platform/timeout.ts";
import { costOf } from "../ai-usage/rules.ts";
import { recordAiCall } from "../ai-usage/statements.ts";
import { readBeginnings, type PageBeginning } from "./dirty-store.ts";
import { MAX_CHUNKS, chunksOf, planChunks, vectorId, type ChunkPlan, type HashedChunk } from "./meaning/chunk-rules.ts";
import { embedTexts, type Meaning } from "./meaning/meaning.ts";
import {
  claimVectors,
  finishVectors,
  listChunks,
  type ClaimedPage,
  type FinishedPage,
} from "./meaning/vector-store.ts";

/** Pages whose vectors are made concurrently, and how often in a run: other jobs of the queue wait for it. */
const PAGES_AT_ONCE = 6;
const ROUNDS = 8;
/** In ms, for one page. */
const PAGE_TIMEOUT = 30 * SECOND;

/** Returns true if pages are left that can be tried at once. */
export async function embedDue(deps: Deps, meaning: Meaning): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const pages = await writeOneExempt(deps.searchDb, exempt.job, claimVectors(PAGES_AT_ONCE, deps.now));
    if (pages.length === 0) return false;
    // If all fail, the provider or the index is probably unreachable.
    if (!(await embedPages(deps, meaning, pages))) return false;
  }
  return true;
}

/** Returns false if none of the pages succeeded. */
async function embedPages(deps: Deps, meaning: Meaning, pages: readonly ClaimedPage[]): Promise<boolean> {
  const ids = pages.map(({ pageId }) => pageId);
  const [sources, known] = await Promise.all([deps.db.one(readBeginnings(ids)), deps.searchDb.one(listChunks(ids))]);
  let tokens = 0;
  const finished = await Promise.all(
    pages.map(async (page): Promise<FinishedPage[]> => {
      const source = sources.find(({ id }) => id === page.pageId);
      const plan = planOf(
        meaning,
        source,
        known.filter(({ pageId }) => pageId === page.pageId),
      );
      try {
        const work = writeVectors(deps, meaning, page.pageId, source, plan, (used) => (tokens += used));
        await raceTimeout(work, PAGE_TIMEOUT);
        return [{ ...page, chunks: plan.chunks }];
      } catch (error) {
        deps.log.warn("search.vectors_failed", { error, pageId: page.pageId });
        return [];
      }
    }),
  );
  if (tokens > 0) await recordTokens(deps, meaning, tokens);
  const done = finished.flat();
  if (done.length > 0) await writeExempt(deps.searchDb, exempt.job, finishVectors(done, deps.newId(), deps.now));
  return done.length > 0;
}

/** Vectors of a page that no longer exists are all deleted, also those that a run wrote without recording them. */
function planOf(
  { embeddings }: Meaning,
  source: PageBeginning | undefined,
  known: Parameters<typeof planChunks>[0],
): ChunkPlan {
  if (!source) return { chunks: [], fresh: new Set(), gone: Array.from({ length: MAX_CHUNKS }, (_, chunk) => chunk) };
  // A page that moves to another drive gets new vectors, because the index is filtered by the drive stored with them.
  const salt = `${embeddings.fingerprint}\n${source.driveId}\n`;
  const hashed = chunksOf(source).map((chunk): HashedChunk => ({
    ...chunk,
    hash: hash("sha256", salt + chunk.text, "base64url").slice(0, 22),
  }));
  return planChunks(known, hashed);
}

async function writeVectors(
  deps: Deps,
  { embeddings, vectors }: Meaning,
  pageId: string,
  source: PageBeginning | undefined,
  { chunks, fresh, gone }: ChunkPlan,
  spend: (tokens: number) => void,
): Promise<void> {
  const wanted = chunks.filter(({ chunk }) => fresh.has(chunk));
  if (source && wanted.length > 0) {
    const texts = wanted.map(({ text }) => text);
    const embedded = await embedTexts(deps, embeddings, texts, AbortSignal.timeout(PAGE_TIMEOUT));
    spend(embedded.tokens);
    const metadata = { pageId, driveId: source.driveId };
    await vectors.upsert(
      wanted.map(({ chunk }, i) => ({ id: vectorId(pageId, chunk), values: embedded.vectors[i] ?? [], metadata })),
    );
  }
  if (gone.length > 0) await vectors.deleteByIds(gone.map((chunk) => vectorId(pageId, chunk)));
}

/** Under no user and no drive: a run serves the changes of many. */
async function recordTokens(deps: Deps, { embeddings }: Meaning, tokens: number): Promise<void> {
  const { provider, model, price } = embeddings;
  const call = {
    id: deps.newId(),
    at: deps.now,
    userId: "",
    provider,
    model,
    inputTokens: tokens,
    cachedTokens: 0,
    outputTokens: 0,
    cost: costOf({ input: tokens, cached: 0, output: 0 }, price),
    driveId: "",
    pageId: "",
    runId: "",
  };
  await writeOneExempt(deps.db, exempt.bookkeeping, recordAiCall(call));
}
