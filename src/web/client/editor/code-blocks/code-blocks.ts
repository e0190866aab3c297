/** Code in documents: highlighting, tools on its first line, and keys at its edges. */
import type { Extension } from "@codemirror/state";
import { codeColours } from "./code-colours.ts";
import { codeTools } from "./code-tools.tsx";
import { codeKeys } from "./leave-code.ts";

export const codeBlocks = (): Extension => [codeColours(), codeTools(), codeKeys];
