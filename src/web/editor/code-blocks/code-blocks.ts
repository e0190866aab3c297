/** Code in documents: colours by language, and tools on its first line. */
import type { Extension } from "@codemirror/state";
import { codeColours } from "./code-colours.ts";
import { codeTools } from "./code-tools.ts";

export const codeBlocks = (): Extension => [codeColours(), codeTools()];
