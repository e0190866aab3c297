/** Elements for formulas and diagrams: the drawing, or the source with an error. */
import { type Diagram, drawDiagram, type Ground } from "./diagram/draw.ts";
import { element } from "../../ui/dom.ts";
import { words } from "../../../../words/editor-embeds.ts";

/** Loaded with the first formula. */
export const loadMath = () => import("./math.ts");
type MathModule = Awaited<ReturnType<typeof loadMath>>;

function faultElement(source: string, reason: string, tag: "div" | "span"): HTMLElement {
  return element(
    tag,
    { class: tag === "div" ? "ed-fault ed-fault-block" : "ed-fault" },
    element("code", {}, source),
    element("span", { class: "ed-fault-reason" }, reason),
  );
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
  const [width, height] = [Math.ceil(drawn.width), Math.ceil(drawn.height)];
  return element("img", { width, height, alt: diagramName(source), src: drawn.address });
}

/** Fills an element with the image, and calls `onResize` when its height has changed. */
export async function fillDiagram(
  place: HTMLElement,
  source: string,
  onResize: () => void,
  ground: Ground = "screen",
): Promise<void> {
  place.className = "ed-diagram";
  place.setAttribute("aria-busy", "true");
  const drawn = await drawDiagram(source, ground).catch((error: unknown) =>
    error instanceof Error ? error : new Error(""),
  );
  place.replaceChildren(diagramElement(source, drawn));
  place.removeAttribute("aria-busy");
  onResize();
}

/** Replaces an element with a formula; if the library cannot be loaded, shows the source. */
export async function fillFormula(place: HTMLElement, source: string, onResize: () => void): Promise<void> {
  try {
    place.replaceWith(formula(await loadMath(), source, true));
  } catch {
    place.textContent = source;
  }
  onResize();
}
