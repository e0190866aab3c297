/**
 * A document as semantic elements around one `.cm-line` per source line. The editor draws the same lines, so it can
 * take over from the print without shifting the text; readers without edit permission keep the print.
 */
import type { Direction } from "./direction.ts";
import type { SyntaxNode, Tree } from "@lezer/common";
import { type ComponentChildren, type VNode, h } from "preact";
import { placeClasses } from "./block-lines.ts";
import { calloutOf } from "./callouts.ts";
import type { Drawing } from "./drawing.ts";
import { embedOf } from "./embeds.ts";
import { type Piece, type PrintVariant, collectPieces, nest, sortPieces } from "./inline-print.tsx";
import { PlainIfFailed, PlainText } from "./plain-text.tsx";
import { plainFrom } from "./print-budget.ts";
import { type References, findReferences } from "../../../formats/markdown/references.ts";
import { Source } from "../../../formats/markdown/source.ts";
import { documentParser } from "../../../formats/markdown/syntax.ts";
import { isLoneImage, walk } from "./walk.ts";
import { blockElement } from "./whole-block.tsx";

type PrintLine = {
  readonly from: number;
  readonly dir: Direction | null;
  readonly className: string;
  readonly node: SyntaxNode | null;
  readonly to: number;
};

type PrintProps = { readonly text: string; readonly placeholder?: string; readonly variant?: PrintVariant };

/** The content of an element with the class `doc`; its styles are in document.css. */
export const DocumentPrint = ({ text, placeholder, variant }: PrintProps) => {
  const plain = plainFrom(text);
  const printed = plain === null ? text : text.slice(0, Math.max(0, plain - 1));
  return (
    <div class="md" data-print>
      {plain !== 0 && blocksOf(printed, placeholder ?? null, variant)}
      {plain !== null && <PlainText text={text.slice(plain)} />}
    </div>
  );
};

function blocksOf(text: string, placeholder: string | null, variant?: PrintVariant): ComponentChildren {
  try {
    return new Print(text, documentParser.parse(text), placeholder, variant).blocks();
  } catch {
    return <PlainText text={text} />;
  }
}

class Print {
  readonly #source: Source;
  readonly #references: References;
  readonly #root: SyntaxNode;
  readonly #lines: PrintLine[] = [];
  readonly #pieces: readonly Piece[];
  readonly #placeholder: string | null;
  readonly #variant: PrintVariant | undefined;
  #line = 0;
  #piece = 0;
  /** Pieces of earlier lines that extend into the next. */
  #open: Piece[] = [];

