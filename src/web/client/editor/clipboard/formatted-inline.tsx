/** Inline content of a document as elements for the clipboard. */
import type { SyntaxNode } from "@lezer/common";
import { type ComponentChildren, h } from "preact";
import { isLinkAddress } from "./addresses.ts";

const INLINE: Readonly<Record<string, string>> = {
  Emphasis: "em",
  StrongEmphasis: "strong",
  Strikethrough: "s",
  Highlight: "mark",
};

const MARKS = /Mark$|^(LinkTitle|LinkLabel|LinkReference|CodeInfo|TableDelimiter|TaskMarker|Comment|CommentBlock)$/;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": "\u00A0",
};

/** Renders text with its inline formatting. */
export class InlinePrinter {
  constructor(protected readonly text: string) {}

  protected slice = (from: number, to: number): string => this.text.slice(from, to);

  protected childrenOf(node: SyntaxNode): SyntaxNode[] {
    const children: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
    return children;
  }

  /** Line breaks are kept as displayed. */
  inline(node: SyntaxNode, from = node.from, to = node.to): ComponentChildren[] {
    const out: ComponentChildren[] = [];
    let at = from;
    for (const child of this.childrenOf(node)) {
      if (child.from < from || child.to > to) continue;
      out.push(...lines(this.slice(at, child.from)), this.#span(child));
      at = child.to;
      // Skips the space after a mark.
      if (/^(HeaderMark|QuoteMark|TaskMarker|ListMark|FootnoteMark)$/.test(child.name))
        while (at < to && this.text[at] === " ") at++;
    }
    return [...out, ...lines(this.slice(at, to))];
  }

  #span(node: SyntaxNode): ComponentChildren {
    const tag = INLINE[node.name];
    if (tag !== undefined) return h(tag, null, this.inline(node));
    const source = this.slice(node.from, node.to);
    switch (node.name) {
      case "InlineCode":
        return <code>{source.replaceAll(/^`+ ?| ?`+$/g, "")}</code>;
      case "Link":
        return this.#link(node);
      case "Image":
        return this.#image(node);
      case "URL":
      case "Autolink":
        return this.#address(source.replaceAll(/^<|>$/g, ""));
      case "Escape":
        return source.slice(1);
      case "Entity":
        return ENTITIES[source] ?? source;
      case "HardBreak":
        return <br />;
      // In a cell, line breaks are tags.
      case "HTMLTag":
        return /^<br ?\/?>$/i.test(source) ? <br /> : source;
      case "FootnoteReference":
        return <sup>{source.slice(2, -1)}</sup>;
      default:
        return MARKS.test(node.name) ? null : source;
    }
  }

  #address(url: string): ComponentChildren {
    const href =
      url.includes("@") && !url.includes(":") ? `mailto:${url}` : url.startsWith("www.") ? `https://${url}` : url;
    return isLinkAddress(href) ? <a href={href}>{url}</a> : url;
  }

  #link(node: SyntaxNode): ComponentChildren {
    const url = node.getChild("URL");
    const [open, close] = node.getChildren("LinkMark");
    if (open === undefined || close === undefined) return this.slice(node.from, node.to);
    const words = this.inline(node, open.to, close.from);
    const href = url === null ? "" : this.slice(url.from, url.to).replaceAll(/^<|>$/g, "");
    return isLinkAddress(href) ? <a href={href}>{words}</a> : words;
  }

  #image(node: SyntaxNode): ComponentChildren {
    const url = node.getChild("URL");
    const [open, close] = node.getChildren("LinkMark");
    const src = url === null ? "" : this.slice(url.from, url.to).replaceAll(/^<|>$/g, "");
    const alt = open === undefined || close === undefined ? "" : this.slice(open.to, close.from);
    return isLinkAddress(src) ? <img src={src} alt={alt} /> : alt;
  }
}

/** A document displays its line breaks, so its copy has them too. */
function lines(text: string): ComponentChildren[] {
  return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br />, line]));
}
