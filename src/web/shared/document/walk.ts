/**
 * Determines what to draw for a document's Markdown. The Worker prints it, and the editor decorates its lines with it, so
 * that the text does not shift when the editor takes over: everything about a line's appearance is decided here.
 */
import type { SyntaxNode, Tree } from "@lezer/common";
import { type BlockLine, drawLines, FOOTNOTE_LINE, isDrawable, linesOf, splitBlock } from "./block-lines.ts";
import { calloutOf } from "./callouts.ts";
import type { Drawing } from "./drawing.ts";
import { type InlineContext, drawInline } from "./inline.ts";
import type { References } from "../../../formats/markdown/references.ts";
import type { Source } from "../../../formats/markdown/source.ts";

type Walk = InlineContext & { readonly lines: readonly BlockLine[] };

/** `from` and `to` are boundaries of whole top-level blocks, including the blank lines around them, or of the document. */
export function walk(
  source: Source,
  { tree, references, length }: { tree: Tree; references: References; /** Of the document. */ length: number },
  [from, to]: readonly [number, number],
  drawing: Drawing,
): void {
  let at = from;
  for (let node = tree.topNode.childAfter(from); node && node.from < to; node = node.nextSibling) {
    const start = Math.max(at, source.lineStart(node.from));
    drawBlankLines(source, at, start - 1, length, drawing);
    const end = source.lineEnd(Math.max(start, node.to));
    try {
      drawTopBlock(node, start, end, { source, references, drawing });
    } catch {
      // If a block cannot be drawn, the others are unaffected.
      for (const line of splitBlock(source, start, end)) drawing.line(line.from, line.from, { className: "" });
    }
    at = Math.max(at, end + 1);
  }
  drawBlankLines(source, at, to, length, drawing);
}

/**
 * Blank lines from `from` to the end at `to`. Between blocks, the first is a gap, and so is the last of three or more, so
 * that typing on a line in between shifts nothing. A blank line at the end of the document is full height, for typing.
 */
function drawBlankLines(source: Source, from: number, to: number, length: number, drawing: Drawing): void {
  for (let at = from; at <= to;) {
    const end = source.lineEnd(at);
    const isFirst = at === from && from > 0;
    const isLast = end >= to && at > from && source.lineEnd(from) + 1 < at;
    const isGap = (isFirst || isLast) && end < length;
    drawing.line(at, at, { className: length === 0 ? "md-empty" : isGap ? "md-gap" : "" });
    at = end + 1;
  }
}

function drawTopBlock(node: SyntaxNode, from: number, to: number, context: InlineContext): void {
  const lines = splitBlock(context.source, from, to);
  drawBlock(node, 0, { ...context, lines });
  drawLines(lines, context.source, context.drawing);
}

const HEADING = /^(?:ATX|Setext)Heading(\d)$/;

function drawBlock(node: SyntaxNode, depth: number, walked: Walk): void {
  const { name, from, to } = node;
  const own = linesOf(walked.lines, from, to);
  const heading = HEADING.exec(name);
  if (heading) return drawHeading(node, Number(heading[1]), own, walked);
  switch (name) {
    case "Blockquote":
      return drawQuote(node, depth, own, walked);
    case "BulletList":
    case "OrderedList":
      return drawChildren(node, depth, walked);
    case "ListItem":
      return drawItem(node, depth, own, walked);
    case "Task":
      return drawTask(node, own, walked);
    case "Paragraph":
      return drawParagraph(node, depth, own, walked);
    case "FencedCode":
    case "BlockMath":
      return drawFenced(node, own, walked);
    case "CodeBlock":
      for (const line of own) line.prefix = walked.source.skipSpace(line.prefix, 4);
      return addClasses(own, "md-code");
    case "HorizontalRule":
      addClasses(own, "md-rule");
      return walked.drawing.hide(from, to, { owner: { from, to } });
    case "Table":
      return isDrawable(walked.source.slice(walked.source.lineStart(from), from))
        ? drawWhole(node, own, walked)
        : addClasses(own, "md-raw");
    case "FootnoteDefinition":
      return drawFootnote(node, depth, own, walked);
    case "LinkReference":
      return addClasses(own, "md-definition");
    case "HTMLBlock":
    case "CommentBlock":
    case "ProcessingInstructionBlock":
      return addClasses(own, "md-raw");
    case "FrontMatter":
      return drawWhole(node, own, walked);
  }
}

