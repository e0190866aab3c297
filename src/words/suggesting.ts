/** Words of suggestion mode, and of suggestions in the text. */
import * as ar from "./ar/suggesting.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/suggesting.ts";
import * as en from "./en/suggesting.ts";

export const words = byLanguage({ en, de, ar });
