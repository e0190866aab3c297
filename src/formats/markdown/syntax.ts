/**
 * The Markdown of documents as a syntax tree, for the print on the Worker and for the editor alike: CommonMark with GFM
 * (tables, task lists, strikethrough, autolinks), and footnotes, `==highlight==`, `$math$` and `$$` blocks.
 *
 * Node names are those of @lezer/markdown and, of ours: `FootnoteReference` and `FootnoteDefinition` (with `FootnoteMark`s),
 * `Highlight` (with `HighlightMark`s), `InlineMath` and `BlockMath` (with `MathMark`s, and a `MathText` for each line of a block).
 */
import { tags } from "@lezer/highlight";
import { type BlockContext, type DelimiterType, GFM, type Line, type MarkdownConfig, parser } from "@lezer/markdown";

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
 * Goes over what nothing can begin with, before every other parser is asked at each character of it: the inside of a word,
 * as addresses begin at the start of one, and a space between two words.
 */
const words: MarkdownConfig = {
  parseInline: [
    {
      name: "Words",
      before: "Escape",
      parse(cx, next, pos) {
        if (next === SPACE) {
          const after = cx.char(pos + 1);
          return after === SPACE || after === NEWLINE ? -1 : pos + 1;
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

/** `[^name]` refers to a footnote; a line that begins with `[^name]:` is one. */
const footnotes: MarkdownConfig = {
  defineNodes: [
    { name: "FootnoteReference", style: tags.link },
    { name: "FootnoteDefinition", block: true },
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
      parse(cx: BlockContext, line: Line) {
        const mark = /^\[\^[^\s[\]]+\]:[ \t]*/.exec(line.text.slice(line.pos))?.[0];
        if (mark === undefined) return false;
        const from = cx.lineStart + line.pos;
        const end = cx.lineStart + line.text.length;
        const content = cx.parser.parseInline(line.text.slice(line.pos + mark.length), from + mark.length);
        cx.addElement(
          cx.elt("FootnoteDefinition", from, end, [cx.elt("FootnoteMark", from, from + mark.length), ...content]),
        );
        cx.nextLine();
        return true;
      },
      endLeaf: (_, line) => /^\[\^[^\s[\]]+\]:/.test(line.text.slice(line.pos)),
    },
  ],
};

/** Whether a line is outside the quote or item that is being read. The parser's own blocks know it by a field without a type. */
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
        // As Pandoc has it: no space inside the dollars, and no digit behind the last, so that prices stay prices.
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
        // A quote or an item that ends takes its formula along.
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

export const documentParser = parser.configure([GFM, words, footnotes, highlight, math]);
