/** Formulas and diagrams in the editor. */
import type { Extension } from "@codemirror/state";
import { blockEmbedding } from "./block-embeds.ts";
import { inlineFormulaDrawing } from "./inline-formulas.ts";

export const embeds = (): Extension => [blockEmbedding(), inlineFormulaDrawing()];
