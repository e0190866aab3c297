/** An archive as the pages that one commit makes: ids, places, and links that lead to pages. */
import { escapeLabel, makeMention } from "../../formats/mentions.ts";
import { replaceLinks, type Link } from "../../formats/transfer/links.ts";
import { addressBetween, extensionOf, nameOf, readAddress, resolvePath, stemOf } from "../../formats/transfer/paths.ts";
import { CONTENT_LIMIT_BYTES, fitsIn } from "../../realtime/text.ts";
import type { PlannedPage } from "../bulk/rules.ts";
import { MOST_PAGES, type Told } from "./contract.ts";
import { growForest, type PageNode } from "./forest.ts";
import { tooMany, type Unpacked } from "./unpack.ts";

export type Plan = {
  /** Parents before children. */
  readonly pages: readonly PlannedPage[];
  readonly skipped: readonly Told[];
  readonly changed: readonly Told[];
  readonly links: number;
};

type Rooted = { readonly node: PageNode; readonly page: PlannedPage };

/** `levels` is how deep pages may still nest where these go. Throws `payload_too_large` for more than one commit takes. */
export function planImport(unpacked: Unpacked, levels: number, newId: () => string): Plan {
  const forest = growForest(unpacked);
  const skipped = [...unpacked.skipped, ...forest.skipped];
  const changed = [...forest.changed];
  const rooted: Rooted[] = [];
  let level: { node: PageNode; parent: PlannedPage | null; place: number }[] = placesOf(forest.roots, null);
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { node, parent, place } of level) {
      const depth = (parent?.depth ?? 0) + 1;
      if (depth > levels) {
        skipped.push({ path: node.path, reason: "It and what is in it would lie too deep." });
        continue;
      }
      const page: PlannedPage = {
        id: newId(),
        parentId: parent?.id ?? null,
        title: node.title,
        type: node.type,
        content: node.text,
        place,
        path: node.path,
        depth,
      };
      rooted.push({ node, page });
      if (rooted.length > MOST_PAGES) throw tooMany();
      next.push(...placesOf(node.children, page));
    }
    level = next;
  }
  const guide = new Guide(rooted);
  const pages = rooted.map(({ node, page }) => {
    const content = node.isOurs ? guide.withOurLinks(node) : guide.withForeignLinks(node);
    if (fitsIn(content)) return { ...page, content };
    // Mentions are longer than what they came from.
    changed.push({
      path: node.path,
      reason: `With links to pages it would have more than ${CONTENT_LIMIT_BYTES} bytes: it keeps its own.`,
    });
    return page;
  });
  return { pages, skipped, changed, links: guide.links };
}

const placesOf = (nodes: readonly PageNode[], parent: PlannedPage | null) =>
  nodes.map((node, i) => ({ node, parent, place: i + 1 }));

/** Leads from the addresses in texts to the pages that are made. */
class Guide {
  links = 0;
  /** By path, and in lower case where that is another page's path nowhere. */
  readonly #byPath = new Map<string, Rooted>();
  /** By the last names of the path without extension, as wiki links write them: the shortest path wins. */
  readonly #byTail = new Map<string, Rooted>();

  constructor(rooted: readonly Rooted[]) {
    for (const one of rooted) {
      this.#byPath.set(one.node.path, one);
      const { path, stem } = one.node;
      // Its folder leads to it, and so does the name without what was taken off it.
      for (const other of [`${stem}/`, stem + extensionOf(path)]) {
        if (!this.#byPath.has(other)) this.#byPath.set(other, one);
      }
    }
    for (const one of rooted) {
      const lower = one.node.path.toLowerCase();
      if (!this.#byPath.has(lower)) this.#byPath.set(lower, one);
    }
    const shortestFirst = rooted.toSorted((a, b) => a.node.path.length - b.node.path.length);
    for (const one of shortestFirst) {
      const names = one.node.stem.toLowerCase().split("/");
      for (let from = names.length - 1; from >= 0; from--) {
        const tail = names.slice(from).join("/");
        if (!this.#byTail.has(tail)) this.#byTail.set(tail, one);
      }
    }
  }

  /** Only what an export of ours writes for a mention, to the letter: then the next export writes it again. */
  withOurLinks(node: PageNode): string {
    return this.#replace(node, ({ kind, label, target, start }) => {
      // An export leaves mentions behind an exclamation mark alone, be it escaped.
      if (kind !== "link" || label === null || node.text[start - 1] === "!") return null;
      const address = readAddress(target);
      const path = address && resolvePath(node.path, address.path);
      const to = path === null ? undefined : this.#byPath.get(path);
      if (!to || addressBetween(node.path, to.node.path) !== target) return null;
      return `@[${label}](page:${to.page.id})`;
    });
  }

  withForeignLinks(node: PageNode): string {
    return this.#replace(node, (link) =>
      link.kind === "wiki" || link.kind === "embed"
        ? this.#wiki(node, link)
        : link.kind === "link"
          ? this.#relative(node, link)
          : null,
    );
  }

  #replace(node: PageNode, replace: (link: Link) => string | null): string {
    let links = 0;
    const text = replaceLinks(node.type, node.text, (link) => {
      const written = replace(link);
      if (written !== null) links++;
      return written;
    });
    if (fitsIn(text)) this.links += links;
    return text;
  }

  #relative(node: PageNode, { label, target }: Link): string | null {
    const address = readAddress(target);
    if (address === null || label === null) return null;
    const path = resolvePath(node.path, address.path);
    const to = path === null ? undefined : this.#find(path);
    if (!to) return null;
    const shown = label.trim() === "" ? escapeLabel(to.page.title) : label;
    // A place inside of a page cannot be mentioned, but linked to.
    return address.rest.startsWith("#") && address.rest.length > 1
      ? `[${shown}](/pages/${to.page.id}${address.rest})`
      : `@[${shown}](page:${to.page.id})`;
  }

  #find(path: string): Rooted | undefined {
    return (
      this.#byPath.get(path) ??
      this.#byPath.get(path.toLowerCase()) ??
      this.#byPath.get(`${path}/`) ??
      this.#byPath.get(`${path}.md`)
    );
  }

  /** `[[Note]]`, `[[Folder/Note]]`, `[[Note#Heading|shown]]`; one without a note names a heading of its own page. */
  #wiki(node: PageNode, { label, target }: Link): string | null {
    const [name = "", ...headings] = target.split(/[#^]+/);
    const wanted = name.trim().normalize("NFC");
    if (wanted === "") return null;
    const to = this.#findByName(node, wanted);
    if (!to) return null;
    const shown = label?.trim() || [nameOf(wanted), ...headings].filter(Boolean).join(" > ");
    return makeMention({ kind: "page", id: to.page.id, label: shown });
  }

  #findByName(node: PageNode, wanted: string): Rooted | undefined {
    const relative = resolvePath(node.path, wanted);
    const beside = relative === null ? undefined : (this.#byPath.get(`${relative}.md`) ?? this.#byPath.get(relative));
    const tail = wanted.toLowerCase().replace(/^\.?\//, "");
    return beside ?? this.#byTail.get(tail) ?? this.#byTail.get(stemOf(tail));
  }
}
