/** Words of a page's history. */
import * as ar from "./ar/history.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/history.ts";
import * as en from "./en/history.ts";

export const words = byLanguage({ en, de, ar });
