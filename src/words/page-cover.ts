/** The dialog that chooses the cover of a page. */
import * as ar from "./ar/page-cover.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/page-cover.ts";
import * as en from "./en/page-cover.ts";

export const words = byLanguage({ en, de, ar });
