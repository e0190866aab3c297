/** Resolves links between an archive's files to the pages and files they become. */
import { holdsMarkdown } from "../../kernel/page-type.ts";
import { escapeLabel, makeMention } from "../../formats/mentions.ts";
import type { Reference } from "../../formats/properties/values.ts";
import { replaceDeclaredLinks } from "../../formats/transfer/declared-links.ts";
import { replaceForeignLinks, type ForeignTarget } from "../../formats/transfer/foreign-links.ts";
import { isReadable } from "../../formats/transfer/readable.ts";
import type { Destination } from "../../formats/transfer/html-links.ts";
import { replaceLinks, viewOfFile, type Link } from "../../formats/transfer/links.ts";
import {
  addressBetween,
  extensionOf,
  baseName,
  readAddress,
  resolvePath,
  stemOf,
} from "../../formats/transfer/paths.ts";
import { fitsIn } from "../../realtime/text.ts";
import type { PlannedPage } from "../pages/bulk/rules.ts";
import type { PageNode } from "./import-tree.ts";
import { markdownStart, placeOf } from "./linked-names.ts";

export type PlannedNode = { readonly node: PageNode; readonly page: PlannedPage };

/** A planned file: the content of a page, or an attachment. */
export type PlacedFile = {
  readonly id: string;
  readonly path: string;
  readonly role: "content" | "attachment";
};

export class LinkResolver {
  links = 0;
  /** Links that are values of properties and have no target. */
  readonly lostValues: { readonly path: string; readonly property: string; readonly target: string }[] = [];
  /** Unresolved link targets, by page path. */
  readonly #lost = new Map<string, ReadonlySet<string>>();
  /** Pages by path, and by lower-case path if that is not another page's path. */
  readonly #byPath = new Map<string, PlannedNode>();
  /** Pages by trailing path segments without the extension, as in wiki links; the shortest path wins. */
  readonly #byTail = new Map<string, PlannedNode>();
  /** Files by path, and by lower-case path if that is not another file's path. */
  readonly #files = new Map<string, PlacedFile>();

