/** Resolves what free text says of pages, in one round trip. What may not be seen is answered as what does not exist. */
import type { Caller } from "../../kernel/caller.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import type { DetectedPaths, PageReference } from "./page-references-contract.ts";
import { longestMatch, indexNodes, type NodeIndex } from "./page-references-match.ts";
import {
  MAX_REFERENCES,
  MAX_TITLES,
  countSegments,
  findCandidates,
  titlesIn,
  type ByPath,
  type ReferenceCandidate,
} from "./page-references-parse.ts";
import { findByIds, findByTitles, type FoundPage } from "./page-references-store.ts";
import { keepInScope } from "../../permissions/scope.ts";

type Reference = DetectedPaths["results"][number]["references"][number];
type KnownPages = {
  readonly byId: ReadonlyMap<string, PageReference>;
  readonly nodesByParent: NodeIndex<FoundPage>;
  readonly pages: ReadonlyMap<string, FoundPage>;
};

export async function detectPaths(deps: AuthDeps, caller: Caller, texts: readonly string[]): Promise<DetectedPaths> {
  let left = MAX_REFERENCES;
  const inputs = texts.map((input) => {
    const candidates = findCandidates(input.normalize("NFC"), deps.config.origin, left);
    left -= candidates.length;
    return { input, candidates };
  });
  const all = inputs.flatMap(({ candidates }) => candidates);
  const paths = all.filter((candidate) => candidate.kind === "path");
  const { actor, results } = await authenticate(deps, caller, [
    findByIds(
      caller,
      all.flatMap((candidate) => (candidate.kind === "path" ? [] : [candidate.pageId])),
    ),
    findByTitles(
      caller,
      [...new Set(paths.map(({ slug }) => slug))],
      [...new Set(paths.flatMap(({ tail }) => titlesIn(tail)))].slice(0, MAX_TITLES),
      Math.max(1, ...paths.map(({ tail }) => countSegments(tail))),
    ),
  ]);
  const byId = keepInScope(actor, results[0]);
  const found = keepInScope(actor, results[1]);
  const known = {
    byId: new Map(byId.map((page) => [page.pageId, page])),
    nodesByParent: indexNodes(found),
    pages: new Map(found.map((page) => [page.id, page])),
  };
  return { results: inputs.map(({ input, candidates }) => ({ input, references: resolve(candidates, known) })) };
}

/** Earlier references win over what begins inside them. */
function resolve(candidates: readonly ReferenceCandidate[], known: KnownPages): Reference[] {
  const references: Reference[] = [];
  let end = 0;
  for (const candidate of candidates) {
    if (candidate.start < end) continue;
    const { match, pages } = candidate.kind === "path" ? resolvePath(candidate, known) : resolveId(candidate, known);
    end = candidate.start + match.length;
    const status = pages.length === 0 ? "not_found" : pages.length === 1 ? "found" : "ambiguous";
    references.push({ match, kind: candidate.kind, status, pages });
  }
  return references;
}

function resolveId(
  candidate: Exclude<ReferenceCandidate, ByPath>,
  known: KnownPages,
): { match: string; pages: PageReference[] } {
  const page = known.byId.get(candidate.pageId);
  return { match: candidate.match, pages: page ? [page] : [] };
}

function resolvePath(
  { start, match, slug, tail, tailStart }: ByPath,
  known: KnownPages,
): { match: string; pages: PageReference[] } {
  const drives = new Set([...known.pages.values()].filter((page) => page.slug === slug).map(({ driveId }) => driveId));
  const best = longestMatch(tail, [...drives], known.nodesByParent);
  if (!best) return { match, pages: [] };
  const pages = best.pages.map((page) => toReference(page, known)).toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1));
  return { match: match.slice(0, tailStart - start) + tail.slice(0, best.length), pages };
}

function toReference(page: FoundPage, known: KnownPages): PageReference {
  const titles: string[] = [];
  for (
    let step: FoundPage | undefined = page;
    step;
    step = step.parentId === null ? undefined : known.pages.get(step.parentId)
  ) {
    titles.unshift(step.title);
  }
  const { id: pageId, title, type, driveId, slug: driveSlug } = page;
  return { pageId, title, type, driveId, driveSlug, path: `/${driveSlug}/${titles.join("/")}` };
}
