/** Finds formulas and diagrams in a document. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { Interval } from "../intervals.ts";
import { placeClasses } from "../../../shared/document/block-lines.ts";
import { type Embed, embedOf } from "../../../shared/document/embeds.ts";

export type BlockEmbed = Embed & {
  /** Range of whole lines. */
  readonly from: number;
  readonly to: number;
  /** CSS classes for its context in quotes and lists. */
  readonly place: string;
};

type InlineFormula = { readonly from: number; readonly to: number; readonly tex: string };

const CONTAINERS = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem|FootnoteDefinition)$/;

function blockOf(state: EditorState, node: SyntaxNode): BlockEmbed | null {
  const slice = (from: number, to: number): string => state.sliceDoc(from, to);
  const embed = embedOf(node, (at) => state.doc.lineAt(at).from, slice);
  return (
    embed && {
      ...embed,
      from: state.doc.lineAt(node.from).from,
      to: state.doc.lineAt(node.to).to,
      place: placeClasses(node, slice),
    }
  );
}

/** The embeds that have their lines to themselves, among the blocks that touch a range. */
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
