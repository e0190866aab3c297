/** Elements for formulas and diagrams: what is drawn, or the source with the reason why it is not. */
import { drawDiagram } from "./diagram/draw.ts";
import { words } from "../../messages/editor-embeds.ts";

/** Loaded with the first formula. */
export const loadMath = () => import("./math.ts");
type MathModule = Awaited<ReturnType<typeof loadMath>>;

function faultElement(source: string, reason: string, tag: "div" | "span"): HTMLElement {
  const element = document.createElement(tag);
  element.className = tag === "div" ? "ed-fault ed-fault-block" : "ed-fault";
  const code = document.createElement("code");
  code.textContent = source;
  const said = document.createElement("span");
  [said.className, said.textContent] = ["ed-fault-reason", reason];
  element.append(code, said);
  return element;
}

export function formula(math: MathModule, tex: string, isBlock: boolean): HTMLElement {
  try {
    return math.mathElement(tex, isBlock);
  } catch (error) {
    return faultElement(tex, math.mathFault(error) ?? words.noFormula, isBlock ? "div" : "span");
  }
}

/** What a diagram is called by those who cannot see it. */
export function diagramName(source: string): string {
  const title = /^\s*(?:accTitle|title)\s*:?\s+(.+)$/m.exec(source)?.[1]?.trim();
  const kind = /^\s*(?:%%.*\n\s*)*([A-Za-z]+)/.exec(source.replace(/^---\n[\s\S]*?\n---\n/, ""))?.[1] ?? "";
  return title ?? (kind === "" ? words.diagram : words.diagramOfKind(kind));
}

/** Fills an element with the picture, and tells when its height has changed. */
export async function fillDiagram(element: HTMLElement, source: string, onResize: () => void): Promise<void> {
  element.className = "ed-diagram";
  element.setAttribute("aria-busy", "true");
  try {
    const { address, width, height } = await drawDiagram(source);
    const image = document.createElement("img");
    Object.assign(image, {
      width: Math.ceil(width),
      height: Math.ceil(height),
      alt: diagramName(source),
      src: address,
    });
    element.replaceChildren(image);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0]?.replace(/:$/, ".") : "";
    element.replaceChildren(faultElement(source, reason || words.notDrawn, "div"));
  }
  element.removeAttribute("aria-busy");
  onResize();
}

/** Puts a formula in the place of an element; the source stands there when the library did not come. */
export async function fillFormula(element: HTMLElement, source: string, onResize: () => void): Promise<void> {
  try {
    element.replaceWith(formula(await loadMath(), source, true));
  } catch {
    element.textContent = source;
  }
  onResize();
}
