/**
 * The inline text of a document: which parts of a selection are text rather than line markup, and how they are
 * formatted.
 */
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { treeTo } from "./command.ts";

export type Span = { readonly from: number; readonly to: number };

/** A formatted span: `from` to `start` is the opening mark, `end` to `to` the closing one. */
export type Marked = Span & { readonly name: string; readonly start: number; readonly end: number };

const LEAF = /^(Paragraph|ATXHeading\d|SetextHeading\d|TableCell|Task)$/;
const LINE_MARKS = ["QuoteMark", "HeaderMark", "TaskMarker", "FootnoteMark", "ListMark"];

const MARKED = ["StrongEmphasis", "Emphasis", "Strikethrough", "Highlight", "InlineCode"];

/** Elements that cannot be split: a mark must enclose all of them. */
const WHOLE = [
  "Link",
  "Image",
  "InlineCode",
  "InlineMath",
  "Autolink",
  "URL",
  "FootnoteReference",
  "HTMLTag",
  "Entity",
];

/** The text of a leaf block on each of its lines, without line marks and surrounding spaces. */
function wordsOf(state: EditorState, leaf: SyntaxNode): Span[] {
  const spans: Span[] = [];
  for (let pos = leaf.from; pos <= leaf.to;) {
    const line = state.doc.lineAt(pos);
    let [from, to] = [Math.max(pos, leaf.from), Math.min(line.to, leaf.to)];
    for (let mark = leaf.firstChild; mark; mark = mark.nextSibling) {
      if (!LINE_MARKS.includes(mark.name) || mark.to < from || mark.from > to) continue;
      // A heading's closing mark comes after its text.
      if (state.doc.sliceString(from, mark.from).trim() === "") from = mark.to;
      else if (mark.name === "HeaderMark") to = mark.from;
    }
    const text = state.doc.sliceString(from, Math.max(from, to));
    const isCallout = leaf.parent?.name === "Blockquote" && leaf.from === pos;
    const before = (isCallout ? /^\s*(?:\[!\w+\]\s*)?/ : /^\s*/).exec(text)?.[0].length ?? 0;
    const after = /\s*$/.exec(text.slice(before))?.[0].length ?? 0;
    if (text.length > before + after) spans.push({ from: from + before, to: to - after });
    pos = line.to + 1;
  }
  return spans;
}

/** The text within a range; each span is inside one line of one paragraph, heading, cell or item. */
export function wordsIn(state: EditorState, from: number, to: number): Span[] {
  const spans: Span[] = [];
  treeTo(state, to).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (!LEAF.test(name)) return;
      for (const words of wordsOf(state, node)) {
        const [start, end] = [Math.max(words.from, from), Math.min(words.to, to)];
        if (end > start || (from === to && end === start)) spans.push({ from: start, to: end });
      }
      return false;
    },
  });
  return spans;
}

/** The formatted spans around a span, outermost first. */
export function markedAround(state: EditorState, { from, to }: Span): Marked[] {
  const found: Marked[] = [];
  treeTo(state, to).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      const { firstChild, lastChild } = node;
      if (!MARKED.includes(name) || !firstChild || !lastChild) return;
      found.push({ name, from: node.from, to: node.to, start: firstChild.to, end: lastChild.from });
    },
  });
  return found;
}

/** Extends the span to include every link, image, formula or code that it would split. */
export function wholeThings(state: EditorState, span: Span, isCode: boolean): Span {
  let { from, to } = span;
  treeTo(state, to).iterate({
    from,
    to,
    enter: ({ name, from: start, to: end, node }) => {
      if (!WHOLE.includes(name) && !(isCode && MARKED.includes(name))) return;
      const label = name === "Link" ? node.getChildren("LinkMark")[1] : undefined;
      const isInLabel = label !== undefined && from > start && to <= label.from;
      const isOutside = (from <= start && to >= end) || end <= from || start >= to;
      if (isInLabel || isOutside) return;
      // The `@` before a mention belongs to it.
      const sign = name === "Link" && state.doc.sliceString(start - 1, start) === "@" ? 1 : 0;
      [from, to] = [Math.min(from, start - sign), Math.max(to, end)];
    },
  });
  return { from, to };
}
