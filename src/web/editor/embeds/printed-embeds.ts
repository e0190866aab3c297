/** Draws formulas and diagrams of a printed page, for readers who load no editor. Their source stays behind, hidden. */
import { fillDiagram, formula, loadMath } from "./drawn.ts";

/** The letters of an element without hidden marks. */
function shownText(element: Element): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node.parentElement?.closest(".md-x") === null) text += node.nodeValue ?? "";
  return text;
}

const linesOf = (block: Element): string =>
  [...block.querySelectorAll(".cm-line:not(.md-fence)")].map(shownText).join("\n");

/** In the line of a list's mark nothing can take its place. */
const isBesideMark = (block: Element): boolean => block.querySelector(".cm-line")?.matches(".md-item") === true;

const OF_PLACE = /^md-(?:[dq]\d|callout|note|tip|important|warning|caution)$/;

/** What was there is hidden; what is drawn stands behind it, as deep in quotes and lists. */
function put(block: HTMLElement, drawn: HTMLElement): void {
  const place = [...(block.querySelector(".cm-line")?.classList ?? [])].filter((name) => OF_PLACE.test(name));
  drawn.classList.add("ed-embed", ...place);
  for (const child of block.children) if (child instanceof HTMLElement) child.hidden = true;
  block.append(drawn);
}

async function drawFormulas(print: ParentNode): Promise<void> {
  const places = [...print.querySelectorAll<HTMLElement>("[data-math]")];
  if (places.length === 0) return;
  const math = await loadMath();
  for (const place of places) {
    if (place.dataset.math === "display" && isBesideMark(place)) continue;
    if (place.dataset.math === "display") put(place, formula(math, linesOf(place), true));
    else place.replaceChildren(formula(math, shownText(place), false));
  }
}

async function drawDiagrams(print: ParentNode): Promise<void> {
  for (const info of print.querySelectorAll("pre .md-fence .md-info")) {
    const block = info.closest("pre");
    if (block === null || isBesideMark(block) || !/^mermaid\b/i.test(info.textContent.trim())) continue;
    const drawn = document.createElement("span");
    await fillDiagram(drawn, linesOf(block), () => put(block, drawn));
  }
}

/** Resolves when all of it stands. */
export async function drawPrintedEmbeds(print: ParentNode): Promise<void> {
  await Promise.all([drawFormulas(print), drawDiagrams(print)]);
}
