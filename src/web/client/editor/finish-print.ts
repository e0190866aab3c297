/** Completes printed text in the browser: code highlighting, formulas and diagrams. */
import type { Ground } from "./embeds/diagram/draw.ts";

/** Resolves once everything is drawn. Only loads the modules that the text needs. */
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
