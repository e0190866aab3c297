/** The icon and the cover of a page. */
import * as ar from "./ar/page-header.ts";
import { byLanguage } from "./by-language.ts";
import * as de from "./de/page-header.ts";
import * as en from "./en/page-header.ts";

export const words = byLanguage({ en, de, ar });
