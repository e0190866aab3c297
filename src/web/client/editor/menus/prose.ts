/** Detects prose: menus that open while typing stay out of code, links, formulas and HTML. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";

const NOT_PROSE =
  /^(FencedCode|CodeBlock|InlineCode|Link|Image|URL|Autolink|LinkReference|InlineMath|BlockMath|HTML\w*|Comment\w*|ProcessingInstruction\w*)$/;

export function isProse(state: EditorState, pos: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1); node; node = node.parent) {
    if (
      NOT_PROSE.test(node.name) &&
      pos > node.from &&
      (pos < node.to || !/^(Link|Image|URL|Autolink)$/.test(node.name))
    )
      return false;
  }
  return true;
}
