/**
 * The blocks of a document: the nodes below its root, and within lists each item with what is nested in it. A block is whole
 * lines; a line of space that belongs to none is a block by itself.
 */
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { documentParser } from "../../../formats/markdown/syntax.ts";
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
  /** Start of its first line and end of its last. */
  readonly from: number;
  readonly to: number;
  /** Null for a line of space. */
  readonly node: SyntaxNode | null;
  /** Space before the mark of a list's item. */
  readonly indent: string;
  /** Of a heading; else 0. */
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

/** CommonMark reads a tag of another name than those of blocks as a part of the text right above it. */
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
    // The item begins where those around it are; its mark may stand up to three spaces behind.
    indent: isItem ? state.doc.sliceString(first.from, node.getChild("ListMark")?.from ?? node.from) : "",
    level: Number(/Heading(\d)$/.exec(node.name)?.[1] ?? 0),
  };
}

/** The child on a line, if one reaches it. */
function childOn(parent: SyntaxNode, from: number, to: number): SyntaxNode | null {
  const child = parent.childAfter(from);
  return child && child.from <= to ? child : null;
}

/** The item of a nested list on that line, when it begins on a line of its own. */
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

/** Not a last line that the range only touches, as a selection of whole lines does. */
export function lastLineOf(state: EditorState, from: number, to: number) {
  const last = state.doc.lineAt(to);
  return to > from && last.from === to ? state.doc.lineAt(to - 1) : last;
}

/** The blocks of the lines that a range touches, in order. Lines of space count only where there is nothing else. */
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

/** Whether two blocks without a blank line between them would be read as something else. */
export function needsGap(above: BlockKind, below: BlockKind): boolean {
  if (above === "blank" || below === "blank") return false;
  if (above === "html" || above === "inline-html") return true;
  if (STARTS_ANYWHERE.includes(below)) return false;
  if (below === "quote" || below === "callout") return above === "quote" || above === "callout";
  if (below === "ordered") return above === "paragraph" || above === "table";
  if (below === "bullet" || below === "task") return above === "table";
  return OPEN_ENDED.includes(above);
}

/** The kind of block on the line before a position at a line's start; `blank` at the beginning of the text. */
export const kindBefore = (state: EditorState, lineStart: number): BlockKind =>
  lineStart === 0 ? "blank" : blockOnWritten(state, lineStart - 1);

export const kindAfter = (state: EditorState, lineEnd: number): BlockKind =>
  lineEnd === state.doc.length ? "blank" : blockOnWritten(state, lineEnd + 1);

/** A blank line inside a block separates, too. */
const blockOnWritten = (state: EditorState, pos: number): BlockKind =>
  state.doc.lineAt(pos).text.trim() === "" ? "blank" : blockAt(state, pos).kind;
