/** The visible text of Markdown, without markup. Also for part of a page that was cut at arbitrary positions. */
import type { SyntaxNode } from "@lezer/common";
import { decodeEntity } from "./entities.ts";
import { imageModel } from "./image-model.ts";
import { documentParser } from "./syntax.ts";

export type Part = {
  /** The part begins inside the page's text. */
  readonly isInside?: boolean;
  /** The page's text continues after the part. */
  readonly goesOn?: boolean;
  /** Also outputs the addresses of links and pictures, which a search may have matched. */
  readonly addresses?: boolean;
  readonly pictures?: boolean;
};

const HIDDEN = new Set([
  "HeaderMark",
  "EmphasisMark",
  "StrikethroughMark",
  "HighlightMark",
  "CodeMark",
  "CodeInfo",
  "MathMark",
  "QuoteMark",
  "ListMark",
  "TaskMarker",
  "FootnoteMark",
  "FootnoteReference",
  "HorizontalRule",
]);
const CALLOUT = /^\[!\w+\][+-]?$/;
const MENTION = /^(?:user|page):/;
const BREAK = /^<br\s*\/?>$/i;

/** Separator between the cells of a table row. */
const CELLS = " · ";

export function renderedText(markdown: string, part: Part = {}): string {
  const source = mended(markdown, part);
  const drawn = new Drawn(source, part);
  drawn.draw(documentParser.parse(source).topNode);
  return withoutCutMarks(drawn.text(), part).replaceAll(/\s+/g, " ").trim();
}

class Drawn {
  readonly #source: string;
  readonly #part: Part;
  readonly #pieces: string[] = [];
  #at = 0;

  constructor(source: string, part: Part) {
    this.#source = source;
    this.#part = part;
  }

  text(): string {
    this.#skip(this.#source.length, "");
    return this.#pieces.join("");
  }

  /** Outputs the text up to `from` unchanged, and `shown` instead of the text from `from` to `to`. */
  #replace(from: number, to: number, shown: string): void {
    if (from < this.#at) return;
    this.#skip(from, "");
    this.#pieces.push(shown);
    this.#at = to;
  }

  #skip(to: number, shown: string): void {
    if (to > this.#at) this.#pieces.push(this.#source.slice(this.#at, to), shown);
    this.#at = Math.max(this.#at, to);
  }

  draw(node: SyntaxNode): void {
    const { name, from, to } = node;
    if (HIDDEN.has(name)) return this.#replace(from, to, "");
    switch (name) {
      case "Escape":
        return this.#replace(from, from + 1, "");
      case "HardBreak":
        return this.#replace(from, to, " ");
      case "Entity":
        return this.#replace(from, to, decodeEntity(this.#source.slice(from, to)) ?? this.#source.slice(from, to));
      case "HTMLTag":
        return BREAK.test(this.#source.slice(from, to)) ? this.#replace(from, to, " ") : undefined;
      case "LinkReference":
        return this.#replace(from, to, this.#address(node));
      case "Autolink":
        return this.#autolink(node);
      case "Link":
        return this.#link(node);
      case "Image":
        return this.#image(node);
      case "TableHeader":
      case "TableRow":
        return this.#row(node);
      case "TableDelimiter":
        return this.#replace(from, to, "");
      case "Paragraph":
        return this.#paragraph(node);
    }
    this.#children(node);
  }

  #children(node: SyntaxNode): void {
    for (let child = node.firstChild; child; child = child.nextSibling) this.draw(child);
  }

