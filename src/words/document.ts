/** Words that documents show beside their own. */
import * as ar from "./ar/document.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/document.ts";
import * as en from "./en/document.ts";

export const words = byLanguage({ en, de, ar });
