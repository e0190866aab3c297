/** Words of suggestions for a text, in the editor. */
import * as ar from "./ar/editor-ask.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor-ask.ts";
import * as en from "./en/editor-ask.ts";

export const words = byLanguage({ en, de, ar });
