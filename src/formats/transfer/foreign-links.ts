/**
 * Links and images in foreign Markdown, in every form that the editor supports; its own grammar finds them. Besides
 * Markdown links there are wiki links (`[[target]]`, `![[target]]`), and `<a>` and `<img>`.
 */
import type { SyntaxNode, SyntaxNodeRef, Tree } from "@lezer/common";
import { labelKey, unwrap } from "../markdown/references.ts";
import { documentParser } from "../markdown/syntax.ts";
import { type Destination, type HtmlLink, closingTag, linkInTag, markdownOfBlock, tagsOfBlock } from "./html-links.ts";

export type ForeignTarget = {
  readonly kind: "link" | "image" | "wiki" | "embed";
  /** Without the markup around it; for a wiki link the text before the bar. */
  readonly target: string;
  /** The text after the bar of a wiki link. */
  readonly label: string | null;
};

export type Resolve = {
  /** Returns null if the target is unknown. */
  readonly destination: (target: ForeignTarget) => Destination | null;
  /** Returns the replacement of a wiki link. */
  readonly wiki: (target: ForeignTarget) => string | null;
};

type Edit = { readonly from: number; readonly to: number; readonly written: string };
type Definition = { readonly target: string; readonly title: string };

const WIKI = /(?<!\\)(!?)\[\[([^[\]\n|\\]+)(?:\\?\|([^[\]\n]*))?\]\]/g;
/** Nodes whose text is not parsed as Markdown. */
const HIDDEN = new Set(
  "InlineCode FencedCode CodeBlock HTMLBlock HTMLTag Comment CommentBlock ProcessingInstruction ProcessingInstructionBlock InlineMath BlockMath LinkReference Autolink URL".split(
    " ",
  ),
);
/** Cheap test for possible links: most texts have none, and parsing is slow. */
const CANDIDATE = /\]\(|\]:|\[\[|<(?:a|img)\s/i;

/** `from` is the offset where the Markdown begins. The text must be readable (`isReadable`). */
export function replaceForeignLinks(text: string, from: number, resolve: Resolve): string {
  if (!CANDIDATE.test(text)) return text;
  const body = text.slice(from);
  const edits = new LinkFinder(body, resolve).run();
  return text.slice(0, from) + edited(body, edits);
}

class LinkFinder {
  readonly #text: string;
  readonly #tree: Tree;
  readonly #resolve: Resolve;
  readonly #definitions = new Map<string, Definition>();
  readonly #edits: Edit[] = [];
  /** Ranges in which no wiki link can occur, in order. */
  readonly #taken: { from: number; to: number }[] = [];

  constructor(text: string, resolve: Resolve) {
    this.#text = text;
    this.#resolve = resolve;
    this.#tree = documentParser.parse(text);
  }

  run(): readonly Edit[] {
    if (this.#text.includes("]:")) this.#define();
    this.#tree.iterate({ enter: (node) => this.#enter(node) });
    this.#findWikis();
    return this.#edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  }

  #slice({ from, to }: { readonly from: number; readonly to: number }): string {
    return this.#text.slice(from, to);
  }

  #define(): void {
    this.#tree.iterate({
      enter: (node) => {
        if (node.name !== "LinkReference") return !HIDDEN.has(node.name) && node.name !== "Paragraph";
        const label = node.node.getChild("LinkLabel");
        const url = node.node.getChild("URL");
        const title = node.node.getChild("LinkTitle");
        if (!label || !url) return false;
        const key = labelKey(this.#text.slice(label.from + 1, label.to - 1));
        if (!this.#definitions.has(key))
          this.#definitions.set(key, { target: unwrap(this.#slice(url)), title: title ? this.#slice(title) : "" });
        return false;
      },
    });
  }

  #enter(node: SyntaxNodeRef): boolean {
    switch (node.name) {
      case "Link":
      case "Image":
        this.#markdown(node.node, node.name === "Image" ? "image" : "link");
        // A link's text may contain a picture.
        return node.name === "Link";
      case "LinkReference":
        this.#definition(node.node);
        break;
      case "HTMLTag":
        this.#tag(node.node);
        break;
      case "HTMLBlock":
        this.#block(node);
        break;
    }
    if (!HIDDEN.has(node.name)) return true;
    this.#taken.push({ from: node.from, to: node.to });
    return false;
  }

  #markdown(node: SyntaxNode, kind: "link" | "image"): void {
    const [open, close] = node.getChildren("LinkMark");
    if (!open || !close) return;
    const url = node.getChild("URL");
    const words = this.#text.slice(open.to, close.from);
    if (url) {
      this.#taken.push({ from: node.from, to: node.to });
      const found = this.#resolve.destination({ kind, target: unwrap(this.#slice(url)), label: null });
      if (!found) return;
      if (kind === "link" && found.pageId !== null) this.#mention(node, close, words, found);
      else this.#retarget(url, found.address);
      return;
    }
    const name = node.getChild("LinkLabel");
    const isNamed = name !== null && name.to - name.from > 2;
    const definition = this.#definitions.get(labelKey(isNamed ? this.#text.slice(name.from + 1, name.to - 1) : words));
    if (!definition) return;
    this.#taken.push({ from: node.from, to: node.to });
    const found = this.#resolve.destination({ kind, target: definition.target, label: null });
    if (!found) return;
    // The definition is updated as well; but only a mention counts as a link between pages, and only an inline image is
    // shown.
    if (kind === "link" && found.pageId !== null) this.#mention(node, close, words, found);
    else if (kind === "image") {
      const title = definition.title === "" ? "" : ` ${definition.title}`;
      this.#edits.push({ from: close.from, to: node.to, written: `](${found.address}${title})` });
    }
  }

  #mention({ from, to }: SyntaxNode, close: SyntaxNode, words: string, { pageId, title }: Destination): void {
    const shown = words.trim() === "" ? title : "";
    this.#edits.push(
      { from, to: from, written: "@" },
      { from: close.from, to, written: `${shown}](page:${pageId ?? ""})` },
    );
  }

  #retarget({ from, to }: SyntaxNode, address: string): void {
    this.#edits.push({ from, to, written: this.#text[from] === "<" ? `<${address}>` : address });
  }

  #definition(node: SyntaxNode): void {
    const url = node.getChild("URL");
    const found = url && this.#resolve.destination({ kind: "link", target: unwrap(this.#slice(url)), label: null });
    if (url && found) this.#retarget(url, found.address);
  }

  #tag(node: SyntaxNode): void {
    const link = linkInTag(this.#slice(node));
    const found = link && this.#resolve.destination({ kind: link.kind, target: link.target, label: null });
    if (!link || !found) return;
    if (link.kind === "image") {
      this.#edits.push({ from: node.from, to: node.to, written: link.markdown(found.address) });
      return;
    }
    const end = closingTag(node, (tag) => this.#slice(tag));
    const inside = end === null ? "[" : this.#text.slice(node.to, end.from);
    // Brackets in the text would end the link too early, unless they belong to a picture.
    if (end === null || (/[[\]]/.test(inside) && !/^\s*!\[[^[\]]*\]\([^()]*\)\s*$/.test(inside))) {
      this.#edits.push({ from: node.from, to: node.to, written: link.retargeted(found.address) });
      return;
    }
    const { pageId, address, title } = found;
    const shown = inside.trim() === "" ? title : "";
    this.#edits.push({ from: node.from, to: node.to, written: pageId === null ? "[" : "@[" });
    this.#edits.push({
      from: end.from,
      to: end.to,
      written: `${shown}](${pageId === null ? address : `page:${pageId}`})`,
    });
  }

  /**
   * Converts a block that consists only of pictures and links to Markdown, which can show them; in others only
   * addresses change.
   */
  #block(node: SyntaxNodeRef): void {
    const source = this.#slice(node);
    const resolve = (link: HtmlLink): Destination | null =>
      this.#resolve.destination({ kind: link.kind, target: link.target, label: null });
    const written = markdownOfBlock(source, resolve);
    if (written !== null) {
      this.#edits.push({ from: node.from, to: node.to, written });
      return;
    }
    for (const { link, from, to } of tagsOfBlock(source)) {
      const found = resolve(link);
      if (found)
        this.#edits.push({ from: node.from + from, to: node.from + to, written: link.retargeted(found.address) });
    }
  }

  #findWikis(): void {
    if (!this.#text.includes("[[")) return;
    let next = 0;
    for (const { 0: whole, 1: mark, 2: target = "", 3: label, index } of this.#text.matchAll(WIKI)) {
      while ((this.#taken[next]?.to ?? Infinity) <= index) next++;
      if ((this.#taken[next]?.from ?? Infinity) < index + whole.length) continue;
      const kind = mark === "" ? "wiki" : "embed";
      const written = this.#resolve.wiki({ kind, target, label: label ?? null });
      if (written !== null) this.#edits.push({ from: index, to: index + whole.length, written });
    }
  }
}

function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, written } of edits) {
    if (from < at) continue;
    parts.push(text.slice(at, from), written);
    at = to;
  }
  return parts.join("") + text.slice(at);
}
