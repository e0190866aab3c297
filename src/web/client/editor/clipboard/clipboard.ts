/** Copy and paste of documents, as one extension. */
import type { Extension } from "@codemirror/state";
import { copy } from "./copy.ts";
import { paste } from "./paste.ts";

export const clipboard = (): Extension => [copy(), paste()];
