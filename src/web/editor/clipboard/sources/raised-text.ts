/** Raised and lowered figures: Markdown has neither, and 10⁶ that became 106 would be another number. */
import { type HastParent, rewrite, textOf } from "../hast.ts";

const FIGURES = "0123456789+-=()";
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

/** Null where one of the characters has no form of its own. */
function shift(text: string, forms: string): string | null {
  const found = Array.from(text.replaceAll("−", "-"), (each) => forms[FIGURES.indexOf(each)]);
  return found.every((each) => each !== undefined) ? found.join("") : null;
}

/** Letters, as of an ordinal, stay in the line. */
export function raisedText(tree: HastParent): void {
  rewrite(tree, (node) => {
    if (node.tagName !== "sup" && node.tagName !== "sub") return node;
    const value = shift(textOf(node).trim(), node.tagName === "sup" ? RAISED : LOWERED);
    return value === null ? node : [{ type: "text", value }];
  });
}
