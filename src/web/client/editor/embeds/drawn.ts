/** Elements for formulas and diagrams: the drawing, or the source with an error. */
import { type Diagram, drawDiagram, type Ground } from "./diagram/draw.ts";
import { words } from "../../../../words/editor-embeds.ts";

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

/** Text alternative for a diagram. */
export function diagramName(source: string): string {
  const title = /^\s*(?:accTitle|title)\s*:?\s+(.+)$/m.exec(source)?.[1]?.trim();
  const kind = /^\s*(?:%%.*\n\s*)*([A-Za-z]+)/.exec(source.replace(/^---\n[\s\S]*?\n---\n/, ""))?.[1] ?? "";
  return title ?? (kind === "" ? words.diagram : words.diagramOfKind(kind));
}

/** The image, or the source with an error. */
export function diagramElement(source: string, drawn: Diagram | Error): HTMLElement {
  if (drawn instanceof Error) {
    const reason = drawn.message.split("\n")[0]?.replace(/:$/, ".");
    return faultElement(source, reason || words.notDrawn, "div");
  }
  const image = document.createElement("img");
  const [width, height] = [Math.ceil(drawn.width), Math.ceil(drawn.height)];
  Object.assign(image, { width, height, alt: diagramName(source), src: drawn.address });
  return image;
}

/** Fills an element with the image, and calls `onResize` when its height has changed. */
export async function fillDiagram(
  element: HTMLElement,
  source: string,
  onResize: () => void,
  ground: Ground = "screen",
): Promise<void> {
  element.className = "ed-diagram";
  element.setAttribute("aria-busy", "true");
  const drawn = await drawDiagram(source, ground).catch((error: unknown) =>
    error instanceof Error ? error : new Error(""),
  );
  element.replaceChildren(diagramElement(source, drawn));
  element.removeAttribute("aria-busy");
  onResize();
}

/** Replaces an element with a formula; if the library cannot be loaded, shows the source. */
export async function fillFormula(element: HTMLElement, source: string, onResize: () => void): Promise<void> {
  try {
    element.replaceWith(formula(await loadMath(), source, true));
  } catch {
    element.textContent = source;
  }
  onResize();
}
