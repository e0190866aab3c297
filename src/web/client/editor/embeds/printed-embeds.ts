/** Draws the formulas and diagrams of printed text in place of their source, which is hidden. */
import { element } from "../../ui/dom.ts";
import { drawnDiagram, type Ground } from "./diagram/draw.ts";
import { diagramElement, fillDiagram, formula, loadMath } from "./drawn.ts";

type MathModule = Awaited<ReturnType<typeof loadMath>>;

/** Set once it is loaded. */
let math: MathModule | null = null;

/** The text of an element, without hidden marks. */
function shownText(place: Element): string {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement?.closest(".md-x") === null) text += node.nodeValue ?? "";
  return text;
}

const OF_PLACE = /^md-(?:[dq]\d|callout|note|tip|important|warning|caution)$/;

/** Hides the block's content and appends the drawing, at the same depth in quotes and lists. */
function put(block: HTMLElement, drawn: HTMLElement): void {
  const place = [...(block.querySelector(".cm-line")?.classList ?? [])].filter((name) => OF_PLACE.test(name));
  drawn.classList.add("ed-embed", ...place);
  for (const child of block.children) if (child instanceof HTMLElement) child.hidden = true;
  block.append(drawn);
}

/** The elements not drawn yet. */
function undrawn(print: ParentNode, selector: string): HTMLElement[] {
  return [...print.querySelectorAll<HTMLElement>(selector)].filter((place) => place.dataset.drawn === undefined);
}

const FORMULAS = '[data-math], [data-embed="math"]';
const DIAGRAMS = '[data-embed="diagram"]';

function drawFormulas(print: ParentNode, library: MathModule): void {
  for (const place of undrawn(print, FORMULAS)) {
    place.dataset.drawn = "";
    const { source } = place.dataset;
    if (source === undefined) place.replaceChildren(formula(library, shownText(place), false));
    else put(place, formula(library, source, true));
  }
}

export const loadFormulas = async (): Promise<MathModule> => (math = await loadMath());

async function loadAndDrawFormulas(print: ParentNode): Promise<void> {
  if (undrawn(print, FORMULAS).length > 0) drawFormulas(print, await loadFormulas());
}

async function drawDiagrams(print: ParentNode, ground: Ground): Promise<void> {
  const blocks = undrawn(print, DIAGRAMS);
  for (const block of blocks) block.dataset.drawn = "";
  await Promise.all(
    blocks.map((block) => {
      const drawn = element("span");
      return fillDiagram(drawn, block.dataset.source ?? "", () => put(block, drawn), ground);
    }),
  );
}

/** Resolves once everything is drawn. */
export async function drawPrintedEmbeds(print: ParentNode, ground: Ground = "screen"): Promise<void> {
  await Promise.all([loadAndDrawFormulas(print), drawDiagrams(print, ground)]);
}

/**
 * Synchronously draws what was drawn on this background before, since printing does not wait. The rest stays as source.
 */
export function drawKnownEmbeds(print: ParentNode, ground: Ground): void {
  if (math) drawFormulas(print, math);
  for (const block of undrawn(print, DIAGRAMS)) {
    const source = block.dataset.source ?? "";
    const result = drawnDiagram(source, ground);
    if (result === null) continue;
    block.dataset.drawn = "";
    put(block, element("span", { class: "ed-diagram" }, diagramElement(source, result)));
  }
}
