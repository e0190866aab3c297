/** Words of the editors of text, needed before anything is typed. */
import * as ar from "./ar/editor.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/editor.ts";
import * as en from "./en/editor.ts";

export const words = byLanguage({ en, de, ar });
