/** Where formulas and diagrams stand in a document. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { Interval } from "../intervals.ts";
import { isDrawable, placeClasses } from "../../document/block-lines.ts";

export type BlockEmbed = {
  readonly kind: "math" | "diagram";
  /** Whole lines. */
  readonly from: number;
  readonly to: number;
  readonly source: string;
  /** Classes of where it stands in quotes and lists. */
  readonly place: string;
};

type InlineFormula = { readonly from: number; readonly to: number; readonly tex: string };

const CONTAINERS = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem|FootnoteDefinition)$/;

/** The lines between the fences, without what stands before them in quotes and lists. */
function sourceOf(state: EditorState, node: SyntaxNode): string {
  const textsOf = (name: string) => node.getChildren(name).map(({ from, to }) => state.sliceDoc(from, to));
  return node.name === "BlockMath" ? textsOf("MathText").join("\n") : textsOf("CodeText").join("");
}

/** What can be told without reading its text comes first. */
function kindOf(state: EditorState, node: SyntaxNode): BlockEmbed["kind"] | null {
  if (node.name === "BlockMath") return "math";
  const info = node.name === "FencedCode" ? node.getChild("CodeInfo") : null;
  return info && /^mermaid\b/i.test(state.sliceDoc(info.from, info.to)) ? "diagram" : null;
}

function blockOf(state: EditorState, node: SyntaxNode): BlockEmbed | null {
  const kind = kindOf(state, node);
  if (kind === null) return null;
  const line = state.doc.lineAt(node.from);
  const marks = node.getChildren(kind === "math" ? "MathMark" : "CodeMark");
  // While its end is missing, everything behind it belongs to it: it is being written.
  if (marks.length < 2 || !isDrawable(state.sliceDoc(line.from, node.from))) return null;
  const source = sourceOf(state, node);
  if (source.trim() === "") return null;
  return {
    kind,
    from: line.from,
    to: state.doc.lineAt(node.to).to,
    source,
    place: placeClasses(node, (from, to) => state.sliceDoc(from, to)),
  };
}

/** Those that have their lines to themselves, of the blocks that touch a range. */
export function blockEmbeds(state: EditorState, range: Interval): readonly BlockEmbed[] {
  const found: BlockEmbed[] = [];
  syntaxTree(state).iterate({
    ...range,
    enter({ name, node }) {
      const block = name === "BlockMath" || name === "FencedCode" ? blockOf(state, node) : null;
      if (block !== null) found.push(block);
      return CONTAINERS.test(name);
    },
  });
  return found;
}

export function inlineFormulas(state: EditorState, from: number, to: number): readonly InlineFormula[] {
  const found: InlineFormula[] = [];
  syntaxTree(state).iterate({
    from,
    to,
    enter({ name, from: start, to: end }) {
      if (name === "InlineMath") found.push({ from: start, to: end, tex: state.sliceDoc(start + 1, end - 1) });
      return name !== "Table";
    },
  });
  return found;
}
