/** Formulas and diagrams in a syntax tree: one definition for the editor, the print and read access. */
import type { SyntaxNode } from "@lezer/common";
import { isDrawable } from "./block-lines.ts";

export type Embed = { readonly kind: "math" | "diagram"; readonly source: string };

type Slice = (from: number, to: number) => string;

/** Checks that need no text come first. */
function kindOf(node: SyntaxNode, slice: Slice): Embed["kind"] | null {
  if (node.name === "BlockMath") return "math";
  const info = node.name === "FencedCode" ? node.getChild("CodeInfo") : null;
  return info && /^mermaid\b/i.test(slice(info.from, info.to)) ? "diagram" : null;
}

/** The lines between the fences, without leading quote and list marks. */
function sourceOf(node: SyntaxNode, slice: Slice): string {
  const textsOf = (name: string) => node.getChildren(name).map(({ from, to }) => slice(from, to));
  return node.name === "BlockMath" ? textsOf("MathText").join("\n") : textsOf("CodeText").join("");
}

/** Returns null for a block shown as written. `lineStart` returns the start of the line at a position. */
export function embedOf(node: SyntaxNode, lineStart: (at: number) => number, slice: Slice): Embed | null {
  const kind = kindOf(node, slice);
  if (kind === null) return null;
  const marks = node.getChildren(kind === "math" ? "MathMark" : "CodeMark");
  // Without its closing fence the block contains the rest of the document: the user is still writing it.
  if (marks.length < 2 || !isDrawable(slice(lineStart(node.from), node.from))) return null;
  const source = sourceOf(node, slice);
  return source.trim() === "" ? null : { kind, source };
}