  constructor(text: string, tree: Tree, placeholder: string | null, variant?: PrintVariant) {
    this.#source = new Source(text);
    this.#references = findReferences(text, tree);
    this.#root = tree.topNode;
    this.#placeholder = placeholder;
    this.#variant = variant;
    const pieces: Piece[] = [];
    const usual = collectPieces(pieces);
    const drawing: Drawing = {
      ...(variant ? variant.inline(usual, pieces, this.#source) : usual),
      line: (from, _, { className, dir = null }) => {
        this.#lines.push({ from, dir, className, node: null, to: this.#source.lineEnd(from) });
      },
      block: (from, to, node) => {
        this.#lines.push({ from, dir: null, className: "", node, to });
      },
    };
    walk(this.#source, { tree, references: this.#references, length: text.length }, [0, text.length], drawing);
    this.#lines.sort((a, b) => a.from - b.from);
    this.#pieces = sortPieces(pieces);
  }

  blocks(): ComponentChildren[] {
    return this.#inside(this.#root, "div");
  }

  /** The children of a container, and the lines that belong to none of them. */
  #inside(container: SyntaxNode, lineTag: string): ComponentChildren[] {
    const out: ComponentChildren[] = [];
    for (let node = container.firstChild; node; node = node.nextSibling) {
      const print = PRINTED[node.name];
      if (print === undefined) continue;
      this.#linesUntil(this.#source.lineStart(node.from), lineTag, out);
      out.push(container.parent ? this.#block(node, print) : this.#topBlock(node, print));
    }
    this.#linesUntil(container.parent ? container.to + 1 : Infinity, lineTag, out);
    return out;
  }

  /** If part of a block throws, the block is shown as plain text, so that the others can be read. */
  #topBlock(node: SyntaxNode, tag: string): VNode {
    const text = this.#source.slice(this.#source.lineStart(node.from), this.#source.lineEnd(node.to));
    try {
      return <PlainIfFailed text={text}>{this.#block(node, tag)}</PlainIfFailed>;
    } catch {
      this.#linesUntil(node.to + 1, "div", []);
      return <PlainText text={text} />;
    }
  }

  #block(node: SyntaxNode, tag: string): VNode {
    if (CONTAINERS.has(node.name)) return h(tag, this.#attributesOf(node), this.#inside(node, "div"));
    const out: ComponentChildren[] = [];
    // Among these, only the listed elements must not contain a `div`.
    this.#linesUntil(node.to + 1, /^(?:p|pre|h\d)$/.test(tag) ? "span" : "div", out);
    // A standalone image is a figure, not part of a paragraph.
    return tag === "" || isLoneImage(node) ? <>{out}</> : h(tag, this.#attributesOf(node), out);
  }

  #attributesOf(node: SyntaxNode): Record<string, string> | null {
    switch (node.name) {
      case "OrderedList": {
        const mark = node.firstChild?.getChild("ListMark");
        const start = mark ? Number.parseInt(this.#source.slice(mark.from, mark.to), 10) : 1;
        return start === 1 ? null : { start: String(start) };
      }
      case "Blockquote": {
        const from = this.#source.skipSpace(node.from + 1, 1);
        const callout = calloutOf(this.#source.slice(from, this.#source.lineEnd(from)));
        return callout && { role: "note", "aria-label": callout.label };
      }
      case "BlockMath":
        return { class: "md-math", ...this.#embedOf(node) };
      case "FencedCode":
        return this.#embedOf(node);
      default:
        return null;
    }
  }

  /** Data for the formula or diagram that the browser draws in place of the block. */
  #embedOf(node: SyntaxNode): Record<string, string> | null {
    const source = this.#source;
    const embed = embedOf(
      node,
      (at) => source.lineStart(at),
      (from, to) => source.slice(from, to),
    );
    return embed && { "data-embed": embed.kind, "data-source": embed.source };
  }

  #linesUntil(end: number, tag: string, out: ComponentChildren[]): void {
    for (let line = this.#lines[this.#line]; line && line.from < end; line = this.#lines[this.#line]) {
      this.#line++;
      out.push(line.node ? this.#whole(line.node) : this.#printLine(line, tag));
    }
  }

  #printLine({ from, to, className, dir }: PrintLine, tag: string): VNode {
    const pieces = this.#open;
    for (let next = this.#pieces[this.#piece]; next && next.from <= to; next = this.#pieces[this.#piece]) {
      // Pieces inside tables were not consumed by any line.
      if (next.to >= from) pieces.push(next);
      this.#piece++;
    }
    const content = nest(this.#source, pieces, from, to);
    this.#open = pieces.filter((piece) => piece.to > to);
    const isPlaceholder = className === "md-empty" && this.#placeholder !== null;
    return h(
      tag,
      {
        class: className === "" ? "cm-line" : `cm-line ${className}`,
        ...(dir && { dir }),
        ...(isPlaceholder && { "data-placeholder": this.#placeholder }),
      },
      content.length > 0 ? content : <br />,
    );
  }

  #whole(node: SyntaxNode): VNode | null {
    const text = this.#source.slice(node.from, node.to);
    return blockElement(
      text,
      node,
      this.#references,
      placeClasses(node, (from, to) => this.#source.slice(from, to)),
      this.#variant,
    );
  }
}

/** The element around the lines of each block; none if empty. */
const PRINTED: Readonly<Record<string, string>> = {
  ATXHeading1: "h2",
  ATXHeading2: "h3",
  ATXHeading3: "h4",
  ATXHeading4: "h5",
  ATXHeading5: "h6",
  ATXHeading6: "h6",
  SetextHeading1: "h2",
  SetextHeading2: "h3",
  Paragraph: "p",
  Task: "p",
  Blockquote: "blockquote",
  BulletList: "ul",
  OrderedList: "ol",
  ListItem: "li",
  FencedCode: "pre",
  CodeBlock: "pre",
  HTMLBlock: "pre",
  CommentBlock: "pre",
  ProcessingInstructionBlock: "pre",
  FrontMatter: "",
  BlockMath: "div",
  FootnoteDefinition: "div",
  LinkReference: "div",
  HorizontalRule: "",
  Table: "",
};

const CONTAINERS = new Set(["Blockquote", "BulletList", "OrderedList", "ListItem", "FootnoteDefinition"]);
