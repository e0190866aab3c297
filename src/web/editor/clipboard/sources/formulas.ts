/** Formulas of pages: MathML says in an annotation which TeX it was made of, which is what a document writes. */
import type { Element, ElementContent } from "hast";
import { attribute, element, find, hasClass, type HastParent, rawText, rewrite, textOf } from "../hast.ts";

/** KaTeX and the encyclopedias put the same formula beside it once more, as pictures or positioned letters. */
const isFormula = (node: Element): boolean =>
  node.tagName === "math" || hasClass(node, /^(katex|katex-display|mwe-math-element|MathJax|mjx-container)$/);

function texOf(node: Element): string | null {
  const annotation = find(
    node,
    (each) => each.tagName === "annotation" && attribute(each, "encoding") === "application/x-tex",
  );
  if (annotation === null) return null;
  const tex = textOf(annotation).trim();
  return (/^\{\\displaystyle\s+([\s\S]*)\}$/.exec(tex)?.[1] ?? tex).replaceAll("$", String.raw`\$`);
}

function isBlock(node: Element): boolean {
  const math = node.tagName === "math" ? node : find(node, (each) => each.tagName === "math");
  return hasClass(node, "katex-display") || (math !== null && attribute(math, "display") === "block");
}

/** Outermost first: what a formula holds is not text. */
export function formulas(tree: HastParent): void {
  for (const child of tree.children) {
    if (child.type !== "element") continue;
    const tex = isFormula(child) ? texOf(child) : null;
    if (tex === null || tex === "") {
      formulas(child);
      continue;
    }
    const value = isBlock(child) ? `$$\n${tex.replaceAll(/\n\s*\n/g, "\n")}\n$$` : `$${tex.replaceAll(/\s+/g, " ")}$`;
    Object.assign(child, isBlock(child) ? element("p", [rawText(value)]) : rawText(value));
  }
  if (tree.type === "root") rewrite(tree, (node) => (node.tagName === "math" ? null : node));
}

/** Formulas that were copied as `$$x^2$$` in a line: here two dollars begin a block. */
export function writtenFormulas(tree: HastParent): void {
  // A root may hold all that an element holds.
  tree.children = (tree.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === "element") writtenFormulas(child);
    if (child.type !== "text") return [child];
    return child.value
      .split(/\$\$([^$\n]+)\$\$/)
      .map((value, at) => (at % 2 === 0 ? { type: "text", value } : rawText(`$${value.trim()}$`)));
  });
}
