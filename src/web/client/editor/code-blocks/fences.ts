/** The fenced code of a document, with a mapping from its text to document positions. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

export type Fence = {
  readonly from: number;
  readonly to: number;
  readonly info: string;
  /** Where the info string is, or would be. */
  readonly infoFrom: number;
  readonly infoTo: number;
  readonly text: string;
  /**
   * The pieces of the text, with their offset in it and position in the document. In quotes and lists there is one per
   * line.
   */
  readonly pieces: readonly { readonly offset: number; readonly from: number; readonly length: number }[];
};

function fenceOf(state: EditorState, node: SyntaxNode): Fence {
  const info = node.getChild("CodeInfo");
  const open = node.firstChild;
  const infoFrom = info?.from ?? open?.to ?? node.from;
  const infoTo = info?.to ?? infoFrom;
  let text = "";
  const pieces = node.getChildren("CodeText").map(({ from, to }) => {
    const piece = { offset: text.length, from, length: to - from };
    text += state.sliceDoc(from, to);
    return piece;
  });
  return { from: node.from, to: node.to, info: state.sliceDoc(infoFrom, infoTo), infoFrom, infoTo, text, pieces };
}

export function fencesIn(state: EditorState, from: number, to: number): readonly Fence[] {
  const fences: Fence[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter: ({ name, node }) => {
      if (name === "FencedCode") fences.push(fenceOf(state, node));
      return name === "Document" || /^(Blockquote|BulletList|OrderedList|ListItem|FootnoteDefinition)$/.test(name);
    },
  });
  return fences;
}

export function fenceAt(state: EditorState, position: number): Fence | null {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, 1); node; node = node.parent)
    if (node.name === "FencedCode") return fenceOf(state, node);
  return null;
}

/** Document ranges for a range of the text: several if lines have a prefix. */
export function rangesOf(fence: Fence, from: number, to: number): { from: number; to: number }[] {
  return fence.pieces.flatMap(({ offset, from: start, length }) => {
    const [a, b] = [Math.max(from, offset), Math.min(to, offset + length)];
    return a < b ? [{ from: start + a - offset, to: start + b - offset }] : [];
  });
}
