/** Plans the pages that one commit creates from an archive: ids, positions, and links between pages. */
import { fileCover, isCoverImage } from "../../kernel/cover.ts";
import { CONTENT_LIMIT_BYTES } from "../../kernel/text.ts";
import { fitsIn } from "../../realtime/text.ts";
import { folderOf } from "../../formats/transfer/paths.ts";
import { threadsPath } from "../../formats/transfer/layout.ts";
import type { AgentSettings } from "../agents/contract.ts";
import type { ImportedThreads } from "../comments/import-statements.ts";
import type { PlannedPage } from "../pages/bulk/rules.ts";
import { DIRECT_IMPORT, requirePages } from "./archive-bounds.ts";
import { CellNotes } from "./cell-notes.ts";
import type { ImportNote } from "./contract.ts";
import { withDatabases } from "./databases.ts";
import { placeThreads } from "./import-threads.ts";
import { buildImportTree, type PageNode, type ArchiveContents } from "./import-tree.ts";
import { LinkResolver, type PlacedFile, type PlannedNode } from "./link-resolver.ts";
import type { ImportedFile } from "./imported-files.ts";
import { withVaults } from "./vaults.ts";

/** A file that becomes a FILE page, or an attachment. */
export type PlannedFile = ImportedFile & PlacedFile & { readonly pageId: string };

export type ImportPlan = {
  /** Parents precede children. */
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  readonly agents: readonly { readonly pageId: string; readonly settings: AgentSettings }[];
  readonly threads: readonly ImportedThreads[];
  readonly skipped: readonly ImportNote[];
  readonly changed: readonly ImportNote[];
  readonly links: number;
};

/** `levels` is how many levels of nesting remain below the destination. Throws `payload_too_large` for too many pages. */
export function planImport(sources: ArchiveContents, levels: number, newId: () => string): ImportPlan {
  const tree = buildImportTree(withVaults(withDatabases(sources)));
  const [skipped, changed] = [[...sources.skipped, ...tree.skipped], [...tree.changed]];
  const rooted: PlannedNode[] = [];
  let level: { node: PageNode; parent: PlannedPage | null; place: number }[] = placesOf(tree.roots, null);
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { node, parent, place } of level) {
      const depth = (parent?.depth ?? 0) + 1;
      if (depth > levels) {
        skipped.push({ path: node.path, reason: "It and its contents would be nested too deep." });
        continue;
      }
      const page: PlannedPage = {
        id: newId(),
        parentId: parent?.id ?? null,
        title: node.title,
        icon: node.icon,
        type: node.type,
        content: node.text,
        place,
        path: node.path,
        depth,
      };
      rooted.push({ node, page });
      requirePages(rooted.length, DIRECT_IMPORT);
      next.push(...placesOf(node.children, page));
    }
    level = next;
  }
  const files = rooted.flatMap((one) => filesOf(one, newId));
  const resolver = new LinkResolver(rooted, files);
  const images = new Map(files.flatMap(({ path, id, mimeType }) => (isCoverImage(mimeType) ? [[path, id]] : [])));
  const pages = rooted.map(({ node, page: planned }) => {
    const page = { ...planned, cover: coverOf(node, images) };
    if (node.cover !== undefined && page.cover === undefined)
      changed.push({ path: node.path, reason: "Its cover is missing from the archive, or is not an image." });
    const content = node.isOurs ? resolver.withOurLinks(node) : resolver.withForeignLinks(node);
    const lost = resolver.lostLinks(node.path);
    if (lost !== null) changed.push({ path: node.path, reason: lost });
    if (fitsIn(content)) return { ...page, content };
    // Mentions are longer than the links they replace.
    changed.push({
      path: node.path,
      reason: `With links to pages it would exceed ${CONTENT_LIMIT_BYTES} bytes: it keeps its original links.`,
    });
    return page;
  });
  const agents = rooted.flatMap(({ node: { agent }, page: { id } }) =>
    agent === null ? [] : [{ pageId: id, settings: agent }],
  );
  const threads = rooted.flatMap(({ node }, i): ImportedThreads[] => {
    const [file, page] = [sources.threads?.get(node.path), pages[i]];
    if (!file || !page) return [];
    const placed = placeThreads(file, { filed: node.text, text: page.content });
    changed.push(...placed.notes.map((reason) => ({ path: threadsPath(node.path), reason })));
    return [{ pageId: page.id, threads: placed.threads }];
  });
  changed.push(...notesOnLost(resolver));
  return { pages, files, agents, threads, skipped, changed, links: resolver.links };
}

function notesOnLost({ lostValues }: LinkResolver): readonly ImportNote[] {
  const cells = new CellNotes();
  for (const { path, property, target } of lostValues)
    cells.add(path, folderOf(path), property, `“${target}” is not in the archive, kept as text`);
  return cells.all();
}

/** `images` are ids of files by path. */
function coverOf({ cover }: PageNode, images: ReadonlyMap<string, string>): string | undefined {
  if (typeof cover !== "object") return cover;
  const id = images.get(cover.file);
  return id === undefined ? undefined : fileCover(id, cover.position);
}

function filesOf({ node, page }: PlannedNode, newId: () => string): PlannedFile[] {
  const of = (role: PlacedFile["role"], path: string, original: ImportedFile): PlannedFile => ({
    ...original,
    id: newId(),
    pageId: page.id,
    path,
    role,
  });
  return [
    ...(node.original ? [of("content", node.path, node.original)] : []),
    ...node.attachments.map(({ path, original }) => of("attachment", path, original)),
  ];
}

const placesOf = (nodes: readonly PageNode[], parent: PlannedPage | null) =>
  nodes.map((node, i) => ({ node, parent, place: i + 1 }));
