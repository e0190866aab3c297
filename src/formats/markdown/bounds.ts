/**
 * Bounds that keep Markdown parsing linear in the text. The algorithms of @lezer/markdown search back over open
 * delimiters, lines and containers, so their time is the product of the text's length and one of these numbers. Nothing
 * beyond a bound is lost: it stays plain text, or a paragraph is read in several pieces.
 */
import type {
  BlockContext,
  Element,
  LeafBlock,
  LeafBlockParser,
  MarkdownConfig,
  MarkdownParser,
} from "@lezer/markdown";

/** Maximum nesting of quotes, list items and footnotes. Deeper markers are text. */
export const MAX_NESTED = 100;

/** Inline delimiters parsed together. Each nesting level takes two, so this bounds the depth too. */
const MAX_DELIMITERS = 2 * MAX_NESTED;

/** A paragraph with more lines continues as another paragraph, which looks the same. */
const MAX_LEAF_LINES = 1000;
/** Maximum quote markers before the lines of a paragraph or table; each is inserted among the elements of all lines. */
const MAX_PARAGRAPH_MARKS = 250;
const MAX_TABLE_MARKS = 1000;
/** The parser rereads a link reference definition with every line added to it. */
const MAX_DEFINITION_LINES = 20;

/** Longer than any domain name (RFC 1035 §2.3.4). */
const LONG_DOMAIN = /(?:www\.|https?:\/\/)[\w.-]{256}/y;
const LONG_INDENT = /^[>\s]{256}/;

/** True if the maximum number of quotes, items and footnotes is open; deeper markers are text. */
export function isDeepest(cx: BlockContext): boolean {
  let levels = 0;
  for (let depth = cx.depth > MAX_NESTED ? cx.depth : 1; --depth > 0;)
    if (!cx.parentType(depth).name.endsWith("List")) levels++;
  return levels >= MAX_NESTED;
}

/** Fields of the parser's own classes that their types lack. */
type Fields = { readonly marks?: readonly unknown[]; readonly rows?: unknown; readonly stage?: unknown };
const fieldsOf = (object: object): Fields => object;

/** Ends a block that has too many lines. The next line begins another one. */
class LeafLimit implements LeafBlockParser {
  #lines = 1;

  nextLine(cx: BlockContext, _: unknown, leaf: LeafBlock): boolean {
    this.#lines++;
    const table = leaf.parsers.some((parser) => fieldsOf(parser).rows);
    if (table || this.#lines > MAX_DEFINITION_LINES)
      leaf.parsers = leaf.parsers.filter((parser) => fieldsOf(parser).stage === undefined);
    const marks = fieldsOf(leaf).marks?.length ?? 0;
    if (table ? marks <= MAX_TABLE_MARKS : marks <= MAX_PARAGRAPH_MARKS && this.#lines <= MAX_LEAF_LINES) return false;
    if (leaf.parsers.some((parser) => parser.finish(cx, leaf))) return true;
    const { start, content } = leaf;
    cx.addLeafElement(leaf, cx.elt("Paragraph", start, start + content.length, cx.parser.parseInline(content, start)));
    return true;
  }

  finish(): boolean {
    return false;
  }
}

/** Must precede the extensions that it bounds. */
export const bounds: MarkdownConfig = {
  parseBlock: [
    { name: "LeafLimit", before: "LinkReference", leaf: () => new LeafLimit() },
    {
      name: "NestingLimit",
      before: "Blockquote",
      parse(cx, line) {
        if (!isDeepest(cx)) return false;
        cx.addElement(cx.elt("Paragraph", cx.lineStart + line.pos, cx.lineStart + line.text.length));
        cx.nextLine();
        return true;
      },
      // The parser checks the next line for a table with an expression that is quadratic in the line's indentation.
      endLeaf: (cx, line) => line.text.includes("|") && LONG_INDENT.test(cx.peekLine()),
    },
  ],
  parseInline: [
    {
      name: "DomainLimit",
      before: "Escape",
      parse(cx, next, pos) {
        if (next !== LETTER_H && next !== LETTER_W) return -1;
        LONG_DOMAIN.lastIndex = 0;
        return LONG_DOMAIN.test(cx.slice(pos, pos + 300)) ? pos + 1 : -1;
      },
    },
  ],
};

const LETTER_H = 104;
const LETTER_W = 119;

/** Characters that cost additional parsing time: delimiters, brackets, tags, and parts of URLs. */
const DELIMITER = /[*_~=[\]<`.);]/g;
/** Inline delimiters that may open a span, and those that may close one. */
const OPENING = "*_~=`$[(";
const CLOSING = "*_~=`$])";

/**
 * The end of the piece that begins at `start`: after a space outside any open mark in the second half of the allowed
 * length if possible, otherwise after any space there.
 */
function endOfPiece(text: string, start: number): number {
  let most = start;
  DELIMITER.lastIndex = start;
  for (let count = 0; count <= MAX_DELIMITERS; count++) {
    const found = DELIMITER.exec(text);
    if (!found) return text.length;
    most = found.index;
  }
  let [end, closed, open] = [most, 0, -1];
  for (let at = start; at < most; at++) {
    const char = text.charAt(at);
    if (char === " " || char === "\n") {
      if (2 * at < start + most) continue;
      end = at + 1;
      if (open < 0) closed = end;
      // A run of marks counts as one mark; an underscore inside a word is not a mark.
    } else if (char !== text[at - 1] && !(char === "_" && /\w_\w/.test(text.slice(at - 1, at + 2)))) {
      if (open < 0) open = OPENING.indexOf(char);
      else if (char === CLOSING[open]) open = -1;
    }
  }
  return closed || end;
}

/** Parts of a block's text that are parsed separately; most texts are one part. */
export function inlinePieces(text: string): { readonly from: number; readonly to: number }[] {
  const pieces = [];
  for (let from = 0; from < text.length;) {
    const to = text.length - from <= MAX_DELIMITERS ? text.length : endOfPiece(text, from);
    pieces.push({ from, to });
    from = to;
  }
  return pieces;
}

/** Makes a parser read the text of long blocks in pieces. */
export function parseInPieces(parser: MarkdownParser): MarkdownParser {
  const parse = parser.parseInline.bind(parser);
  parser.parseInline = (text, offset): Element[] =>
    text.length <= MAX_DELIMITERS
      ? parse(text, offset)
      : inlinePieces(text).flatMap(({ from, to }) => parse(text.slice(from, to), offset + from));
  return parser;
}
