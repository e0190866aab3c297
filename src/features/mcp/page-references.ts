/** Resolves page references in free text in one round trip. Pages the caller cannot see are treated as nonexistent. */
import type { Caller } from "../../kernel/caller.ts";
import type { AuthDeps } from "../../permissions/authenticate.ts";
import { loadKnownPages, type KnownPages } from "./page-lookup.ts";
import type { DetectedPaths, PageReference } from "./references/contract.ts";
import { longestMatch } from "./page-references-match.ts";
import {
  MAX_REFERENCES,
  MAX_TITLES,
  countSegments,
  findCandidates,
  titlesIn,
  type ByPath,
  type Reading,
  type ReferenceCandidate,
} from "./page-references-parse.ts";

type Reference = DetectedPaths["results"][number]["references"][number];

export async function detectPaths(deps: AuthDeps, caller: Caller, texts: readonly string[]): Promise<DetectedPaths> {
  let left = MAX_REFERENCES;
  const inputs = texts.map((input) => {
    const candidates = findCandidates(input.normalize("NFC"), deps.config.origin, left);
    left -= candidates.length;
    return { input, candidates };
  });
  const all = inputs.flatMap(({ candidates }) => candidates);
  const paths = all.filter((candidate) => candidate.kind === "path");
  const readings = paths.flatMap((path) => path.readings);
  const known = await loadKnownPages(deps, caller, {
    ids: all.flatMap((candidate) => (candidate.kind === "path" ? [] : [candidate.pageId])),
    slugs: [...new Set(paths.map(({ slug }) => slug))],
    titles: [...new Set(readings.flatMap(({ text }) => titlesIn(text)))].slice(0, MAX_TITLES),
    depth: Math.max(1, ...readings.map(({ text }) => countSegments(text))),
  });
  return { results: inputs.map(({ input, candidates }) => ({ input, references: resolve(candidates, known) })) };
}

/** An earlier reference wins over references that start inside it. */
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
  { start, match, slug, tail, tailStart, readings }: ByPath,
  known: KnownPages,
): { match: string; pages: PageReference[] } {
  const drives = known.drivesBySlug.get(slug) ?? [];
  const found = readings.flatMap((reading) => longestOf(reading, drives, known) ?? []);
  const [best] = found.toSorted((a, b) => b.length - a.length);
  if (!best) return { match, pages: [] };
  const pages = best.pages.map(known.referenceTo).toSorted((a, b) => (a.pageId < b.pageId ? -1 : 1));
  return { match: match.slice(0, tailStart - start) + tail.slice(0, best.length), pages };
}

/** The longest match, with its length in the original text. */
function longestOf({ text, offsets }: Reading, drives: readonly string[], known: KnownPages) {
  const best = longestMatch(text, drives, known.index);
  return best && { pages: best.pages, length: offsets?.[best.length] ?? best.length };
}
