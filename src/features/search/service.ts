/**
 * Search takes three round trips at most, plus one to three if nothing is found and a word may be misspelled. The index
 * finds candidates; the main database decides what is shown.
 */
import { type Caller, type Actor } from "../../kernel/caller.ts";
import { readCursor } from "../../kernel/cursor.ts";
import { notFound } from "../../kernel/errors.ts";
import { printPath } from "../../kernel/page-path.ts";
import type { Deps } from "../../deps.ts";
import { authenticate } from "../../permissions/authenticate.ts";
import type { SearchAnswer, SearchQuery, SearchResult } from "./contract.ts";
import { CursorValues, writeSearchCursor, type SearchCursor } from "./cursor.ts";
import { findHits, findSimilar, type Hit } from "./hit-store.ts";
import { continueByWords, fuse } from "./meaning/fusion-rules.ts";
import { findNearPages, type NearPage } from "./meaning/nearest.ts";
import { SNIPPET_LEAD, SNIPPET_WINDOW, makeSnippet } from "./snippet.ts";
import { findSearchScope, type SearchScope } from "./scope-store.ts";
import { readVisible, type VisiblePage } from "./store.ts";
import { everythingIn, parseQuery, tiersOf, type ParsedQuery, type Tier } from "./query-rules.ts";
import { corrected, longWordsOf, similarMatch } from "./typo-rules.ts";
import { driveTerm, typeTerm } from "./word-rules.ts";
import { drivesInScope } from "../../permissions/scope.ts";
import { visibleAncestors } from "../../permissions/visible-ancestors.ts";

/** Maximum number of drives per search. */
const MAX_DRIVES = 500;

/** Maximum hits checked in the main database: some are in the trash, or have been hidden from the caller since indexing. */
const MAX_HITS = 300;
/** Higher with an author filter, because only the main database knows a page's creator. */
const MAX_HITS_FOR_AUTHOR = 2_000;

const NOTHING: SearchAnswer = { results: [], nextCursor: null };

/** Throws `not_found` if the caller can see nothing in the drive, `invalid_request` for a cursor of another kind. */
export async function search(deps: Deps, caller: Caller, query: SearchQuery): Promise<SearchAnswer> {
  const question = parseQuery(query.q ?? "");
  const from = readCursor(query.cursor, CursorValues);
  const { actor, results } = await authenticate(deps, caller, [findSearchScope(caller, query.driveId ?? null)]);
  const reach = restrictToScope(actor, results[0]);
  const drives = [...reach.drives, ...reach.guests].slice(0, MAX_DRIVES);
  if (query.driveId !== undefined && drives.length === 0) throw notFound("This drive");
  if (drives.length === 0 || (query.q !== undefined && question.terms.length === 0)) return NOTHING;

  const scope = scopeOf(drives, query.type);
  const context: SearchContext = { deps, caller, query, reach, from, near: nearPagesOf(deps, query, reach) };
  if (query.q === undefined) return (await answer(context, question, [everythingIn(scope)])).answer;
  const found = await answer(context, question, tiersOf(question, scope));
  const long = found.byWords || from ? [] : longWordsOf(question);
  if (long.length === 0) return found.answer;
  // No page contains these words: one may be misspelled.
  const texts = await deps.searchDb.one(findSimilar(similarMatch(long, scope), knownOf(reach)));
  const meant = corrected(question, texts);
  if (!meant) return found.answer;
  const similar = await answer(context, meant, tiersOf(meant, scope), SIMILAR);
  // No cursor: it would continue the original query.
  return { results: similar.answer.results, nextCursor: null };
}

/** Only the first page of results has pages found by meaning: later ones continue by words. */
function nearPagesOf(
  deps: Deps,
  { q, cursor, changedSince }: SearchQuery,
  reach: SearchScope,
): Promise<readonly NearPage[]> {
  if (q === undefined || cursor !== undefined) return Promise.resolve([]);
  return findNearPages(deps, q, reach, sinceOf(changedSince));
}

const sinceOf = (changedSince: string | undefined): number | null =>
  changedSince === undefined ? null : Date.parse(changedSince);

/** Score factor for pages that match a corrected spelling. */
const SIMILAR = 0.1;

type SearchContext = {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly query: SearchQuery;
  readonly reach: SearchScope;
  readonly from: SearchCursor | null;
  readonly near: Promise<readonly NearPage[]>;
};

const knownOf = ({ hidden, shown, guests }: SearchScope) => ({
  hidden,
  within: shown === null ? { drives: [], pages: [] } : { drives: guests, pages: shown },
});

/** `byWords`: some of the results contain the words. */
type Answer = { readonly answer: SearchAnswer; readonly byWords: boolean };

function readHits(
  { deps, query, reach, from }: SearchContext,
  { terms, needles }: ParsedQuery,
  tiers: readonly Tier[],
  limit: number,
): Promise<Hit[]> {
  const { hidden, within } = knownOf(reach);
  return deps.searchDb.one(
    findHits({
      tiers,
      terms,
      needles,
      after: from?.after ?? null,
      changedSince: sinceOf(query.changedSince),
      limit,
      hidden: [...hidden, ...(from?.shownEarly ?? [])],
      within,
    }),
  );
}

