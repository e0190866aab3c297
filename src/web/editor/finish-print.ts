/** Finishes a printed text in the browser: the colours of its code, its formulas and its diagrams. */
import type { Ground } from "./embeds/diagram/draw.ts";

/** Resolves when all of it is drawn. The modules are loaded for a text that needs them. */
export async function finishPrint(print: ParentNode, ground: Ground = "screen"): Promise<void> {
  await Promise.all([colourCode(print), drawEmbeds(print, ground)]);
}

async function colourCode(print: ParentNode): Promise<void> {
  if (!print.querySelector(".md-fence .md-info")) return;
  const { colourPrintedCode } = await import("./code-blocks/printed-code.ts");
  await colourPrintedCode(print);
}

async function drawEmbeds(print: ParentNode, ground: Ground): Promise<void> {
  if (!print.querySelector("[data-math], [data-embed]")) return;
  const { drawPrintedEmbeds } = await import("./embeds/printed-embeds.ts");
  await drawPrintedEmbeds(print, ground);
}
