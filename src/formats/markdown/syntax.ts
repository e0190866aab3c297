/**
 * The syntax tree of document Markdown, for both the server-rendered page and the editor: CommonMark with GFM (tables,
 * task lists, strikethrough, autolinks), and footnotes, `==highlight==`, `$math$`, `$$` blocks and front matter.
 *
 * Node names are those of @lezer/markdown, plus `FootnoteReference` and `FootnoteDefinition` (with `FootnoteMark`s),
 * `Highlight` (with `HighlightMark`s), `FrontMatter`, `InlineMath` and `BlockMath` (with `MathMark`s, and a `MathText` for each line
 * of a block).
 */
import { tags } from "@lezer/highlight";
import {
  type BlockContext,
  type DelimiterType,
  GFM,
  type Line,
  type MarkdownConfig,
  type MarkdownParser,
  parser,
} from "@lezer/markdown";
import { bounds, isDeepest, parseInPieces } from "./bounds.ts";
import { frontMatter, rereadFrontMatter } from "./front-matter-block.ts";

const NEWLINE = 10;
const SPACE = 32;
const EQUALS = 61;
const DOLLAR = 36;
const OPEN_BRACKET = 91;
const CARET = 94;

const isSpace = (char: string): boolean => char === "" || /\s/.test(char);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const isWordCharacter = (code: number): boolean => isLetter(code) || isDigit(code);

/**
 * Skips characters where nothing can begin, before any other parser runs at each of them: the inside of a word, because
 * URLs begin at the start of one, and the spaces between two words.
 */
const words: MarkdownConfig = {
  parseInline: [
    {
      name: "Words",
      before: "Escape",
      parse(cx, next, pos) {
        if (next === SPACE) {
          let end = pos + 1;
          while (cx.char(end) === SPACE) end++;
          return cx.char(end) === NEWLINE ? -1 : end;
        }
        if (pos === cx.offset || !isWordCharacter(next) || !isWordCharacter(cx.char(pos - 1))) return -1;
        let end = pos + 1;
        while (isWordCharacter(cx.char(end))) end++;
        return end;
      },
    },
  ],
};

const HIGHLIGHT: DelimiterType = { resolve: "Highlight", mark: "HighlightMark" };

const highlight: MarkdownConfig = {
  defineNodes: [
    { name: "Highlight", style: tags.special(tags.content) },
    { name: "HighlightMark", style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: "Highlight",
      after: "Emphasis",
      parse(cx, next, pos) {
        if (next !== EQUALS || cx.char(pos + 1) !== EQUALS || cx.char(pos + 2) === EQUALS) return -1;
        const [before, after] = [cx.slice(pos - 1, pos), cx.slice(pos + 2, pos + 3)];
        return cx.addDelimiter(HIGHLIGHT, pos, pos + 2, !isSpace(after), !isSpace(before));
      },
    },
  ],
};

const FOOTNOTE_INDENT = 4;

/** Matches `[^name]:` at the start of a line, with the spaces after it. */
function footnoteMark(line: Line): string | undefined {
  if (line.next !== OPEN_BRACKET || line.indent >= line.baseIndent + 4) return undefined;
  return /^\[\^[^\s[\]]+\]:[ \t]*/.exec(line.text.slice(line.pos))?.[0];
}

/**
 * `[^name]` refers to a footnote, and `[^name]:` begins its definition, which contains blocks like a list item: lines
 * indented by four columns, blank lines between them, and lazy continuation lines of its paragraphs (GFM).
 */
const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: "FootnoteReference", style: tags.link },
    {
      name: "FootnoteDefinition",
      block: true,
      composite(_, line) {
        if (line.next < 0) return true;
        if (line.indent < line.baseIndent + FOOTNOTE_INDENT) return false;
        line.moveBaseColumn(line.baseIndent + FOOTNOTE_INDENT);
        return true;
      },
    },
    { name: "FootnoteMark", style: tags.processingInstruction },
  ],
  parseInline: [
    {
      name: "FootnoteReference",
      before: "Link",
      parse(cx, next, pos) {
        if (next !== OPEN_BRACKET || cx.char(pos + 1) !== CARET) return -1;
        const name = /^\[\^[^\s[\]]+\]/.exec(cx.slice(pos, cx.end))?.[0];
        if (name === undefined) return -1;
        const end = pos + name.length;
        return cx.addElement(
          cx.elt("FootnoteReference", pos, end, [
            cx.elt("FootnoteMark", pos, pos + 2),
            cx.elt("FootnoteMark", end - 1, end),
          ]),
        );
      },
    },
  ],
  parseBlock: [
    {
      name: "FootnoteDefinition",
      before: "LinkReference",
      parse(cx, line) {
        const mark = footnoteMark(line);
        if (mark === undefined || isDeepest(cx)) return false;
        const from = cx.lineStart + line.pos;
        cx.startComposite("FootnoteDefinition", line.pos);
        cx.addElement(cx.elt("FootnoteMark", from, from + mark.length));
        line.moveBase(line.pos + mark.length);
        return null;
      },
      endLeaf: (_, line) => footnoteMark(line) !== undefined,
    },
  ],
};

