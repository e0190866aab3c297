/** Formulas as MathML, which browsers render natively: no style sheet, no fonts. */
import katex from "katex";
import { element } from "../../ui/dom.ts";

/** Replacements for commands that need inline styles, which our pages forbid. */
const MACROS = { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "\\boxed{#3}" };

/** Throws an error that can be shown if the source is not a valid formula. */
export function mathElement(tex: string, isBlock: boolean): HTMLElement {
  const host = element(isBlock ? "div" : "span", { class: isBlock ? "ed-formula ed-formula-block" : "ed-formula" });
  katex.render(tex, host, {
    output: "mathml",
    displayMode: isBlock,
    throwOnError: true,
    trust: false,
    strict: "ignore",
    maxExpand: 500,
    maxSize: 20,
    macros: { ...MACROS },
  });
  return host;
}

/** The message without the source, which is shown next to it. Null if the error is not caused by the source. */
export const mathFault = (error: unknown): string | null =>
  error instanceof katex.ParseError ? `${error.rawMessage}.` : null;