/** `factor` applies to the scores of pages that contain the words. */
async function answer(
  context: SearchContext,
  question: ParsedQuery,
  tiers: readonly Tier[],
  factor = 1,
): Promise<Answer> {
  const { deps, caller, query, from } = context;
  const most = query.authorId === undefined ? MAX_HITS : MAX_HITS_FOR_AUTHOR;
  const [hits, nearPages] = await Promise.all([readHits(context, question, tiers, most), context.near]);
  const candidates = merge(hits, nearPages, (hit) => (tiers[hit.tier]?.score ?? 0) * factor);
  if (candidates.length === 0) return { answer: NOTHING, byWords: false };
  const visible = await deps.db.one(
    readVisible(caller, {
      candidates,
      drives: [...new Set(candidates.map(({ driveId }) => driveId))],
      type: query.type ?? null,
      authorId: query.authorId ?? null,
      // Enough to see whether a page follows that contains the words.
      limit: query.limit + 1 + candidates.length - hits.length,
      window: { lead: SNIPPET_LEAD, length: SNIPPET_WINDOW },
      now: deps.now,
      idleMs: deps.config.sessionIdleMs,
    }),
  );
  const found = visible.flatMap((page): Found[] => {
    const candidate = candidates[page.at];
    return candidate ? [{ page, candidate }] : [];
  });
  const shown = found.slice(0, query.limit);
  const goesOn = hits.length === most || found.slice(query.limit).some(({ candidate }) => candidate.isHit);
  const results = shown.map(({ candidate, page }) => toResult(page, candidate, question));
  const nextCursor = goesOn ? cursorAfter(shown, hits, candidates, from) : null;
  return { answer: { results, nextCursor }, byWords: found.some(({ candidate }) => candidate.isHit) };
}

type Found = { readonly page: VisiblePage; readonly candidate: Candidate };

function cursorAfter(
  shown: readonly Found[],
  hits: readonly Hit[],
  candidates: readonly Candidate[],
  from: SearchCursor | null,
): string | null {
  const last = shown.at(-1);
  if (!last) return null;
  const { passed, shownEarly } = continueByWords(
    hits.map(({ pageId }) => pageId),
    candidates.map(({ pageId }) => pageId),
    last.page.at,
    shown.map(({ candidate }) => candidate.pageId),
  );
  return writeSearchCursor({
    after: hits[passed - 1] ?? from?.after ?? null,
    shownEarly: [...(from?.shownEarly ?? []), ...shownEarly],
  });
}

/** A page that may be shown. `isHit`: it contains the words; others were found by their meaning. */
type Candidate = {
  readonly pageId: string;
  readonly driveId: string;
  readonly place: number;
  readonly score: number;
  readonly isHit: boolean;
};

function merge(hits: readonly Hit[], nearPages: readonly NearPage[], scoreOf: (hit: Hit) => number): Candidate[] {
  const candidates = new Map<string, Candidate>();
  for (const { pageId, driveId, place, similarity } of nearPages)
    candidates.set(pageId, {
      pageId,
      driveId,
      // The snippet begins with the chunk.
      place: place === 1 ? 0 : place + SNIPPET_LEAD,
      score: Math.min(1, similarity) * MEANING,
      isHit: false,
    });
  for (const hit of hits)
    candidates.set(hit.pageId, {
      pageId: hit.pageId,
      driveId: hit.driveId,
      place: hit.place,
      score: scoreOf(hit),
      isHit: true,
    });
  const order = fuse(
    hits.map(({ pageId }) => pageId),
    nearPages.map(({ pageId }) => pageId),
  );
  return order.flatMap((pageId) => candidates.get(pageId) ?? []);
}

/** Score factor for pages that do not contain the words. */
const MEANING = 0.5;

/** Call after a commit with `markDirty`: schedules indexing in about a second, without waiting for it. */
export const scheduleIndexing = (deps: Pick<Deps, "defer" | "newId" | "objects">): void =>
  deps.defer(() => deps.objects.enqueueDebounced({ id: deps.newId(), kind: "search.index" }));

/** Restricts the scope to the token's scope. */
function restrictToScope(actor: Actor, reach: SearchScope | null): SearchScope {
  if (!reach) return { drives: [], hidden: [], guests: [], shown: [] };
  return { ...reach, drives: drivesInScope(actor, reach.drives), guests: drivesInScope(actor, reach.guests) };
}

function scopeOf(drives: readonly string[], type: string | undefined): string {
  const inDrives = `(${drives.map((id) => `"${driveTerm(id)}"`).join(" OR ")})`;
  return type === undefined ? inDrives : `${inDrives} AND "${typeTerm(type)}"`;
}

function toResult(
  page: VisiblePage,
  { pageId, place, score, isHit }: Candidate,
  { needles }: ParsedQuery,
): SearchResult {
  // Count code points, as SQLite does.
  const text = Array.from(page.text);
  return {
    pageId,
    title: page.title,
    icon: page.icon,
    type: page.type,
    driveId: page.driveId,
    revision: page.revision,
    path: pathOf(page),
    ...makeSnippet(
      {
        text: text.slice(0, SNIPPET_WINDOW).join(""),
        isInside: place - SNIPPET_LEAD > 1,
        startsWithWord: !isHit,
        goesOn: text.length > SNIPPET_WINDOW,
        type: page.type,
      },
      needles,
    ),
    score,
  };
}

/** Titles from the root to the page, without ancestors the caller cannot see. */
function pathOf({ way, root, admin, driveSlug }: VisiblePage): string {
  const pages = way.toReversed().map(([title, grant]) => ({ title, grant }));
  const titles = visibleAncestors({ isDriveAdmin: admin }, pages, root).map(({ title }) => title);
  return printPath(driveSlug, titles);
}
