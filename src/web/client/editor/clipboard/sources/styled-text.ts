/** Converts formatting expressed as inline styles to the corresponding elements. */
import type { Element, ElementContent } from "hast";
import { attribute, element, type HastParent, rewrite, styleOf, textOf } from "../hast.ts";

const STYLED = new Set(["span", "font", "b", "strong", "i", "em", "u", "s", "a", "ins"]);
const MONOSPACE = /\b(courier( new)?|consolas|menlo|monaco|roboto mono|source code pro|monospace)\b/;
const NO_COLOUR = /^$|transparent|initial|inherit|none|white|#fff(fff)?\b|rgba?\(255, ?255, ?255|, ?0\)$/;

const isBold = (weight: string): boolean => weight.startsWith("bold") || Number(weight) >= 600;

/** `<b style="font-weight: normal">` is not bold: some editors wrap whole clipboards in it. */
function isCancelled({ tagName }: Element, style: ReadonlyMap<string, string>): boolean {
  const weight = style.get("font-weight") ?? "";
  if (tagName === "b" || tagName === "strong") return weight !== "" && !isBold(weight);
  if (tagName === "i" || tagName === "em") return style.get("font-style") === "normal";
  return false;
}

function meanings(node: Element, style: ReadonlyMap<string, string>): string[] {
  const decoration = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  const background = style.get("background-color") ?? style.get("background") ?? "";
  const isPlain = node.tagName === "span" || node.tagName === "font";
  return [
    ...(isPlain && MONOSPACE.test(style.get("font-family") ?? "") ? ["code"] : []),
    ...(decoration.includes("line-through") && node.tagName !== "s" ? ["del"] : []),
    ...(style.get("font-style") === "italic" && !/^(i|em)$/.test(node.tagName) ? ["em"] : []),
    ...(isBold(style.get("font-weight") ?? "") && !/^(b|strong)$/.test(node.tagName) ? ["strong"] : []),
    ...(isPlain && style.has("mso-highlight") ? ["mark"] : []),
    ...(isPlain && !NO_COLOUR.test(background) ? ["mark"] : []),
  ];
}

const wrap = (children: ElementContent[], tags: readonly string[]): ElementContent[] =>
  tags.reduce<ElementContent[]>((inner, tag) => [element(tag, inner)], children);

/** `highlights` is false if backgrounds are part of the page's design rather than highlights. */
export function styledText(tree: HastParent, { highlights }: { highlights: boolean }): void {
  rewrite(tree, (node) => {
    if (!STYLED.has(node.tagName) || attribute(node, "style") === "") return node;
    const style = styleOf(node);
    if (isCancelled(node, style)) return node.children;
    if (textOf(node).trim() === "") return node;
    const tags = meanings(node, style).filter((tag) => highlights || tag !== "mark");
    if (tags.length === 0) return node;
    if (node.tagName === "a") return { ...node, children: wrap(node.children, tags) };
    const isPlain = node.tagName === "span" || node.tagName === "font";
    return wrap(isPlain ? node.children : [node], tags);
  });
}
