/** The block `FrontMatter` at the start of a text, from the first delimiter line to the end of the last one. */
import { type Input, TreeFragment } from "@lezer/common";
import type { MarkdownConfig, MarkdownParser } from "@lezer/markdown";
import { MAX_FRONT_MATTER, spanOfMatter } from "../properties/delimiters.ts";

/** The delimiter lines, and a line after them. */
const AROUND = 1000;

/** The end of the last delimiter line; null for a text without front matter. */
function endOfMatter(input: Input): number | null {
  if (input.read(0, Math.min(3, input.length)) !== "---") return null;
  const text = input.read(0, Math.min(input.length, MAX_FRONT_MATTER + AROUND));
  const matter = spanOfMatter(text);
  if (matter === null) return null;
  return text.charAt(matter.end - 1) === "\n" ? matter.end - 1 : matter.end;
}

/** The parser's own blocks read the input from an untyped field. */
const inputOf = (context: object): Input | null => ("input" in context ? (context.input as Input) : null);

export const frontMatter: MarkdownConfig = {
  defineNodes: [{ name: "FrontMatter", block: true }],
  parseBlock: [
    {
      name: "FrontMatter",
      before: "HorizontalRule",
      parse(cx, line) {
        if (cx.lineStart !== 0 || cx.depth > 1 || !line.text.startsWith("---")) return false;
        const input = inputOf(cx);
        const end = input && endOfMatter(input);
        if (end === null) return false;
        while (cx.lineStart < end && cx.lineStart + line.text.length < end) if (!cx.nextLine()) break;
        cx.addElement(cx.elt("FrontMatter", 0, end));
        cx.nextLine();
        return true;
      },
    },
  ],
};

/**
 * Parses the start anew after every change to a text that begins with a delimiter. Whether that is front matter depends
 * on lines far below, which the reuse of unchanged blocks does not consider.
 */
export function rereadFrontMatter(parser: MarkdownParser): MarkdownParser {
  const parse = parser.createParse.bind(parser);
  parser.createParse = (input, fragments, ranges) =>
    parse(input, fragments.length === 0 ? fragments : withoutStart(input, fragments), ranges);
  return parser;
}

function withoutStart(input: Input, fragments: readonly TreeFragment[]): readonly TreeFragment[] {
  if (input.read(0, Math.min(3, input.length)) !== "---") return fragments;
  const start = Math.max(endOfMatter(input) ?? 0, ...fragments.map(endOfFirstBlock));
  return fragments.flatMap((fragment) => {
    if (fragment.from > start) return [fragment];
    return fragment.to <= start
      ? []
      : [new TreeFragment(start, fragment.to, fragment.tree, fragment.offset, true, fragment.openEnd)];
  });
}

/** In the new text, for a fragment whose tree began with a rule or front matter. */
function endOfFirstBlock({ tree, offset }: TreeFragment): number {
  const first = tree.topNode.firstChild;
  return first?.name === "FrontMatter" ? first.to - offset : 1;
}
