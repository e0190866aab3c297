/** Superscript and subscript digits: Markdown has neither, and turning 10⁶ into 106 would change the number. */
import { type HastParent, rewrite, textOf } from "../hast.ts";

const FIGURES = "0123456789+-=()";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** Returns null if a character has no such form. */
function shift(text: string, forms: string): string | null {
  const found = Array.from(text.replaceAll("−", "-"), (each) => forms[FIGURES.indexOf(each)]);
  return found.every((each) => each !== undefined) ? found.join("") : null;
}

/** Letters, such as in ordinals, are left as they are. */
export function raisedText(tree: HastParent): void {
  rewrite(tree, (node) => {
    if (node.tagName !== "sup" && node.tagName !== "sub") return node;
    const value = shift(textOf(node).trim(), node.tagName === "sup" ? RAISED : LOWERED);
    return value === null ? node : [{ type: "text", value }];
  });
}
