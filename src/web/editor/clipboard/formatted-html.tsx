/**
 * A piece of a document as HTML for the clipboard: plain elements that mail programs, word processors and spreadsheets
 * know, without our classes and without the marks of Markdown.
 */
import type { SyntaxNode, Tree } from "@lezer/common";
import { type ComponentChildren, h } from "preact";
import { renderToString } from "preact-render-to-string";
import { documentParser } from "../../document/syntax.ts";
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

/** Word processors and mail programs draw no lines without it. */
const BORDER = { border: "1" };

class Printer {
  constructor(private readonly text: string) {}

  #slice = (from: number, to: number): string => this.text.slice(from, to);

  #children(node: SyntaxNode): SyntaxNode[] {
    const children: SyntaxNode[] = [];
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
    return children;
  }

  /** Text of a line or more, with what is marked in it. Line ends stay as a reader saw them. */
  inline(node: SyntaxNode, from = node.from, to = node.to): ComponentChildren[] {
    const out: ComponentChildren[] = [];
    let at = from;
    for (const child of this.#children(node)) {
      if (child.from < from || child.to > to) continue;
      out.push(...lines(this.#slice(at, child.from)), this.#span(child));
      at = child.to;
      // A mark takes the space behind it along.
      if (/^(HeaderMark|QuoteMark|TaskMarker|ListMark|FootnoteMark)$/.test(child.name))
        while (at < to && this.text[at] === " ") at++;
    }
    return [...out, ...lines(this.#slice(at, to))];
  }

  #span(node: SyntaxNode): ComponentChildren {
    const tag = INLINE[node.name];
    if (tag !== undefined) return h(tag, null, this.inline(node));
    const source = this.#slice(node.from, node.to);
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
    if (open === undefined || close === undefined) return this.#slice(node.from, node.to);
    const words = this.inline(node, open.to, close.from);
    const href = url === null ? "" : this.#slice(url.from, url.to).replaceAll(/^<|>$/g, "");
    return isLinkAddress(href) ? <a href={href}>{words}</a> : words;
  }

  #image(node: SyntaxNode): ComponentChildren {
    const url = node.getChild("URL");
    const [open, close] = node.getChildren("LinkMark");
    const src = url === null ? "" : this.#slice(url.from, url.to).replaceAll(/^<|>$/g, "");
    const alt = open === undefined || close === undefined ? "" : this.#slice(open.to, close.from);
    return isLinkAddress(src) ? <img src={src} alt={alt} /> : alt;
  }

  blocks(node: SyntaxNode, tight = false): ComponentChildren[] {
    return this.#children(node).map((child) => this.#block(child, tight));
  }

  #block(node: SyntaxNode, tight: boolean): ComponentChildren {
    const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (heading !== undefined) return h(`h${heading}`, null, this.inline(node));
    switch (node.name) {
      case "Paragraph":
      case "Task":
      case "FootnoteDefinition":
        return tight ? this.inline(node) : <p>{this.inline(node)}</p>;
      case "BulletList":
        return <ul>{this.#items(node)}</ul>;
      case "OrderedList": {
        const start = Number.parseInt(this.#slice(node.from, node.to), 10);
        return <ol {...(start !== 1 && { start })}>{this.#items(node)}</ol>;
      }
      case "Blockquote":
        return <blockquote>{this.blocks(node)}</blockquote>;
      case "FencedCode":
      case "CodeBlock":
      case "BlockMath":
        return this.#code(node);
      case "HorizontalRule":
        return <hr />;
      case "Table":
        return this.#table(node);
      case "HTMLBlock":
        return <p>{this.#slice(node.from, node.to)}</p>;
      default:
        return null;
    }
  }

  #items(list: SyntaxNode): ComponentChildren[] {
    const isLoose = /\n[ \t>]*\n/.test(this.#slice(list.from, list.to));
    return list.getChildren("ListItem").map((item) => {
      const marker = item.getChild("Task")?.getChild("TaskMarker");
      const box = marker ? (/x/i.test(this.#slice(marker.from, marker.to)) ? "☑ " : "☐ ") : null;
      return (
        <li>
          {box}
          {this.blocks(item, !isLoose || box !== null)}
        </li>
      );
    });
  }

  #code(node: SyntaxNode): ComponentChildren {
    const texts = node.getChildren("CodeText");
    const info = node.getChild("CodeInfo");
    const language = info === null ? "" : this.#slice(info.from, info.to);
    const isMath = node.name === "BlockMath";
    const code = isMath ? this.#slice(node.from, node.to) : texts.map(({ from, to }) => this.#slice(from, to)).join("");
    return (
      <pre>
        <code {...(language !== "" && { class: `language-${language}` })}>{code}</code>
      </pre>
    );
  }

  #table(node: SyntaxNode): ComponentChildren {
    const row = (each: SyntaxNode, tag: string): ComponentChildren => (
      <tr>{each.getChildren("TableCell").map((cell) => h(tag, null, this.inline(cell)))}</tr>
    );
    return (
      <table {...BORDER}>
        <thead>{node.getChildren("TableHeader").map((each) => row(each, "th"))}</thead>
        <tbody>{node.getChildren("TableRow").map((each) => row(each, "td"))}</tbody>
      </table>
    );
  }
}

/** A document shows the ends of its lines, so a copy of it has them too. */
function lines(text: string): ComponentChildren[] {
  return text.split("\n").flatMap((line, index) => (index === 0 ? [line] : [<br />, line]));
}

export function formattedHtml(markdown: string): string {
  const tree: Tree = documentParser.parse(markdown);
  const printer = new Printer(markdown);
  const only = tree.topNode.firstChild;
  // A phrase that was copied out of a line goes into a line.
  const isPhrase = only?.name === "Paragraph" && only.nextSibling === null;
  const content = isPhrase ? printer.inline(only) : printer.blocks(tree.topNode);
  return renderToString(<>{content}</>);
}
