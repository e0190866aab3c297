/** Finds the pages nearest to a query's meaning. */
import type { Deps } from "../../../deps.ts";
import { MINUTE, SECOND, type Instant } from "../../../kernel/clock.ts";
import { raceTimeout } from "../../../platform/timeout.ts";
import { parseVectorId } from "./chunk-rules.ts";
import { filtersOf, type VectorScope } from "./filter-rules.ts";
import { MAX_NEAR_PAGES } from "./fusion-rules.ts";
import { embedTexts, meaningOf, type Meaning } from "./meaning.ts";
import { findChunkPages, type NearRow } from "./vector-store.ts";

/** `place` is where the nearest chunk begins in the page's text, in code points from 1. */
export type NearPage = Omit<NearRow, "at"> & { readonly similarity: number };

/** How long (ms) a search waits; its words have been found by then. */
export const NEAR_TIMEOUT = 600;
/** How long (ms) this isolate searches by words only after a failure. */
export const PAUSE_AFTER_FAILURE = 30 * SECOND;

const MIN_CHARACTERS = 8;

/** The vectors of recent queries: people type, correct, and go back. */
const KEPT_FOR = MINUTE;
const MAX_KEPT = 100;
const kept = new Map<string, { readonly at: Instant; readonly vector: readonly number[] }>();
/** Until when each model is left alone. */
const pausedUntil = new Map<string, Instant>();

/** A single short word says too little: it is usually a name or the beginning of a word. */
const saysEnough = (q: string): boolean => /\S\s+\S/.test(q) || Array.from(q).length >= MIN_CHARACTERS;

/**
 * The nearest pages in the caller's drives, best first; the main database must decide which of them are shown. Empty if search by
 * meaning is off, fails, or takes too long. Never throws.
 */
export async function findNearPages(
  deps: Deps,
  q: string,
  reach: VectorScope,
  changedSince: Instant | null,
): Promise<NearPage[]> {
  const meaning = meaningOf(deps);
  if (!meaning || !saysEnough(q)) return [];
  const { fingerprint } = meaning.embeddings;
  if ((pausedUntil.get(fingerprint) ?? 0) > deps.now) return [];
  const ended = new AbortController();
  try {
    return await raceTimeout(nearest(deps, meaning, { q, reach, changedSince }, ended.signal), NEAR_TIMEOUT);
  } catch (error) {
    pausedUntil.set(fingerprint, deps.now + PAUSE_AFTER_FAILURE);
    deps.log.warn("search.meaning_failed", { error });
    return [];
  } finally {
    ended.abort();
  }
}

type NearQuery = { readonly q: string; readonly reach: VectorScope; readonly changedSince: Instant | null };

async function nearest(
  deps: Deps,
  meaning: Meaning,
  { q, reach, changedSince }: NearQuery,
  signal: AbortSignal,
): Promise<NearPage[]> {
  const filters = filtersOf(reach);
  if (filters.length === 0) return [];
  const matches = await meaning.vectors.query(await vectorOf(deps, meaning, q, signal), filters);
  const near = matches.flatMap(({ id, score }) => {
    const chunk = score >= meaning.embeddings.minSimilarity ? parseVectorId(id) : null;
    return chunk ? [{ ...chunk, similarity: score }] : [];
  });
  if (near.length === 0) return [];
  const drives = new Set([...reach.drives, ...reach.guests]);
  const pages = new Map<string, NearPage>();
  for (const { at, ...row } of await deps.searchDb.one(findChunkPages(near, changedSince))) {
    // The drive stored with a vector may be older than the index, and a token's scope is checked by these drives.
    if (!drives.has(row.driveId) || pages.has(row.pageId)) continue;
    pages.set(row.pageId, { ...row, similarity: near[at]?.similarity ?? 0 });
  }
  return [...pages.values()].slice(0, MAX_NEAR_PAGES);
}

async function vectorOf(deps: Deps, meaning: Meaning, q: string, signal: AbortSignal): Promise<readonly number[]> {
  const key = `${meaning.embeddings.fingerprint}\n${q}`;
  const known = kept.get(key);
  if (known && deps.now - known.at < KEPT_FOR) return known.vector;
  const { vectors } = await embedTexts(deps, meaning.embeddings, [q], signal);
  const [vector = []] = vectors;
  kept.delete(key);
  kept.set(key, { at: deps.now, vector });
  for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest);
  return vector;
}
