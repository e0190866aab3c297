/** The headings of a document, for its outline. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

export type Heading = { readonly from: number; readonly level: number; readonly text: string };

const HIDDEN = /Mark$|^(URL|LinkTitle|LinkLabel|Escape)$/;

/** Only top-level headings count, so nested nodes are not visited. */
export function headingsOf(state: EditorState): readonly Heading[] {
  const headings: Heading[] = [];
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
    if (level === undefined) continue;
    const text = textOf(state, node).trim();
    if (text !== "") headings.push({ from: node.from, level: Number(level), text });
  }
  return headings;
}

/** The displayed text of a line: without marks, and with only the text of links. */
function textOf(state: EditorState, node: SyntaxNode): string {
  let text = "";
  let at = node.from;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    text += state.sliceDoc(at, child.from);
    if (child.name === "Escape") text += state.sliceDoc(child.from + 1, child.to);
    else if (!HIDDEN.test(child.name))
      text += child.firstChild ? textOf(state, child) : state.sliceDoc(child.from, child.to);
    at = child.to;
  }
  return text + state.sliceDoc(at, node.to);
}

/** The index of the heading whose section contains a position: the last that starts at or before it. */
export function currentHeading(headings: readonly Heading[], position: number): number {
  return headings.findLastIndex(({ from }) => from <= position);
}

/** Depths without gaps, so that a page starting with level 3 is not indented. */
export function depthsOf(headings: readonly Heading[]): readonly number[] {
  const open: number[] = [];
  return headings.map(({ level }) => {
    while (open.length > 0 && (open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return open.length - 1;
  });
}

export const sameHeadings = (a: readonly Heading[], b: readonly Heading[]): boolean =>
  a.length === b.length &&
  a.every((each, index) => {
    const other = b[index];
    return each.from === other?.from && each.level === other.level && each.text === other.text;
  });
