/** Code in documents: colours by language, tools on its first line, and a key that leads out of it. */
import type { Extension } from "@codemirror/state";
import { codeColours } from "./code-colours.ts";
import { codeTools } from "./code-tools.ts";
import { leaveCodeKey } from "./leave-code.ts";

export const codeBlocks = (): Extension => [codeColours(), codeTools(), leaveCodeKey];
