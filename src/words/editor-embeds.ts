/** Words of formulas and diagrams that are drawn in a text. */
import * as ar from "./ar/editor-embeds.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-embeds.ts";
import * as en from "./en/editor-embeds.ts";

export const words = byLanguage({ en, de, ar });
