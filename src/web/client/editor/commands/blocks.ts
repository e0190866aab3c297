/**
 * The blocks of a document: the children of its root and, within lists, each item with what is nested in it. A block
 * consists of whole lines; a blank line that belongs to no block is a block itself.
 */
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { documentParser } from "../../../../formats/markdown/syntax.ts";
import { treeTo } from "./command.ts";

const LIST_KINDS = ["bullet", "ordered", "task"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

export type BlockKind =
  | ListKind
  | "paragraph"
  | "heading"
  | "quote"
  | "callout"
  | "code"
  | "rule"
  | "table"
  | "math"
  | "html"
  | "inline-html"
  | "comment"
  | "definition"
  | "blank";

export type Block = {
  readonly kind: BlockKind;
  /** Start of its first line and end of its last line. */
  readonly from: number;
  readonly to: number;
  /** Null for a blank line. */
  readonly node: SyntaxNode | null;
  /** Indentation before the marker of a list item. */
  readonly indent: string;
  /** Heading level; 0 for other blocks. */
  readonly level: number;
};

export const isList = (kind: BlockKind): kind is ListKind => LIST_KINDS.some((each) => each === kind);

export const CALLOUT = /^[ \t]*>[ \t]?\[!(\w+)\][ \t]*/;

const KINDS: Readonly<Record<string, BlockKind>> = {
  FencedCode: "code",
  CodeBlock: "code",
  HorizontalRule: "rule",
  Table: "table",
  BlockMath: "math",
  CommentBlock: "comment",
  ProcessingInstructionBlock: "comment",
  LinkReference: "definition",
  FootnoteDefinition: "definition",
};

const isListNode = (node: SyntaxNode) => node.name === "BulletList" || node.name === "OrderedList";

/** CommonMark treats a tag that is not a block-level tag as part of the text directly above it. */
const startsBelowText = (line: string): boolean => documentParser.parse(`x\n${line}`).topNode.firstChild?.to === 1;

function kindOf(state: EditorState, node: SyntaxNode): BlockKind {
  if (node.name === "ListItem") {
    if (node.getChild("Task")) return "task";
    return node.parent?.name === "OrderedList" ? "ordered" : "bullet";
  }
  if (node.name === "Blockquote") return CALLOUT.test(state.doc.lineAt(node.from).text) ? "callout" : "quote";
  if (/Heading\d$/.test(node.name)) return "heading";
  if (node.name === "HTMLBlock") return startsBelowText(state.doc.lineAt(node.from).text) ? "html" : "inline-html";
  return KINDS[node.name] ?? "paragraph";
}

function blockOf(state: EditorState, node: SyntaxNode): Block {
  const first = state.doc.lineAt(node.from);
  const isItem = node.name === "ListItem";
  return {
    kind: kindOf(state, node),
    from: first.from,
    to: state.doc.lineAt(node.to).to,
    node,
    // The item starts where its siblings do; its marker may be up to three spaces further in.
    indent: isItem ? state.doc.sliceString(first.from, node.getChild("ListMark")?.from ?? node.from) : "",
    level: Number(/Heading(\d)$/.exec(node.name)?.[1] ?? 0),
  };
}

/** The child that reaches a line, if any. */
function childOn(parent: SyntaxNode, from: number, to: number): SyntaxNode | null {
  const child = parent.childAfter(from);
  return child && child.from <= to ? child : null;
}

/** The item of a nested list on that line, provided it starts on its own line. */
function nestedItem(state: EditorState, item: SyntaxNode, from: number, to: number): SyntaxNode | null {
  for (let child = item.firstChild; child; child = child.nextSibling) {
    if (!isListNode(child) || child.from > to || child.to <= from) continue;
    const nested = childOn(child, from, to);
    if (nested === null) return null;
    const before = state.doc.sliceString(state.doc.lineAt(nested.from).from, nested.from);
    return before.trim() === "" ? nested : null;
  }
  return null;
}

/** The innermost block on the line of a position. */
export function blockAt(state: EditorState, pos: number): Block {
  const line = state.doc.lineAt(pos);
  const blank: Block = { kind: "blank", from: line.from, to: line.to, node: null, indent: "", level: 0 };
  const top = childOn(treeTo(state, line.to).topNode, line.from, line.to);
  if (top === null) return blank;
  if (!isListNode(top)) return blockOf(state, top);
  let item = childOn(top, line.from, line.to);
  if (item === null) return blank;
  for (let nested = nestedItem(state, item, line.from, line.to); nested;) {
    item = nested;
    nested = nestedItem(state, item, line.from, line.to);
  }
  return blockOf(state, item);
}

/** Excludes a last line that the range only touches, as when whole lines are selected. */
export function lastLineOf(state: EditorState, from: number, to: number) {
  const last = state.doc.lineAt(to);
  return to > from && last.from === to ? state.doc.lineAt(to - 1) : last;
}

/** The blocks on the lines that a range touches, in order. Blank lines count only if there is nothing else. */
export function blocksIn(state: EditorState, from: number, to: number): Block[] {
  const blocks: Block[] = [];
  const end = lastLineOf(state, from, to).to;
  for (let pos = state.doc.lineAt(from).from; pos <= end;) {
    const block = blockAt(state, pos);
    if (blocks.at(-1)?.node?.from !== block.node?.from || block.node === null || blocks.length === 0)
      blocks.push(block);
    pos = (isList(block.kind) ? state.doc.lineAt(pos).to : block.to) + 1;
  }
  const written = blocks.filter(({ kind }) => kind !== "blank");
  return written.length > 0 ? written : blocks.slice(0, 1);
}

export const selectedBlocks = (state: EditorState): Block[] =>
  blocksIn(state, state.selection.main.from, state.selection.main.to);

const OPEN_ENDED: readonly BlockKind[] = ["paragraph", "bullet", "ordered", "task", "quote", "callout", "table"];
const STARTS_ANYWHERE: readonly BlockKind[] = ["heading", "code", "html", "comment", "blank"];

/** Whether two blocks would be parsed differently without a blank line between them. */
export function needsGap(above: BlockKind, below: BlockKind): boolean {
  if (above === "blank" || below === "blank") return false;
  if (above === "html" || above === "inline-html") return true;
  if (STARTS_ANYWHERE.includes(below)) return false;
  if (below === "quote" || below === "callout") return above === "quote" || above === "callout";
  if (below === "ordered") return above === "paragraph" || above === "table";
  if (below === "bullet" || below === "task") return above === "table";
  return OPEN_ENDED.includes(above);
}

/** The kind of the block on the line before a line start; `blank` at the start of the text. */
export const kindBefore = (state: EditorState, lineStart: number): BlockKind =>
  lineStart === 0 ? "blank" : blockOnWritten(state, lineStart - 1);

export const kindAfter = (state: EditorState, lineEnd: number): BlockKind =>
  lineEnd === state.doc.length ? "blank" : blockOnWritten(state, lineEnd + 1);

/** A blank line inside a block separates as well. */
const blockOnWritten = (state: EditorState, pos: number): BlockKind =>
  state.doc.lineAt(pos).text.trim() === "" ? "blank" : blockAt(state, pos).kind;