/** True for the first block of a list item. The context has the children of the open block in an untyped field. */
function isFirstInItem(cx: BlockContext): boolean {
  if (cx.parentType().name !== "ListItem" || !("block" in cx)) return false;
  const { block } = cx;
  const children = typeof block === "object" && block !== null && "children" in block ? block.children : null;
  return Array.isArray(children) && children.length === 1;
}

/**
 * Replaces the parser of @lezer/markdown, which also treats a checkbox at the start of an item's later paragraphs as a
 * task.
 */
const tasks: MarkdownConfig = {
  parseBlock: [
    {
      name: "TaskList",
      leaf: (context, { content }) =>
        /^\[[ xX]\][ \t]/.test(content) && isFirstInItem(context)
          ? {
              nextLine: () => false,
              finish(cx, leaf) {
                const [from, text] = [leaf.start, leaf.content.slice(3)];
                const marker = cx.elt("TaskMarker", from, from + 3);
                const children = [marker, ...cx.parser.parseInline(text, from + 3)];
                cx.addLeafElement(leaf, cx.elt("Task", from, from + leaf.content.length, children));
                return true;
              },
            }
          : null,
    },
  ],
};

/** True if a line is outside the current quote or item. The parser's own blocks read this from an untyped field. */
const leavesContainer = (cx: BlockContext, line: Line): boolean => "depth" in line && Number(line.depth) < cx.depth;

const math: MarkdownConfig = {
  defineNodes: [
    { name: "InlineMath" },
    { name: "BlockMath", block: true },
    { name: "MathMark", style: tags.processingInstruction },
    { name: "MathText" },
  ],
  parseInline: [
    {
      name: "InlineMath",
      before: "Escape",
      parse(cx, next, pos) {
        if (next !== DOLLAR || cx.char(pos + 1) === DOLLAR) return -1;
        // Like Pandoc: no space inside the dollars, and no digit after the last, so that prices stay prices.
        const found = /^\$(?!\s)(?:\\.|[^$\\\n])*?[^\s\\]\$(?!\d)|^\$[^\s$\\]\$(?!\d)/.exec(cx.slice(pos, cx.end))?.[0];
        if (found === undefined) return -1;
        const end = pos + found.length;
        return cx.addElement(
          cx.elt("InlineMath", pos, end, [cx.elt("MathMark", pos, pos + 1), cx.elt("MathMark", end - 1, end)]),
        );
      },
    },
  ],
  parseBlock: [
    {
      name: "BlockMath",
      before: "FencedCode",
      parse(cx, line) {
        if (line.next !== DOLLAR || line.text.slice(line.pos).trim() !== "$$") return false;
        const from = cx.lineStart + line.pos;
        const parts = [cx.elt("MathMark", from, from + 2)];
        let end = cx.lineStart + line.text.length;
        // A quote or item that ends also ends its formula.
        while (cx.nextLine() && !leavesContainer(cx, line)) {
          parts.push(...line.markers);
          const start = cx.lineStart + line.pos;
          end = cx.lineStart + line.text.length;
          if (line.text.slice(line.pos).trim() === "$$") {
            parts.push(cx.elt("MathMark", start, start + 2));
            cx.nextLine();
            break;
          }
          if (end > cx.lineStart + line.basePos) parts.push(cx.elt("MathText", cx.lineStart + line.basePos, end));
        }
        cx.addElement(cx.elt("BlockMath", from, end, parts));
        return true;
      },
    },
  ],
};

/** The parser with additional configuration. Calling `configure` on the parser itself would lose its bounds. */
export const documentParserWith = (more: MarkdownConfig): MarkdownParser =>
  rereadFrontMatter(
    parseInPieces(parser.configure([bounds, GFM, tasks, words, footnotes, highlight, math, frontMatter, more])),
  );

export const documentParser = documentParserWith({});
