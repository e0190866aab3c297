/** Text of a page, including text that every page needs immediately. */
import * as ar from "./ar/page.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/page.ts";
import * as en from "./en/page.ts";

export const words = byLanguage({ en, de, ar });