function drawChildren(node: SyntaxNode, depth: number, walked: Walk): void {
  for (let child = node.firstChild; child; child = child.nextSibling) drawBlock(child, depth, walked);
}

function addClasses(lines: readonly BlockLine[], name: string): void {
  for (const line of lines) line.classes.push(name);
  lines[0]?.classes.push(`${name}-first`);
  lines.at(-1)?.classes.push(`${name}-last`);
}

function drawWhole(node: SyntaxNode, own: readonly BlockLine[], { drawing }: Walk): void {
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return;
  for (const line of own) line.isDrawn = true;
  drawing.block(first.from, last.to, node);
}

/** While shown, the marks hang in the margin, so that the heading does not shift. */
function drawHeading(node: SyntaxNode, level: number, own: readonly BlockLine[], walked: Walk): void {
  const { source, drawing } = walked;
  const { from, to } = node;
  for (const line of own) {
    line.prefix = source.skipSpace(line.prefix);
    line.classes.push("md-h", `md-h${level}`);
    // The page's title is the level 1 heading.
    line.attributes = { role: "heading", "aria-level": String(Math.min(level + 1, 6)) };
  }
  for (const mark of node.getChildren("HeaderMark")) {
    const opens = mark.from === from;
    const underline = own.length > 1 && mark.from >= (own.at(-1)?.from ?? 0);
    if (underline && !opens) markUnderline(own.at(-1));
    const end = opens ? source.skipSpace(mark.to) : mark.to;
    const start = opens || underline ? mark.from : mark.from - spaceBefore(source, mark.from);
    drawing.hide(start, end, { owner: { from, to }, hangs: opens });
  }
  drawInline(node, walked);
}

/** The underline of a setext heading. */
function markUnderline(line: BlockLine | undefined): void {
  if (!line) return;
  line.classes.splice(0, line.classes.length, "md-underline");
  delete line.attributes;
}

function spaceBefore(source: Source, at: number): number {
  let spaces = 0;
  while (/[ \t]/.test(source.charAt(at - spaces - 1))) spaces++;
  return spaces;
}

function drawQuote(node: SyntaxNode, depth: number, own: readonly BlockLine[], walked: Walk): void {
  const { source } = walked;
  for (const line of own) {
    const mark = source.skipSpace(line.prefix, 3);
    if (source.charAt(mark) === ">") line.prefix = source.skipSpace(mark + 1, 1);
    line.depth = depth + 1;
    line.quotes.push(depth);
  }
  const [first] = own;
  const callout = first && calloutOf(source.slice(first.prefix, first.to));
  if (callout) {
    const from = first.prefix;
    const to = from + callout.length;
    addClasses(own, "md-callout");
    for (const line of own) line.classes.push(`md-${callout.kind}`);
    first.classes.push("md-callout-title");
    first.runsAs = { from: to, to: node.to };
    if (callout.hasTitle) walked.drawing.hide(from, to, { owner: { from, to } });
    else walked.drawing.text(from, to, callout.label, { className: "md-callout-label", owner: { from, to } });
  }
  drawChildren(node, depth + 1, walked);
}

