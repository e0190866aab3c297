/** Formulas as MathML, which browsers draw by themselves: no style sheet, no fonts. */
import katex from "katex";

/** Commands whose looks need an inline style, which our pages forbid, mean what comes closest. */
const MACROS = { "\\pmb": "\\boldsymbol{#1}", "\\fcolorbox": "\\boxed{#3}" };

/** Throws a reason that can be shown when the source is no formula. */
export function mathElement(tex: string, isBlock: boolean): HTMLElement {
  const element = document.createElement(isBlock ? "div" : "span");
  element.className = isBlock ? "ed-formula ed-formula-block" : "ed-formula";
  katex.render(tex, element, {
    output: "mathml",
    displayMode: isBlock,
    throwOnError: true,
    trust: false,
    strict: "ignore",
    maxExpand: 500,
    maxSize: 20,
    macros: { ...MACROS },
  });
  return element;
}

/** Without the source that the message repeats: it stands beside it. Null for what is no fault of the source. */
export const mathFault = (error: unknown): string | null =>
  error instanceof katex.ParseError ? `${error.rawMessage}.` : null;
