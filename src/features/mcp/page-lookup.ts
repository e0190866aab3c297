/** Finds pages by id and by path. Pages the caller cannot see are treated as nonexistent. */
import type { Caller } from "../../kernel/caller.ts";
import { decodeSegment, parsePath, printPathBelow } from "../../kernel/page-path.ts";
import { authenticate, type AuthDeps } from "../../permissions/authenticate.ts";
import { keepInScope } from "../../permissions/scope.ts";
import type { PageReference } from "./references/contract.ts";
import { WITHOUT_DRIVE, followTitles, indexNodes, keyOfDrive, type NodeIndex } from "./page-references-match.ts";
import { findByIds, findByTitles, findGranted, type FoundPage } from "./page-references-store.ts";

type Wanted = {
  readonly ids: readonly string[];
  readonly slugs: readonly string[];
  readonly titles: readonly string[];
  /** Number of titles in the longest path. */
  readonly depth: number;
};

type Node = Pick<FoundPage, "id" | "driveId" | "title" | "type" | "slug"> & {
  readonly above: string;
  /** Set for pages granted individually; for the others it is derived from their ancestors. */
  readonly reference?: PageReference;
};

export type KnownPages = {
  readonly byId: ReadonlyMap<string, PageReference>;
  readonly index: NodeIndex<Node>;
  readonly drivesBySlug: ReadonlyMap<string, readonly string[]>;
  readonly referenceTo: (node: Node) => PageReference;
};

/** Takes one round trip, whatever the number of pages. */
export async function loadKnownPages(deps: AuthDeps, caller: Caller, wanted: Wanted): Promise<KnownPages> {
  const { ids, slugs, titles, depth } = wanted;
  const { actor, results } = await authenticate(deps, caller, [
    findByIds(caller, ids),
    findByTitles(caller, slugs, titles, depth),
    findGranted(caller, titles),
  ]);
  const [byId, walked, granted] = [
    keepInScope(actor, results[0]),
    keepInScope(actor, results[1]),
    keepInScope(actor, results[2]),
  ];
  const nodes = new Map<string, Node>();
  for (const { parentId, isGranted, ...page } of walked) {
    if (!isGranted) nodes.set(page.id, { ...page, above: parentId ?? keyOfDrive(page.driveId) });
  }
  for (const { parentId, ...reference } of granted) {
    const { pageId: id, driveId, driveSlug, title, type } = reference;
    const above = parentId ?? (driveSlug === null ? WITHOUT_DRIVE : keyOfDrive(driveId));
    nodes.set(id, { id, driveId, title, type, slug: driveSlug ?? "", above, reference });
  }
  const referenceTo = (node: Node): PageReference => {
    if (node.reference) return node.reference;
    const above = nodes.get(node.above);
    const { driveSlug, path } = above ? referenceTo(above) : { driveSlug: node.slug, path: `/${node.slug}` };
    const { id: pageId, title, type, driveId } = node;
    return { pageId, title, type, driveId, driveSlug, path: printPathBelow(path, title) };
  };
  const bySlug = Map.groupBy(nodes.values(), ({ slug }) => slug);
  return {
    byId: new Map(byId.map(({ parentId: _parentId, ...reference }) => [reference.pageId, reference])),
    index: indexNodes(nodes.values()),
    drivesBySlug: new Map([...bySlug].map(([slug, found]) => [slug, [...new Set(found.map((node) => node.driveId))]])),
    referenceTo,
  };
}

export async function findPagesById(deps: AuthDeps, caller: Caller, ids: readonly string[]): Promise<PageReference[]> {
  const known = await loadKnownPages(deps, caller, { ids, slugs: [], titles: [], depth: 1 });
  return ids.flatMap((id) => known.byId.get(id) ?? []);
}

export type FoundByPath = {
  /** More than one if siblings have the same title. */
  readonly pages: readonly PageReference[];
  /** If there are none: the page that matches most of the path. */
  readonly nearest: PageReference | null;
};

/** The pages that match each path exactly. */
export async function findByPaths(deps: AuthDeps, caller: Caller, paths: readonly string[]): Promise<FoundByPath[]> {
  const asked = paths.map(readingsOf);
  const all = asked.flat();
  const known = await loadKnownPages(deps, caller, {
    ids: [],
    slugs: [...new Set(all.flatMap(([slug]) => (slug === undefined ? [] : [slug.toLowerCase()])))],
    titles: [...new Set(all.flat())],
    depth: Math.max(1, ...all.map(({ length }) => length)),
  });
  return asked.map((readings) => {
    const found = readings.flatMap((segments) => follow(segments, known));
    const pages = found.find((each) => each.isWhole)?.pages;
    if (pages) return { pages, nearest: null };
    return { pages: [], nearest: found.toSorted((a, b) => b.depth - a.depth)[0]?.pages[0] ?? null };
  });
}

/** The decoded path, and also the literal one if different, because a title may look like an escape sequence. */
function readingsOf(path: string): string[][] {
  const decoded = parsePath(path);
  if (decoded === null) return [];
  const literal = path.slice(1).replace(/\/$/, "").normalize("NFC").split("/");
  return literal.every((segment) => decodeSegment(segment) === segment) ? [decoded] : [decoded, literal];
}

function follow([slug = "", ...titles]: readonly string[], known: KnownPages) {
  const drives = known.drivesBySlug.get(slug.toLowerCase()) ?? [];
  const inDrives = followTitles(titles, drives.map(keyOfDrive), known.index);
  const shared = followTitles([slug, ...titles], [WITHOUT_DRIVE], known.index);
  const isInDrives = inDrives.depth === titles.length && inDrives.pages.length > 0;
  const isShared = shared.depth === titles.length + 1;
  const pages = (nodes: typeof shared.pages): PageReference[] => nodes.map(known.referenceTo);
  if (isInDrives || isShared) {
    const whole = [...(isInDrives ? inDrives.pages : []), ...(isShared ? shared.pages : [])];
    return [{ isWhole: true, depth: titles.length, pages: pages(whole) }];
  }
  return [inDrives, { ...shared, depth: shared.depth - 1 }]
    .filter((each) => each.pages.length > 0)
    .map((each) => ({ isWhole: false, depth: each.depth, pages: pages(each.pages) }));
}