function drawItem(node: SyntaxNode, depth: number, own: readonly BlockLine[], walked: Walk): void {
  const { source } = walked;
  const [first, ...rest] = own;
  const mark = node.getChild("ListMark");
  if (!first || !mark) return;
  const content = mark.nextSibling;
  const isBeside = content !== null && content.from <= first.to && content.name !== "CodeBlock";
  const text = isBeside ? content.from : source.skipSpace(mark.to, 1);
  const indent = text - first.prefix;
  const kind = /\d/.test(source.charAt(mark.from)) ? "number" : "bullet";
  first.markers.push({ kind, from: mark.from, to: text, level: depth });
  first.prefix = text;
  for (const line of rest) line.prefix = source.skipSpace(line.prefix, indent);
  for (const line of own) line.depth = depth + 1;
  drawChildren(node, depth + 1, walked);
}

/** The checkbox replaces the item's bullet. */
function drawTask(node: SyntaxNode, own: readonly BlockLine[], walked: Walk): void {
  const { source } = walked;
  const [first] = own;
  const mark = node.getChild("TaskMarker");
  const bullet = first?.markers.pop();
  if (first && mark && bullet) {
    const to = source.skipSpace(mark.to, 1);
    const checked = /x/i.test(source.charAt(mark.from + 1));
    first.markers.push({ ...bullet, kind: "task", to, checked });
    first.prefix = to;
    if (checked) first.classes.push("md-done");
  }
  for (const line of own.slice(1)) line.prefix = source.skipSpace(line.prefix);
  drawInline(node, walked);
}

function drawParagraph(node: SyntaxNode, depth: number, own: readonly BlockLine[], walked: Walk): void {
  for (const line of own) line.prefix = walked.source.skipSpace(line.prefix);
  if (depth === 0 && own.length === 1 && isLoneImage(node)) return drawWhole(node, own, walked);
  drawInline(node, walked);
}

/** A reference-style image has no address of its own: it is drawn inline, since its definition may be missing. */
export function isLoneImage(paragraph: SyntaxNode): boolean {
  const image = paragraph.firstChild;
  return (
    image?.name === "Image" &&
    image.from === paragraph.from &&
    image.to === paragraph.to &&
    image.getChild("URL") !== null
  );
}

/** The fence lines are low: the first names the language, and both show their marks while the caret is in the block. */
function drawFenced(node: SyntaxNode, own: readonly BlockLine[], walked: Walk): void {
  const { source, drawing } = walked;
  const { from, to } = node;
  const isMath = node.name === "BlockMath";
  const [open, close] = node.getChildren(isMath ? "MathMark" : "CodeMark");
  const indent = from - (own[0]?.prefix ?? from);
  for (const line of own) line.prefix = source.skipSpace(line.prefix, indent);
  addClasses(own, isMath ? "md-math-block" : "md-code");
  own[0]?.classes.push("md-fence");
  if (open) drawing.hide(open.from, open.to, { owner: { from, to } });
  const info = node.getChild("CodeInfo");
  // A folder shows its views above its pages instead.
  if (info && /^view$/i.test(source.slice(info.from, info.to))) addClasses(own, "md-view");
  if (info) drawing.mark(info.from, info.to, { tag: "span", className: "md-info" });
  if (!close || own.length < 2) return;
  own.at(-1)?.classes.push("md-fence");
  drawing.hide(close.from, close.to, { owner: { from, to } });
}

/** Lines indented less than the definition's content are lazy continuations of a paragraph. */
function drawFootnote(node: SyntaxNode, depth: number, own: readonly BlockLine[], walked: Walk): void {
  const mark = node.getChild("FootnoteMark");
  const [first, ...rest] = own;
  if (!mark || !first) return;
  first.markers.push({ kind: "footnote", from: mark.from, to: mark.to, level: depth });
  first.prefix = mark.to;
  for (const line of rest) line.prefix = walked.source.skipSpace(line.prefix, 4);
  for (const line of own) line.depth = depth + 1;
  drawChildren(node, depth + 1, walked);
  // Code, headings and quotes have their own styles.
  for (const { classes } of own) if (classes.length === 0) classes.push(FOOTNOTE_LINE);
}