  #address(node: SyntaxNode): string {
    const url = this.#part.addresses === true ? node.getChild("URL") : null;
    return url ? ` ${this.#source.slice(url.from, url.to)} ` : "";
  }

  #autolink(node: SyntaxNode): void {
    for (const mark of node.getChildren("LinkMark")) this.#replace(mark.from, mark.to, "");
  }

  #link(node: SyntaxNode): void {
    const [open, close] = node.getChildren("LinkMark");
    const url = node.getChild("URL");
    const isLink = url !== null || node.getChild("LinkLabel") !== null || this.#source.charAt(close?.to ?? 0) === "(";
    if (!open || !close) return;
    if (!isLink || close.to === node.to) {
      if (CALLOUT.test(this.#source.slice(node.from, node.to)) && node.parent?.parent?.name === "Blockquote")
        return this.#replace(node.from, node.to, "");
      return this.#children(node);
    }
    const isMention = url !== null && MENTION.test(this.#source.slice(url.from, url.to));
    const isPage = isMention && this.#source.startsWith("page:", url.from) && this.#source[node.from - 1] === "@";
    this.#replace(isPage ? node.from - 1 : node.from, open.to, "");
    for (let child = open.nextSibling; child && child.from < close.from; child = child.nextSibling) this.draw(child);
    this.#replace(close.from, node.to, isMention ? "" : this.#address(node));
  }

  #image(node: SyntaxNode): void {
    if (this.#part.pictures === false) return this.#replace(node.from, node.to, "");
    const model = imageModel(this.#source.slice(node.from, node.to));
    const [open, close] = node.getChildren("LinkMark");
    const alt = model?.alt ?? (open && close ? this.#source.slice(open.to, close.from) : "");
    this.#replace(node.from, node.to, alt + this.#address(node));
  }

  #row(node: SyntaxNode): void {
    let isFirst = true;
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (child.name !== "TableCell") {
        this.#replace(child.from, child.to, "");
        continue;
      }
      this.#replace(child.from, child.from, isFirst ? "" : CELLS);
      isFirst = false;
      this.#children(child);
    }
  }

  /** The parser reads table rows whose header was cut off as a paragraph. */
  #paragraph(node: SyntaxNode): void {
    if (this.#part.isInside !== true) return this.#children(node);
    const text = this.#source.slice(node.from, node.to);
    const bars = [...text.matchAll(/(?<!\\)\|/g)].map(({ index }) => node.from + index);
    const isRows = bars.length > 0 && text.split("\n").every((line) => /\|\s*$/.test(line) || /^\s*\|/.test(line));
    if (!isRows) return this.#children(node);
    let child = node.firstChild;
    for (const bar of bars) {
      for (; child && child.to <= bar; child = child.nextSibling) this.draw(child);
      if (child && child.from < bar) continue;
      const line = text.lastIndexOf("\n", bar - node.from - 1) + 1 + node.from;
      const isEdge = this.#source.slice(line, bar).trim() === "" || /^[ \t]*(?:\n|$)/.test(this.#source.slice(bar + 1));
      this.#replace(bar, bar + 1, isEdge ? " " : CELLS);
    }
    for (; child; child = child.nextSibling) this.draw(child);
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`]*)/gm;

/** Repairs a part that begins inside a link's address, or inside code whose opening fence was cut off. */
function mended(markdown: string, { isInside = false, goesOn = false }: Part): string {
  let text = markdown;
  if (isInside) {
    // Keeps the words of a link whose beginning was cut off.
    text = text.replace(/^([^[\]\n(]*)\]\([^()\s]*\)?/, "$1").replace(/^[^\s()]{3,}\)/, "");
    const fences = [...text.matchAll(FENCE)];
    const [first] = fences;
    let open = false;
    let isInCode = false;
    for (const [, , info] of fences) {
      // A fence with a language is an opening fence.
      if (open && info !== "") isInCode = true;
      open = !open;
    }
    if (first && first[2] === "" && (isInCode || open)) text = `${first[1] ?? ""}\n${text}`;
  }
  if (goesOn) text = text.replace(/!?\[([^[\]\n]*)\]\([^()\s]*$/, "$1").replace(/!?\[([^[\]\n]{0,80})$/, "$1");
  return text;
}

/** Removes a mark whose other end was cut off. */
function withoutCutMarks(text: string, { isInside = false, goesOn = false }: Part): string {
  let shown = text;
  if (isInside) shown = shown.replace(/^([^*_~=`]*[^\s*_~=`])(?:[*_~`]{1,3}|==)(?=[\s\p{P}]|$)/u, "$1");
  if (goesOn) shown = shown.replace(/(^|[\s\p{P}])(?:[*_~`]{1,3}|==)([^\s*_~=`][^*_~=`]*)$/u, "$1$2");
  return shown;
}
