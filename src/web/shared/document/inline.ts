/** Draws the text inside a block: emphasis, code, links, mentions and the like. */
import type { SyntaxNode } from "@lezer/common";
import { bareAddress, linkAttributes, safeAddress } from "./address.ts";
import type { Drawing, MarkSpec } from "./drawing.ts";
import { decodeEntity } from "../../../formats/markdown/entities.ts";
import { type References, labelKey, unwrap } from "../../../formats/markdown/references.ts";
import type { Source } from "../../../formats/markdown/source.ts";
import { imageModel } from "../../../formats/markdown/image-model.ts";

export type InlineContext = {
  readonly source: Source;
  readonly references: References;
  readonly drawing: Drawing;
};

/** Supported although other HTML is not, as on GitHub: a table cell has no other way to break a line. */
const BREAK = /^<br\s*\/?>$/i;

const MENTION = /^(user|page):([\w-]{1,64})$/;

/** Elements that style their content, with the name of their marks. */
const WRAPPED: Readonly<Record<string, readonly [mark: string, spec: MarkSpec]>> = {
  Emphasis: ["EmphasisMark", { tag: "em" }],
  StrongEmphasis: ["EmphasisMark", { tag: "strong" }],
  Strikethrough: ["StrikethroughMark", { tag: "s" }],
  Highlight: ["HighlightMark", { tag: "mark" }],
  InlineCode: ["CodeMark", { tag: "code", attributes: { spellcheck: "false" } }],
  InlineMath: ["MathMark", { tag: "span", className: "md-math", attributes: { "data-math": "inline" } }],
};

const LITERAL: MarkSpec = { tag: "code", className: "md-html", attributes: { spellcheck: "false" } };

export function drawInline(parent: SyntaxNode, context: InlineContext): void {
  for (let node = parent.firstChild; node; node = node.nextSibling) drawNode(node, context);
}

function drawNode(node: SyntaxNode, context: InlineContext): void {
  const { source, drawing } = context;
  const { from, to, name } = node;
  const wrapped = WRAPPED[name];
  if (wrapped) return drawWrapped(node, wrapped, context);
  switch (name) {
    case "Link":
      return drawLink(node, context);
    case "Image":
      return drawImage(node, context);
    case "Autolink":
      for (const mark of node.getChildren("LinkMark")) drawing.hide(mark.from, mark.to, { owner: { from, to } });
      return drawInline(node, context);
    case "URL":
      return drawing.mark(from, to, { tag: "a", attributes: linkAttributes(bareAddress(source.slice(from, to))) });
    case "Escape":
      return drawing.hide(from, from + 1, { owner: { from, to } });
    case "HardBreak":
      if (source.charAt(from) === "\\") drawing.hide(from, from + 1, { owner: { from, to: from + 1 } });
      return;
    case "Entity": {
      const shown = decodeEntity(source.slice(from, to));
      if (shown !== null) drawing.text(from, to, shown, { className: "md-entity", owner: { from, to } });
      return;
    }
    case "FootnoteReference":
      return drawFootnoteReference(node, context);
    case "HTMLTag":
      if (BREAK.test(source.slice(from, to)))
        return drawing.text(from, to, "\n", { className: "md-break", owner: { from, to } });
      return drawing.mark(from, to, LITERAL);
    case "Comment":
    case "ProcessingInstruction":
      return drawing.mark(from, to, LITERAL);
  }
}

function drawWrapped(node: SyntaxNode, [mark, spec]: readonly [string, MarkSpec], context: InlineContext): void {
  const { from, to } = node;
  context.drawing.mark(from, to, spec);
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === mark) context.drawing.hide(child.from, child.to, { owner: { from, to } });
    else drawNode(child, context);
  }
}

/** The brackets around the text of a link or image, and its address; null if its label is not defined. */
function readLink(node: SyntaxNode, { source, references }: InlineContext) {
  const [open, close] = node.getChildren("LinkMark");
  if (!open || !close) return null;
  const url = node.getChild("URL");
  const label = node.getChild("LinkLabel");
  const named = label && label.to - label.from > 2 ? source.slice(label.from + 1, label.to - 1) : null;
  // `[text]()` is a link with an empty address; any other link without an address has a label.
  const isInline = source.charAt(close.to) === "(" && label === null && node.to > close.to;
  const address = url
    ? unwrap(source.slice(url.from, url.to))
    : isInline
      ? ""
      : references.get(labelKey(named ?? source.slice(open.to, close.from)));
  return address === undefined ? null : { open, close, address };
}

const OF_LINK = new Set(["LinkMark", "URL", "LinkTitle", "LinkLabel"]);

function drawLink(node: SyntaxNode, context: InlineContext): void {
  const { source, drawing } = context;
  const { from, to } = node;
  const link = readLink(node, context);
  if (!link) return drawLinkText(node, context);
  const mention = source.charAt(from - 1) === "@" && node.prevSibling?.to !== from ? MENTION.exec(link.address) : null;
  if (mention) return drawMention(node, link.close.from, mention, drawing);
  drawing.mark(from, to, { tag: "a", attributes: linkAttributes(safeAddress(link.address)) });
  drawing.hide(from, link.open.to, { owner: { from, to } });
  drawing.hide(link.close.from, link.close.to, { owner: { from, to } });
  if (to > link.close.to) drawing.hide(link.close.to, to, {});
  drawLinkText(node, context);
}

function drawLinkText(node: SyntaxNode, context: InlineContext): void {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (!OF_LINK.has(child.name)) drawNode(child, context);
}

function drawMention(node: SyntaxNode, textEnd: number, [, kind, id]: RegExpExecArray, drawing: Drawing): void {
  const { from, to } = node;
  const isPage = kind === "page";
  drawing.mark(from - 1, to, {
    tag: isPage ? "a" : "span",
    className: isPage ? "md-mention md-mention-page" : "md-mention",
    ...(isPage && { attributes: { href: `/pages/${id ?? ""}` } }),
    atomic: true,
  });
  if (isPage) drawing.hide(from - 1, from, {});
  drawing.hide(from, from + 1, {});
  drawing.hide(textEnd, to, {});
}

/** A reference-style image is drawn as a link with its description. */
function drawImage(node: SyntaxNode, context: InlineContext): void {
  const { from, to } = node;
  const model = imageModel(context.source.slice(from, to));
  if (model) return context.drawing.image(from, to, model);
  const image = readLink(node, context);
  if (!image) return;
  const attributes = linkAttributes(safeAddress(image.address));
  context.drawing.mark(from, to, { tag: "a", className: "md-image-link", attributes, atomic: true });
  context.drawing.hide(from, image.open.to, {});
  context.drawing.hide(image.close.from, to, {});
}

export const footnoteId = (label: string): string => `footnote-${encodeURIComponent(label)}`;

function drawFootnoteReference(node: SyntaxNode, { source, drawing }: InlineContext): void {
  const { from, to } = node;
  const label = source.slice(from + 2, to - 1);
  drawing.mark(from, to, { tag: "a", className: "md-footnote", attributes: { href: `#${footnoteId(label)}` } });
  drawing.hide(from, from + 2, { owner: { from, to } });
  drawing.hide(to - 1, to, { owner: { from, to } });
}
