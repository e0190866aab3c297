/** What leads a line in lists and quotes, and is drawn in the margin or not at all: `> `, indentation, `- `, `1. `, `[ ] `. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Line } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

export type LineLead = {
  readonly line: Line;
  /** Marks of quotes and indentation before the mark of an item. */
  readonly before: string;
  /** `-`, `2.`; empty on lines that begin no item. */
  readonly mark: string;
  readonly space: string;
  /** `[ ] ` with the space behind it; empty where the item is no task. */
  readonly task: string;
  /** Where the text of the line begins. */
  readonly textFrom: number;
};

const LEAD = /^((?:[ \t]*>)*[ \t]*)(?:([-+*]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?/;
const LITERAL = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock|Table|BlockMath)$/;

/** The innermost node with one of the names around a position. */
export function nodeAround(state: EditorState, at: number, names: RegExp, side: -1 | 1 = -1): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side);
  while (node && !names.test(node.name)) node = node.parent;
  return node;
}

/** Where the mark of an item is: up to three spaces behind the place where the item begins. */
export const markOf = (item: SyntaxNode): number => item.getChild("ListMark")?.from ?? item.from;

/** Null where the line stands in no list and no quote, or where its text is literal. */
export function lineLead(state: EditorState, at: number): LineLead | null {
  const line = state.doc.lineAt(at);
  const [all = "", before = "", mark = "", space = "", task = ""] = LEAD.exec(line.text) ?? [];
  if (all === "" || nodeAround(state, line.to, LITERAL)) return null;
  const container = nodeAround(state, line.to, /^(?:ListItem|Blockquote)$/);
  if (!container) return null;
  // The expression takes a rule or emphasis at the line's start for the mark of an item.
  const item = mark === "" ? null : nodeAround(state, line.from + before.length, /^ListItem$/, 1);
  if (mark === "" || (item && markOf(item)) === line.from + before.length)
    return { line, before, mark, space, task, textFrom: line.from + all.length };
  return before === "" ? null : { line, before, mark: "", space: "", task: "", textFrom: line.from + before.length };
}
