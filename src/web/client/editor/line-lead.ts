/**
 * A line's leading markup in lists and quotes, which is hidden or drawn in the margin: `> `, indentation, `- `, `1. `, `[ ] `.
 */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Line } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

export type LineLead = {
  readonly line: Line;
  /** Quote marks and indentation before an item's marker. */
  readonly before: string;
  /** `-`, `2.`; empty on lines that do not start an item. */
  readonly mark: string;
  readonly space: string;
  /** `[ ] ` with the space after it; empty if the item is not a task. */
  readonly task: string;
  /** Where the text of the line starts. */
  readonly textFrom: number;
};

const LEAD = /^((?:[ \t]*>)*[ \t]*)(?:([-+*]|\d{1,9}[.)])([ \t]+|$)(\[[ xX]\](?:[ \t]+|$))?)?/;
const LITERAL = /^(?:FencedCode|CodeBlock|HTMLBlock|CommentBlock|Table|BlockMath)$/;

/** The innermost node around a position whose name matches. */
export function nodeAround(state: EditorState, at: number, names: RegExp, side: -1 | 1 = -1): SyntaxNode | null {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(at, side);
  while (node && !names.test(node.name)) node = node.parent;
  return node;
}

/** Position of the item's marker, up to three spaces after the start of the item. */
export const markOf = (item: SyntaxNode): number => item.getChild("ListMark")?.from ?? item.from;

/** Returns null if the line is not in a list or quote, or its text is literal. */
export function lineLead(state: EditorState, at: number): LineLead | null {
  const line = state.doc.lineAt(at);
  const [all = "", before = "", mark = "", space = "", task = ""] = LEAD.exec(line.text) ?? [];
  if (all === "" || nodeAround(state, line.to, LITERAL)) return null;
  const container = nodeAround(state, line.to, /^(?:ListItem|Blockquote)$/);
  if (!container) return null;
  // The pattern also matches a rule or emphasis at the start of the line.
  const item = mark === "" ? null : nodeAround(state, line.from + before.length, /^ListItem$/, 1);
  if (mark === "" || (item && markOf(item)) === line.from + before.length)
    return { line, before, mark, space, task, textFrom: line.from + all.length };
  return before === "" ? null : { line, before, mark: "", space: "", task: "", textFrom: line.from + before.length };
}
