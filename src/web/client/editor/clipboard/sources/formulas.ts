/** Formulas in web pages: MathML contains its TeX source in an annotation, which is the form that documents use. */
import type { Element, ElementContent } from "hast";
import { attribute, element, find, hasClass, type HastParent, rawText, rewrite, textOf } from "../hast.ts";

/** KaTeX and encyclopedias add the same formula again as an image or positioned letters. */
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

/** Outermost first: the content of a formula is not text. */
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

/** Formulas copied as `$$x^2$$` within a line, where documents would start a block. */
export function writtenFormulas(tree: HastParent): void {
  // A root may contain anything that an element may.
  tree.children = (tree.children as ElementContent[]).flatMap((child): ElementContent[] => {
    if (child.type === "element") writtenFormulas(child);
    if (child.type !== "text") return [child];
    return child.value
      .split(/\$\$([^$\n]+)\$\$/)
      .map((value, at) => (at % 2 === 0 ? { type: "text", value } : rawText(`$${value.trim()}$`)));
  });
}