  constructor(rooted: readonly PlannedNode[], files: readonly PlacedFile[]) {
    for (const file of files) this.#files.set(file.path, file);
    for (const file of files) {
      const lower = file.path.toLowerCase();
      if (!this.#files.has(lower)) this.#files.set(lower, file);
    }
    for (const one of rooted) {
      this.#byPath.set(one.node.path, one);
      const { path, stem } = one.node;
      // The path of its folder resolves to the page, and so does its name without a suffix that was removed.
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

  /** Converts only links exactly as our export writes mentions, so that the next export is identical. */
  withOurLinks(node: PageNode): string {
    const pathOf = (target: string): string => {
      const address = readAddress(target);
      const path = address && resolvePath(node.path, address.path);
      return path !== null && addressBetween(node.path, path) === target ? path : "";
    };
    return this.#replace(
      node,
      ({ kind, label, target, start }) => {
        // An export does not convert mentions after an exclamation mark, even an escaped one.
        if (kind !== "link" || label === null || node.text[start - 1] === "!") return null;
        const to = this.#byPath.get(pathOf(target));
        return to?.node.path === pathOf(target) ? `@[${label}](page:${to.page.id})` : null;
      },
      ({ target }) => {
        const file = this.#files.get(pathOf(target));
        return file?.path === pathOf(target) ? file : undefined;
      },
    );
  }

  /** Converts every form of link and image that the editor supports. Unresolved links are kept and recorded. */
  withForeignLinks(node: PageNode): string {
    const lost = new Set<string>();
    const text = holdsMarkdown(node.type) && isReadable(node.text) ? this.#document(node, lost) : this.#fields(node);
    if (lost.size > 0) this.#lost.set(node.path, lost);
    return text;
  }

  /** A note on a page's unresolved links; null if there are none. */
  lostLinks(path: string): string | null {
    const lost = this.#lost.get(path);
    const [example] = lost ?? [];
    if (lost === undefined || example === undefined) return null;
    const shown = example
      .replace(/[\s\p{Cc}]+/gu, " ")
      .slice(0, 100)
      .toWellFormed();
    return `Links without a matching file in the archive: ${lost.size}, such as ${shown}`;
  }

  #document(node: PageNode, lost: Set<string>): string {
    let links = 0;
    const counted = <T>(found: T | null): T | null => {
      if (found !== null) links++;
      return found;
    };
    const linked = replaceForeignLinks(node.text, markdownStart(node.text), {
      destination: (link) => counted(this.#destination(node, link, lost)),
      wiki: (link) => counted(this.#wiki(node, link, lost)),
    });
    const text = replaceDeclaredLinks(linked, (link, property) => counted(this.#declared(node, link, property, lost)));
    if (fitsIn(text)) this.links += links;
    return text;
  }

  #destination(node: PageNode, { kind, target }: ForeignTarget, lost: Set<string>): Destination | null {
    const place = placeOf(node.path, target);
    if (place === null) return null;
    const { paths, fragment, isRooted } = place;
    const file = paths.map((path) => this.#files.get(path) ?? this.#files.get(path.toLowerCase())).find(Boolean);
    if (file && (kind === "image" || file.role === "attachment"))
      return { address: viewOfFile(file.id), pageId: null, title: "" };
    const to = paths.map((path) => this.#find(path)).find(Boolean);
    if (!to && !isRooted) lost.add(target);
    if (!to || kind === "image") return null;
    const { id, title } = to.page;
    // A heading in a page cannot be mentioned, but it can be linked.
    return {
      address: `/pages/${id}${fragment}`,
      pageId: fragment === "" ? id : null,
      title: escapeLabel(title),
    };
  }

  /** A link that is the value of a property: to a page, or to a file itself. */
  #declared(
    node: PageNode,
    { kind, target, label }: ForeignTarget,
    property: string | null,
    lost: Set<string>,
  ): Reference | null {
    const name = (target.split(/[#^]/)[0] ?? "").trim().normalize("NFC");
    const paths = kind === "wiki" ? [] : (placeOf(node.path, target)?.paths ?? []);
    const to = kind === "wiki" ? name !== "" && this.#findByName(node, name) : paths.map((path) => this.#find(path)).find(Boolean); // oxfmt-ignore
    if (!to) {
      if (kind !== "wiki" && paths.length === 0) return null;
      lost.add(target);
      if (property !== null) this.lostValues.push({ path: node.path, property, target });
      return null;
    }
    const file = this.#files.get(to.node.path);
    const shown = label?.trim() || (kind === "wiki" ? baseName(name) : to.page.title);
    return file ? { kind: "file", id: file.id, label: shown } : { kind: "page", id: to.page.id, label: shown };
  }

  #fields(node: PageNode): string {
    const lost = new Set<string>();
    return this.#replace(
      node,
      (link) =>
        link.kind === "wiki" || link.kind === "embed"
          ? this.#wiki(node, link, lost)
          : link.kind === "link"
            ? this.#relative(node, link)
            : null,
      ({ target }) => {
        const address = readAddress(target);
        const path = address && resolvePath(node.path, address.path);
        return path === null ? undefined : (this.#files.get(path) ?? this.#files.get(path.toLowerCase()));
      },
    );
  }

  /** Resolves images and links to attachments to files, and all other links to pages. */
  #replace(
    node: PageNode,
    toPage: (link: Link) => string | null,
    toFile: (link: Link) => PlacedFile | undefined,
  ): string {
    let links = 0;
    const replace = (source: string, link: Link): string | null => {
      const { kind, target, label } = link;
      const file = kind === "image" || kind === "link" ? toFile(link) : undefined;
      const written =
        file && (kind === "image" || file.role === "attachment")
          ? retargeted(source.slice(link.start, link.end), link, viewOfFile(file.id))
          : toPage(link);
      if (written !== null) links++;
      // The label contains an image, which is itself a link.
      if (kind !== "link" || label === null || !label.includes("](") || target === "") return written;
      const shown = replaceLinks("DOCUMENT", label, (inner) => (inner.kind === "image" ? replace(label, inner) : null));
      return shown === label ? written : (written ?? source.slice(link.start, link.end)).replace(label, () => shown);
    };
    const text = replaceLinks(node.type, node.text, (link) => replace(node.text, link));
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
    // A heading in a page cannot be mentioned, but it can be linked.
    return address.rest.startsWith("#") && address.rest.length > 1
      ? `[${shown}](/pages/${to.page.id}${address.rest})`
      : `@[${shown}](page:${to.page.id})`;
  }

  #find(path: string): PlannedNode | undefined {
    return (
      this.#byPath.get(path) ??
      this.#byPath.get(path.toLowerCase()) ??
      this.#byPath.get(`${path}/`) ??
      this.#byPath.get(`${path}.md`)
    );
  }

  /** `[[Note]]`, `[[Folder/Note]]`, `[[Note#Heading|shown]]`. A link without a note refers to a heading of its own page. */
  #wiki(node: PageNode, { kind, label, target }: ForeignTarget, lost: Set<string>): string | null {
    const [name = "", ...headings] = target.split(/[#^]+/);
    const wanted = name.trim().normalize("NFC");
    if (wanted === "") return null;
    const to = this.#findByName(node, wanted);
    if (!to) {
      lost.add(target);
      return null;
    }
    const file = this.#files.get(to.node.path);
    if (kind === "embed" && file && to.node.original?.mimeType.startsWith("image/"))
      return `![${escapeLabel(baseName(wanted))}${sizeOf(label)}](${viewOfFile(file.id)})`;
    const shown = label?.trim() || [baseName(wanted), ...headings].filter(Boolean).join(" > ");
    return makeMention({ kind: "page", id: to.page.id, label: shown });
  }

  #findByName(node: PageNode, wanted: string): PlannedNode | undefined {
    const relative = resolvePath(node.path, wanted);
    const beside = relative === null ? undefined : (this.#byPath.get(`${relative}.md`) ?? this.#byPath.get(relative));
    const tail = wanted.toLowerCase().replace(/^\.?\//, "");
    return beside ?? this.#byTail.get(tail) ?? this.#byTail.get(stemOf(tail));
  }
}

/** In Obsidian embeds, the label is the image's width, optionally with its height. */
const sizeOf = (label: string | null): string =>
  /^\s*\d{1,5}(?:x\d{1,5})?\s*$/.test(label ?? "") ? `|${label?.trim()}` : "";

/** Replaces the link's address and keeps the rest of its parentheses. */
function retargeted(source: string, { label, target }: Link, address: string): string {
  // A multi-line label or an escaped address differs from its source text.
  const shown = label ?? "";
  const at = source.startsWith(shown, 1) ? source.indexOf(target, shown.length + 2) : source.lastIndexOf(target);
  return at === -1 ? `[${shown}](${address})` : source.slice(0, at) + address + source.slice(at + target.length);
}
