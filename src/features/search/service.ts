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
import { PlaceInCursor, cursorAt, type SearchPosition } from "./cursor.ts";
import { findHits, findSimilar, type Hit } from "./hit-store.ts";
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
  const after = readCursor(query.cursor, PlaceInCursor);
  const { actor, results } = await authenticate(deps, caller, [findSearchScope(caller, query.driveId ?? null)]);
  const reach = restrictToScope(actor, results[0]);
  const drives = [...reach.drives, ...reach.guests].slice(0, MAX_DRIVES);
  if (query.driveId !== undefined && drives.length === 0) throw notFound("This drive");
  if (drives.length === 0 || (query.q !== undefined && question.terms.length === 0)) return NOTHING;

  const scope = scopeOf(drives, query.type);
  const context: SearchContext = { deps, caller, query, reach, after };
  if (query.q === undefined) return answer(context, question, [everythingIn(scope)]);
  const found = await answer(context, question, tiersOf(question, scope));
  const long = found.results.length > 0 || after ? [] : longWordsOf(question);
  if (long.length === 0) return found;
  // No page contains these words: one may be misspelled.
  const texts = await deps.searchDb.one(findSimilar(similarMatch(long, scope), knownOf(reach)));
  const meant = corrected(question, texts);
  if (!meant) return found;
  const similar = await answer(context, meant, tiersOf(meant, scope));
  // No cursor: it would continue the original query.
  return { results: similar.results.map((result) => ({ ...result, score: result.score * SIMILAR })), nextCursor: null };
}

/** Score factor for pages that match a corrected spelling. */
const SIMILAR = 0.1;

type SearchContext = {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly query: SearchQuery;
  readonly reach: SearchScope;
  readonly after: SearchPosition | null;
};

const knownOf = ({ hidden, shown, guests }: SearchScope) => ({
  hidden,
  within: shown === null ? { drives: [], pages: [] } : { drives: guests, pages: shown },
});

async function answer(context: SearchContext, question: ParsedQuery, tiers: readonly Tier[]): Promise<SearchAnswer> {
  const { deps, caller, query, reach, after } = context;
  const most = query.authorId === undefined ? MAX_HITS : MAX_HITS_FOR_AUTHOR;
  const hits = await deps.searchDb.one(
    findHits({
      tiers,
      terms: question.terms,
      needles: question.needles,
      after,
      changedSince: query.changedSince === undefined ? null : Date.parse(query.changedSince),
      limit: most,
      ...knownOf(reach),
    }),
  );
  if (hits.length === 0) return NOTHING;
  const visible = await deps.db.one(
    readVisible(caller, {
      candidates: hits,
      drives: [...new Set(hits.map(({ driveId }) => driveId))],
      type: query.type ?? null,
      authorId: query.authorId ?? null,
      limit: query.limit + 1,
      window: { lead: SNIPPET_LEAD, length: SNIPPET_WINDOW },
      now: deps.now,
      idleMs: deps.config.sessionIdleMs,
    }),
  );
  const found = visible.flatMap((page) => {
    const hit = hits[page.at];
    return hit ? [{ hit, result: toResult(page, hit, tiers[hit.tier]?.score ?? 0, question) }] : [];
  });
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    results: shown.map(({ result }) => result),
    nextCursor: last && (found.length > shown.length || hits.length === most) ? cursorAt(last.hit) : null,
  };
}

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

function toResult(page: VisiblePage, hit: Hit, score: number, { needles }: ParsedQuery): SearchResult {
  // Count code points, as SQLite does.
  const text = Array.from(page.text);
  return {
    pageId: hit.pageId,
    title: page.title,
    icon: page.icon,
    type: page.type,
    driveId: page.driveId,
    revision: page.revision,
    path: pathOf(page),
    ...makeSnippet(
      {
        text: text.slice(0, SNIPPET_WINDOW).join(""),
        isInside: hit.place - SNIPPET_LEAD > 1,
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
