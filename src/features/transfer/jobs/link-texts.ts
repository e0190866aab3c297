/** Rewrites links in an archive's texts to the pages that the linked entries become. Only linked entries are looked up. */
import type { Deps } from "../../../deps.ts";
import { CONTENT_LIMIT_BYTES } from "../../../kernel/text.ts";
import { fitsIn } from "../../../realtime/text.ts";
import { extensionOf } from "../../../formats/transfer/paths.ts";
import { LinkResolver, type PlannedNode } from "../link-resolver.ts";
import { namesLinkedIn } from "../linked-names.ts";
import type { TransferNote } from "./contract.ts";
import { listLinked, type EntryRow } from "./entry-store.ts";
import { changed } from "./notes.ts";
import type { TextPage } from "./read-batch.ts";

export async function linkTexts(
  deps: Pick<Deps, "db">,
  transferId: string,
  texts: readonly TextPage[],
): Promise<{ texts: readonly TextPage[]; links: number; notes: readonly TransferNote[] }> {
  const own = texts.map(({ entry, ...page }) => nodeOf({ ...entry, type: page.type, title: page.title }, page.content));
  const wanted = own.map(({ node }) => namesLinkedIn(node));
  const paths = [...new Set(wanted.flatMap((each) => each.paths))];
  const names = [...new Set(wanted.flatMap((each) => each.names))];
  if (paths.length === 0 && names.length === 0) return { texts, links: 0, notes: [] };
  const linked = await deps.db.one(listLinked(transferId, { paths, names }));
  const files = linked.filter(({ type }) => type === "FILE");
  const resolver = new LinkResolver(
    linked.map((entry) => nodeOf(entry, "")),
    files.map(({ fileId, path }) => ({ id: fileId, path, role: "content" })),
  );
  const notes: TransferNote[] = [];
  const rewritten = texts.map((page, i) => {
    const node = own[i]?.node;
    const content = node ? resolver.withForeignLinks(node) : page.content;
    const lost = resolver.lostLinks(page.entry.path);
    if (lost !== null) notes.push(changed(page.entry.path, lost));
    if (fitsIn(content)) return { ...page, content };
    // Mentions are longer than the links they replace.
    notes.push(
      changed(
        page.entry.path,
        `With links to pages it would exceed ${CONTENT_LIMIT_BYTES} bytes: it keeps its original links.`,
      ),
    );
    return page;
  });
  return { texts: rewritten, links: resolver.links, notes };
}

const PICTURE = /^\.(?:png|jpe?g|gif|webp|avif|svg|bmp|heic|heif|tiff?)$/;

function nodeOf({ path, stem, type, title, pageId }: EntryRow, text: string): PlannedNode {
  const isPicture = type === "FILE" && PICTURE.test(extensionOf(path));
  const original = { filename: "", mimeType: "image/any", size: 0, sha256: "", generation: "" };
  return {
    node: {
      path,
      stem,
      type,
      title,
      text,
      isOurs: false,
      original: isPicture ? original : null,
      agent: null,
      attachments: [],
      children: [],
    },
    page: { id: pageId, parentId: null, title, type, content: "", place: 0, path, depth: 0 },
  };
}
